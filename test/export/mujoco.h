#pragma once

#include <memory>
#include <string>

#include <mujoco/mujoco.h>

#include <sinew/base/math.h>

namespace sinew::test {

/// A model that MuJoCo read from a text, and its state.
class MujocoModel {
 public:
  explicit MujocoModel(const std::string& text);
  explicit operator bool() const { return model_ != nullptr; }
  const std::string& error() const { return error_; }  ///< what MuJoCo said of a text that it does not take
  mjModel* get() const { return model_.get(); }
  mjData* data() const { return data_.get(); }

  int body(const std::string& name) const { return mj_name2id(model_.get(), mjOBJ_BODY, name.c_str()); }
  int joint(const std::string& name) const { return mj_name2id(model_.get(), mjOBJ_JOINT, name.c_str()); }

  void reset() { mj_resetData(model_.get(), data_.get()); }
  void setAngle(const std::string& joint, double angle);  ///< rad
  void forward() { mj_forward(model_.get(), data_.get()); }
  Transform worldFromBody(const std::string& name) const;
  Vec3 centerOfMass(const std::string& name) const;  ///< m, world

 private:
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_{nullptr, mj_deleteModel};
  std::unique_ptr<mjData, void (*)(mjData*)> data_{nullptr, mj_deleteData};
  std::string error_;
};

}  // namespace sinew::test
