#include "export/mujoco.h"

#include <gtest/gtest.h>

namespace sinew::test {

MujocoModel::MujocoModel(const std::string& text) {
  // Files reach MuJoCo's loader from memory through its virtual file system.
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  if (mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(text.size())) != 0) {
    error_ = "the text does not fit";
    return;
  }
  std::copy(text.begin(), text.end(), static_cast<char*>(files->filedata[mj_findFileVFS(files.get(), "model.xml")]));
  char message[1000] = "";
  model_.reset(mj_loadXML("model.xml", files.get(), message, sizeof message));
  error_ = message;
  mj_deleteVFS(files.get());
  if (model_) data_.reset(mj_makeData(model_.get()));
}

void MujocoModel::setAngle(const std::string& name, double angle) {
  const int found = joint(name);
  ASSERT_GE(found, 0) << name;
  data_->qpos[model_->jnt_qposadr[found]] = angle;
}

Transform MujocoModel::worldFromBody(const std::string& name) const {
  const int found = body(name);
  const mjtNum *p = data_->xpos + 3 * found, *q = data_->xquat + 4 * found;
  return {Quat{static_cast<float>(q[1]), static_cast<float>(q[2]), static_cast<float>(q[3]), static_cast<float>(q[0])},
          Vec3{static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])}};
}

Vec3 MujocoModel::centerOfMass(const std::string& name) const {
  const mjtNum* p = data_->xipos + 3 * body(name);
  return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}

}  // namespace sinew::test
