#include "fall.h"

#include <algorithm>
#include <cstdio>

#include "motion.h"

namespace sinew::view {

std::vector<Image> shootFall(Studio& studio, const Asset& asset, const Rig& rig, const Manikin& manikin, const Trajectory& trajectory,
                             int count, const ShotOptions& options) {
  const Motion motion = motionOf(asset, rig, manikin, trajectory, 1);
  const auto subjectAt = [&](std::size_t frame) {
    Subject subject = subjectOf(asset, rig, &manikin);
    const auto joints = motion.worldFromJoint.begin() + static_cast<std::ptrdiff_t>(frame * rig.joints.size());
    const auto parts = motion.worldFromPart.begin() + static_cast<std::ptrdiff_t>(frame * manikin.parts.size());
    subject.worldFromJoint.assign(joints, joints + static_cast<std::ptrdiff_t>(rig.joints.size()));
    subject.worldFromPart.assign(parts, parts + static_cast<std::ptrdiff_t>(manikin.parts.size()));
    subject.up = {0, 1, 0};
    subject.forward = rotate(trajectory.worldFromModel.rotation, rig.axes.forward);
    subject.floor = 0;
    return subject;
  };

  // Moments, with more of them early: that is where things happen.
  std::vector<Image> images;
  if (motion.frameCount == 0 || count <= 0) return images;
  std::vector<Subject> subjects;
  Bounds all{{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
  for (int i = 0; i < count; ++i) {
    const float share = count > 1 ? static_cast<float>(i) / static_cast<float>(count - 1) : 1;
    const auto frame = static_cast<std::size_t>(std::lround(share * share * static_cast<float>(motion.frameCount - 1)));
    Subject subject = subjectAt(frame);
    char caption[32];
    std::snprintf(caption, sizeof caption, "%.2f s", static_cast<double>(static_cast<float>(frame) * motion.dt));
    subject.caption = caption;
    const Bounds bounds = boundsOf(subject, studio.data());
    all.low = {std::min(all.low.x, bounds.low.x), std::min(all.low.y, bounds.low.y), std::min(all.low.z, bounds.low.z)};
    all.high = {std::max(all.high.x, bounds.high.x), std::max(all.high.y, bounds.high.y), std::max(all.high.z, bounds.high.z)};
    subjects.push_back(std::move(subject));
  }

  RigAxes axes;
  axes.up = {0, 1, 0};
  axes.forward = subjects.front().forward;
  axes.left = cross(axes.up, axes.forward);
  const Camera camera = frame(all, axes, Angle::threeQuarter, static_cast<float>(options.width) / static_cast<float>(options.height));
  for (const Subject& subject : subjects) images.push_back(studio.shoot(subject, camera, options));
  return images;
}

}  // namespace sinew::view
