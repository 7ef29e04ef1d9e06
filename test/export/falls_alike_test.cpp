#include <gtest/gtest.h>

#include <cstdio>

#include <sinew/base/random.h>
#include <sinew/export/export.h>
#include <sinew/ragdoll/ragdoll.h>

#include "export/mujoco.h"
#include "support/fitted.h"

// The exported figure falls as the figure falls. MuJoCo steps its own reading of our file (Runge-Kutta of fourth order, a fifth of a
// millisecond), a World steps the bodies: without limits, damping and contacts, so that only mass, inertia and joints speak.

namespace sinew::test {
namespace {

constexpr float kDt = 1.0f / 60;  // s
constexpr int kFrames = 60;       // one second
constexpr int kFine = 80;         // steps of MuJoCo a frame

/// Places of all centres of mass, frame by frame.
using Path = std::vector<std::vector<Vec3>>;

/// How a motion begins: which joints turn and how fast.
struct Start {
  bool held = false;           ///< the root stands still
  Vec3 gravity{0, 0, -9.81f};  ///< m/s2; the file has its up on +z, its forward on +x
  float spin = 0, limbs = 0;   ///< rad/s: of the root, of every joint
  std::uint64_t seed = 1;
};

/// MuJoCo's model of the figure with nothing but mass, inertia and joints.
MujocoModel bareModel(const Manikin& manikin, const Start& start) {
  std::string text = exportManikin(manikin, "mjcf")->text;
  if (start.held) {
    const std::string joint = "<freejoint name=\"root\" />";
    const std::size_t at = text.find(joint);
    EXPECT_NE(at, std::string::npos);
    text.erase(at, joint.size());
  }
  MujocoModel model(text);
  EXPECT_TRUE(model) << model.error();
  mjModel& m = *model.get();
  std::fill(m.dof_damping, m.dof_damping + m.nv, 0.0);
  std::fill(m.jnt_limited, m.jnt_limited + m.njnt, mjtByte{0});
  m.opt.disableflags |= mjDSBL_CONTACT;
  m.opt.integrator = mjINT_RK4;
  m.opt.gravity[0] = static_cast<double>(start.gravity.x);
  m.opt.gravity[1] = static_cast<double>(start.gravity.y);
  m.opt.gravity[2] = static_cast<double>(start.gravity.z);
  return model;
}

/// Every part turns at its own, seeded rate.
void setMotion(MujocoModel& model, const Start& start) {
  Random random{start.seed};
  const int root = start.held ? 0 : 6;
  for (int i = 0; i < model.get()->nv; ++i) {
    const float rate = i < 3 && root > 0 ? 1 : i < root ? start.spin : start.limbs;  // m/s along, then rad/s
    model.data()->qvel[i] = static_cast<double>(random.range(-rate, rate));
  }
  model.forward();
}

std::vector<Vec3> centersOf(const MujocoModel& model, const Manikin& manikin) {
  std::vector<Vec3> centers;
  for (const Part& part : manikin.parts) centers.push_back(model.centerOfMass(part.name));
  return centers;
}

Path mujocoPath(MujocoModel& model, const Manikin& manikin, int fine) {
  model.get()->opt.timestep = 1.0 / 60 / fine;
  Path path{centersOf(model, manikin)};
  for (int frame = 1; frame <= kFrames; ++frame) {
    for (int i = 0; i < fine; ++i) mj_step(model.get(), model.data());
    mj_forward(model.get(), model.data());
    path.push_back(centersOf(model, manikin));
  }
  EXPECT_EQ(model.data()->warning[mjWARN_BADQACC].number, 0) << "MuJoCo itself lost its way";
  return path;
}

/// The same bodies in a World, with the velocities that MuJoCo has.
Path worldPath(std::string_view name, const WorldDef& worldDef, const Manikin& manikin, const MujocoModel& model, const Start& start) {
  const std::unique_ptr<World> world = *createWorld(name, worldDef);
  ArticulationDef def = articulationOf(manikin, {.worldFromModel = {}, .material = {}, .selfCollision = false, .angularDamping = 0});
  for (std::size_t i = 0; i < def.bodies.size(); ++i) def.bodies[i].worldFromBody = model.worldFromBody(manikin.parts[i].name);
  for (ArticulationJointDef& joint : def.joints) {
    joint.joint.limited = false;
    joint.joint.damping = 0;
  }
  if (start.held) def.bodies[0].mode = BodyMode::kinematic;
  const ArticulationId figure = *world->createArticulation(def);
  const std::span<const BodyId> bodies = world->bodiesOf(figure);
  std::vector<BodyState> states(bodies.size());
  world->getStates(bodies, states);
  for (std::size_t i = start.held ? 1 : 0; i < states.size(); ++i) {
    mjtNum velocity[6];
    mj_objectVelocity(model.get(), model.data(), mjOBJ_BODY, model.body(manikin.parts[i].name), velocity, 0);
    states[i].angularVelocity = {static_cast<float>(velocity[0]), static_cast<float>(velocity[1]), static_cast<float>(velocity[2])};
    states[i].linearVelocity = {static_cast<float>(velocity[3]), static_cast<float>(velocity[4]), static_cast<float>(velocity[5])};
  }
  world->setStates(bodies, states);

  Path path;
  for (int frame = 0; frame <= kFrames; ++frame) {
    if (frame > 0) world->step(kDt);
    world->getStates(bodies, states);
    std::vector<Vec3> centers;
    for (std::size_t i = 0; i < states.size(); ++i) centers.push_back(states[i].worldFromBody * manikin.parts[i].centerOfMass);
    path.push_back(std::move(centers));
  }
  return path;
}

/// Largest distance of a part from where MuJoCo has it, as a share of the length of its path; parts that hardly move are left out.
float farthest(const Path& exact, const Path& path, std::string* who, const Manikin& manikin) {
  float worst = 0;
  for (std::size_t part = 0; part < exact[0].size(); ++part) {
    float length = 0, off = 0;
    for (std::size_t frame = 1; frame < exact.size(); ++frame) {
      length += distance(exact[frame][part], exact[frame - 1][part]);
      off = std::max(off, distance(exact[frame][part], path[frame][part]));
    }
    if (length < 0.05f) continue;
    if (off / length > worst) *who = manikin.parts[part].name;
    worst = std::max(worst, off / length);
  }
  return worst;
}

float compare(const char* what, const Start& start, std::string_view world) {
  const Manikin manikin = fitFigure("@figure").manikin;
  WorldDef def;
  def.gravity = start.gravity;
  MujocoModel model = bareModel(manikin, start);
  setMotion(model, start);
  const Path ours = worldPath(world, def, manikin, model, start);
  const Path exact = mujocoPath(model, manikin, kFine);
  std::string who;
  const float worst = farthest(exact, ours, &who, manikin);
  std::printf("%s, start %d, %s: %.3f %% of the path, %s\n", what, static_cast<int>(start.seed), std::string(world).c_str(),
              100 * static_cast<double>(worst), who.c_str());
  return worst;
}

/// Turning and stretching in the air: momenta alone.
Start tumbling(std::uint64_t seed) { return {.held = false, .gravity = {0, 0, -9.81f}, .spin = 3, .limbs = 2, .seed = seed}; }

/// Held at the pelvis lying level; trunk and limbs swing down and through. (Upright, the trunk would be balanced on the pelvis: then a
/// thousandth of a degree at the start decides where it falls, and no two integrators agree for long.)
Start pendulum(std::uint64_t seed) { return {.held = true, .gravity = {-9.81f, 0, 0}, .spin = 0, .limbs = 0.5f, .seed = seed}; }

TEST(FallsAlike, TheOracleAgreesWithItself) {
  const Manikin manikin = fitFigure("@figure").manikin;
  for (const Start& start : {tumbling(1), pendulum(1)}) {
    MujocoModel fine = bareModel(manikin, start), coarse = bareModel(manikin, start);
    setMotion(fine, start);
    setMotion(coarse, start);
    std::string who;
    EXPECT_LT(farthest(mujocoPath(fine, manikin, kFine), mujocoPath(coarse, manikin, kFine / 2), &who, manikin), 1e-4f) << who;
  }
}

TEST(FallsAlike, ATumblingFigure) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    EXPECT_LT(compare("tumbling", tumbling(seed), "crowd"), 0.01f);
    EXPECT_LT(compare("tumbling", tumbling(seed), "bullet"), 0.02f);
  }
}

TEST(FallsAlike, AHingedPendulum) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    EXPECT_LT(compare("pendulum", pendulum(seed), "crowd"), 0.01f);
    compare("pendulum", pendulum(seed), "bullet");
  }
}

}  // namespace
}  // namespace sinew::test
