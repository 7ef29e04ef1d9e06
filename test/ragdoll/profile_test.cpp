#include <gtest/gtest.h>

#include <sinew/ragdoll/profile.h>

#include "ragdoll/figure.h"

// Muscles by role: strong enough for what bodies do, and no stronger.

namespace sinew {
namespace {

using test::figure;
using test::kStep;

float capOf(const std::vector<PartDrive>& drives, const Manikin& manikin, Role role) {
  return drives[static_cast<std::size_t>(manikin.partOf(role))].maxTorque;
}

TEST(MuscleProfile, FollowsRolesSidesAndSize) {
  const Manikin& adult = figure().fitted.manikin;
  const std::vector<PartDrive> drives = muscleProfile(adult);
  ASSERT_EQ(drives.size(), adult.parts.size());
  EXPECT_GT(capOf(drives, adult, Role::leftThigh), capOf(drives, adult, Role::leftUpperArm));
  EXPECT_GT(capOf(drives, adult, Role::leftUpperArm), capOf(drives, adult, Role::leftForearm));
  EXPECT_GT(capOf(drives, adult, Role::leftForearm), capOf(drives, adult, Role::leftHand));
  for (const auto& [left, right] : {std::pair(Role::leftThigh, Role::rightThigh), std::pair(Role::leftHand, Role::rightHand)})
    EXPECT_EQ(capOf(drives, adult, left), capOf(drives, adult, right));
  EXPECT_NEAR(capOf(drives, adult, Role::leftShin), 220 * adult.mass * adult.stature / (75 * 1.75f), 0.5f);

  const test::Fitted child = test::fitFigure("@figure:child");
  const float ratio = child.manikin.mass * child.manikin.stature / (adult.mass * adult.stature);
  EXPECT_LT(ratio, 0.9f);
  EXPECT_NEAR(capOf(muscleProfile(child.manikin), child.manikin, Role::leftShin) / capOf(drives, adult, Role::leftShin), ratio, 1e-4f);
  EXPECT_NEAR(capOf(muscleProfile(adult, 0.3f), adult, Role::leftShin), 0.3f * capOf(drives, adult, Role::leftShin), 1e-3f);

  // No table knows a paw: it holds what hangs on it.
  const test::Fitted hound = test::fitFigure("@quadruped");
  for (const PartDrive& drive : muscleProfile(hound.manikin)) EXPECT_GT(drive.maxTorque, 0);
}

/// rad, the worst joint after two seconds of holding the bind pose level, the pelvis pinned; how many motors met their cap at the end.
std::pair<float, int> held(std::string_view name, float strength) {
  const std::unique_ptr<World> world = std::move(*createWorld(name));
  Ragdoll doll = std::move(*buildRagdoll(*world, figure().kind->body));
  doll.drives = muscleProfile(figure().fitted.manikin, strength);
  doll.drives[0] = figure().kind->body->drives[0];
  doll.drives[0].pin = 1;
  const std::vector<Transform>& bind = figure().kind->animation->skeleton.modelFromBind;
  for (int i = 0; i < 120; ++i) {
    doll.drive(*world, bind, DriveStep{});
    world->step(kStep);
  }
  std::vector<Transform> local(bind.size()), wanted(bind.size()), model(bind.size());
  toLocal(figure().kind->animation->skeleton, bind, wanted);
  local = wanted;
  doll.readModel({}, local, model);
  float worst = 0;
  for (std::size_t j = 0; j < local.size(); ++j) worst = std::max(worst, angleBetween(local[j].rotation, wanted[j].rotation));
  doll.readLoad();
  int saturated = 0;
  float most = 0;
  for (std::size_t i = 1; i < doll.bodies.size(); ++i) {
    EXPECT_LE(doll.torque[i], doll.drives[i].maxTorque * 1.01f) << i;
    saturated += doll.saturated[i];
    most = std::max(most, doll.torque[i]);
  }
  std::printf("%s, strength %.2f: worst joint %.1f degrees off, largest torque %.1f N m, %d at their cap\n", std::string(name).c_str(),
              static_cast<double>(strength), static_cast<double>(degrees(worst)), static_cast<double>(most), saturated);
  return {worst, saturated};
}

TEST(MuscleProfile, HoldsAPoseAndAWeakOneSaysThatItCannot) {
  for (const std::string_view name : worldNames()) {
    const auto [strong, none] = held(name, 1);
    EXPECT_LT(degrees(strong), 5.0f) << name;
    EXPECT_EQ(none, 0) << name;
    const auto [weak, some] = held(name, 0.01f);
    EXPECT_GT(degrees(weak), 10.0f) << name;
    EXPECT_GT(some, 0) << name;
  }
}

}  // namespace
}  // namespace sinew
