#include "rig/facing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew::rig {
namespace {

constexpr std::size_t kMostFeet = 100;  // more than a millipede's worth says nothing, and costs time

double clampUnit(double value) { return std::clamp(value, -1.0, 1.0); }

/// Where the leg stands on a foot, along forward: the middle of the shank just above it and the joint of the ankle, as far
/// as there are such.
double ankleOf(const Stance& stance, const Foot& foot) {
  Extent shank;
  for (std::size_t i = 0; i < stance.points.size(); ++i) {
    const Place& p = stance.points[i];
    if (p.height < 0.1 * stance.tall || p.height > 0.28 * stance.tall ||
        stance.medial(static_cast<std::size_t>(stance.view.points[i].owner)))
      continue;
    if (std::hypot(p.along - foot.middle.along, p.side - foot.middle.side) < 0.12 * stance.tall) shank.add(p.along);
  }
  const std::size_t joint = foot.joints.front();
  if (shank.empty()) return stance.joints[joint].along;
  return stance.low(joint) ? (shank.middle() + stance.joints[joint].along) / 2 : shank.middle();
}

/// Soles reach farther in front of the shank than behind it.
FacingVote feetVote(const Stance& stance) {
  double sum = 0, total = 0;
  if (stance.feet.size() > kMostFeet) return {"feet", 0, 0};
  for (const Foot& foot : stance.feet) {
    const double length = foot.sole.size();
    if (!(length > 0.01 * stance.view.size)) continue;
    sum += clampUnit(4 * (foot.sole.middle() - ankleOf(stance, foot)) / length) * length;
    total += length;
  }
  const double trust = steadiness(stance) > 0.5 ? 3 : 1;
  return total > 0 ? FacingVote{"feet", sum / total, trust} : FacingVote{"feet", 0, 0};
}

/// Toe joints lie in front of the foot joint.
FacingVote toesVote(const Stance& stance) {
  double sum = 0, total = 0;
  for (const Foot& foot : stance.feet) {
    const Place& root = stance.joints[foot.joints.front()];
    for (std::size_t i = 1; i < foot.joints.size(); ++i) {
      const Place& toe = stance.joints[foot.joints[i]];
      sum += toe.along - root.along;
      total += std::hypot(toe.along - root.along, toe.height - root.height, toe.side - root.side);
    }
  }
  return total > 0 ? FacingVote{"toes", clampUnit(1.5 * sum / total), 1.5} : FacingVote{"toes", 0, 0};
}

/// In a figure on two feet the knee lies in front of the line from hip to ankle.
FacingVote kneesVote(const Stance& stance) {
  if (stance.feet.size() != 2) return {"knees", 0, 0};
  double sum = 0, count = 0;
  for (const Foot& foot : stance.feet) {
    const std::size_t ankle = foot.joints.front();
    const std::int32_t knee = stance.view.joints[ankle].parent;
    const std::int32_t hip = knee < 0 ? -1 : stance.view.joints[static_cast<std::size_t>(knee)].parent;
    if (hip < 0 || stance.plane.imageOf[static_cast<std::size_t>(hip)] < 0) continue;
    const Place &h = stance.joints[static_cast<std::size_t>(hip)], &k = stance.joints[static_cast<std::size_t>(knee)],
                &a = stance.joints[ankle];
    const double drop = h.height - a.height;
    const double share = drop > 0 ? (h.height - k.height) / drop : 0;
    if (!(share > 0.2 && share < 0.8)) continue;
    sum += clampUnit(20 * (k.along - h.along - share * (a.along - h.along)) / drop);
    count += 1;
  }
  return count > 0 ? FacingVote{"knees", sum / count, 0.7} : FacingVote{"knees", 0, 0};
}

/// The trunk runs from the root toward the limbs and on to the head; what hangs where it starts, and bears no limbs, is a tail.
FacingVote trunkVote(const Stance& stance, double lying) {
  const std::vector<BodyJoint>& joints = stance.view.joints;
  std::vector<int> limbs(joints.size(), 0), trunkBranches(joints.size(), 0);
  for (std::size_t joint = joints.size(); joint-- > 0;) {
    if (joints[joint].parent < 0) continue;
    const auto parent = static_cast<std::size_t>(joints[joint].parent);
    limbs[parent] += limbs[joint] + (stance.plane.imageOf[joint] >= 0 ? 1 : 0);
    if (stance.medial(joint) && limbs[joint] > 0) ++trunkBranches[parent];
  }

  std::vector<double> sign(joints.size(), 1);
  double sum = 0, total = 0;
  for (std::size_t joint = 0; joint < joints.size(); ++joint) {
    if (joints[joint].parent < 0 || !stance.medial(joint)) continue;
    const auto parent = static_cast<std::size_t>(joints[joint].parent);
    const bool tail = limbs[joint] == 0 && trunkBranches[parent] > 0;
    sign[joint] = tail ? -1 : sign[parent];
    sum += sign[joint] * (stance.joints[joint].along - stance.joints[parent].along);
    total += distance(joints[joint].position, joints[parent].position);
  }
  return total > 0 ? FacingVote{"run of the trunk", clampUnit(2 * sum / total), 1.5 * lying} : FacingVote{"run of the trunk", 0, 0};
}

/// Faces are modelled in more detail than the backs of heads: more vertices stand in front of the middle of a high medial part.
FacingVote faceVote(const Stance& stance) {
  struct Detail {
    Extent along;
    double sum = 0, count = 0;
  };
  std::vector<Detail> details(stance.joints.size());
  for (std::size_t i = 0; i < stance.points.size(); ++i) {
    const auto owner = static_cast<std::size_t>(stance.view.points[i].owner);
    if (stance.points[i].height < 0.5 * stance.tall || stance.plane.imageOf[owner] >= 0) continue;
    details[owner].along.add(stance.points[i].along);
    details[owner].sum += stance.points[i].along;
    details[owner].count += 1;
  }
  double sum = 0, total = 0;
  for (const Detail& detail : details) {
    if (!(detail.along.size() > 0)) continue;
    sum += (detail.sum - detail.count * detail.along.middle()) / (detail.along.size() / 2);
    total += detail.count;
  }
  return total > 0 ? FacingVote{"face", clampUnit(2 * sum / total), 1} : FacingVote{"face", 0, 0};
}

/// The head end of a long body is carried higher than the tail end, which has hind legs below it, and is made of more.
std::vector<FacingVote> lengthVotes(const Stance& stance, double lying) {
  double front = 0, back = 0, frontCount = 0, backCount = 0, sum = 0;
  for (const Place& p : stance.points) {
    const double share = (p.along - stance.reach.low) / stance.reach.size();
    sum += share - 0.5;
    if (share < 0.2) {
      back += p.height;
      backCount += 1;
    } else if (share > 0.8) {
      front += p.height;
      frontCount += 1;
    }
  }
  if (!(frontCount > 0) || !(backCount > 0)) return {};
  const double rise = (front / frontCount - back / backCount) / stance.tall;
  return {{"head", clampUnit(3 * rise), lying}, {"mass", clampUnit(6 * sum / static_cast<double>(stance.points.size())), 1.5 * lying}};
}

}  // namespace

std::vector<FacingVote> voteOnFacing(const Stance& stance) {
  if (!(stance.tall > 0) || !(stance.reach.size() > 0)) return {};

  // A body that is long rather than tall has a head end and a tail end.
  Extent along;
  for (const Place& joint : stance.joints) along.add(joint.along);
  const double lying = std::clamp(2 * along.size() / stance.tall - 0.6, 0.0, 1.0);

  std::vector<FacingVote> votes{feetVote(stance), toesVote(stance), kneesVote(stance), faceVote(stance), trunkVote(stance, lying)};
  for (FacingVote& vote : lengthVotes(stance, lying)) votes.push_back(std::move(vote));
  return votes;
}

}  // namespace sinew::rig
