#include "rig/stance.h"

#include <cmath>

namespace sinew::rig {
namespace {

/// (jointCount) true where a joint may be part of a foot: a leg that has a low joint below it is none.
std::vector<bool> footJoints(const Stance& stance) {
  const std::vector<BodyJoint>& joints = stance.view.joints;
  std::vector<bool> result(joints.size(), true), footBelow(joints.size(), false);
  for (std::size_t joint = joints.size(); joint-- > 0;) {
    if (!stance.low(joint) && footBelow[joint]) result[joint] = false;
    if (joints[joint].parent >= 0 && (stance.low(joint) || footBelow[joint]))
      footBelow[static_cast<std::size_t>(joints[joint].parent)] = true;
  }
  return result;
}

/// What of one joint touches the floor.
struct Contact {
  Extent along;
  Place sum;
  double count = 0;
  void add(const Place& place) {
    along.add(place.along);
    sum = {sum.along + place.along, sum.height + place.height, sum.side + place.side};
    count += 1;
  }
};

/// Soles as the vertices show them; where there is no mesh, the low joints stand for their own.
std::vector<Contact> contacts(const Stance& stance) {
  const BodyView& view = stance.view;
  const std::vector<bool> mayTouch = footJoints(stance);
  const auto beside = [&](const Place& place) { return std::abs(place.side) >= 0.01 * view.size; };
  std::vector<Contact> result(view.joints.size());
  if (!view.points.empty()) {
    for (std::size_t i = 0; i < view.points.size(); ++i) {
      const auto joint = static_cast<std::size_t>(view.points[i].owner);
      if (mayTouch[joint] && stance.points[i].height < 0.05 * stance.tall && beside(stance.points[i])) result[joint].add(stance.points[i]);
    }
  } else {
    for (std::size_t joint = 0; joint < view.joints.size(); ++joint) {
      if (stance.low(joint) && beside(stance.joints[joint])) result[joint].add(stance.joints[joint]);
    }
  }
  return result;
}

/// Feet are what touches the floor beside the mirror plane; toes belong to the foot that they hang from.
std::vector<Foot> findFeet(const Stance& stance) {
  const std::vector<Contact> touching = contacts(stance);
  std::vector<Foot> feet;
  std::vector<double> counts;
  std::vector<std::int32_t> footOf(touching.size(), -1);
  for (std::size_t joint = 0; joint < touching.size(); ++joint) {
    const Contact& contact = touching[joint];
    if (!(contact.count > 0)) continue;
    const std::int32_t parent = stance.view.joints[joint].parent;
    footOf[joint] = parent < 0 ? -1 : footOf[static_cast<std::size_t>(parent)];
    if (footOf[joint] < 0) {
      footOf[joint] = static_cast<std::int32_t>(feet.size());
      feet.emplace_back();
      counts.push_back(0);
    }
    const auto f = static_cast<std::size_t>(footOf[joint]);
    feet[f].joints.push_back(joint);
    feet[f].sole.add(contact.along.low);
    feet[f].sole.add(contact.along.high);
    feet[f].middle.along += contact.sum.along;
    feet[f].middle.side += contact.sum.side;
    counts[f] += contact.count;
  }
  for (std::size_t f = 0; f < feet.size(); ++f) {
    feet[f].middle.along /= counts[f];
    feet[f].middle.side /= counts[f];
  }
  return feet;
}

}  // namespace

bool Stance::medial(std::size_t joint) const { return plane.imageOf[joint] < 0 && std::abs(joints[joint].side) < 0.03 * view.size; }

Stance standBody(const BodyView& view, const MirrorPlane& plane, const Vec3d& up, const Vec3d& forward) {
  Stance stance{view, plane, {}, {}, {}, 0, {}};
  const auto place = [&](const Vec3d& p) { return Place{dot(p, forward), dot(p, up), plane.side(p)}; };
  for (const BodyJoint& joint : view.joints) stance.joints.push_back(place(joint.position));
  stance.points.reserve(view.points.size());
  for (const BodyPoint& point : view.points) stance.points.push_back(place(point.position));

  // The floor is where the lowest vertex is.
  Extent height;
  for (const Place& p : stance.points.empty() ? stance.joints : stance.points) {
    height.add(p.height);
    stance.reach.add(p.along);
  }
  for (Place& p : stance.joints) p.height -= height.low;
  for (Place& p : stance.points) p.height -= height.low;
  stance.tall = height.size();
  stance.feet = findFeet(stance);
  return stance;
}

Vec3d fallOfLimbs(const BodyView& view, const MirrorPlane& plane) {
  // The top of a limb is a paired joint below one that is not; its tip is the joint below it that is farthest away.
  std::vector<std::int32_t> top(view.joints.size(), -1);
  std::vector<Vec3d> reach(view.joints.size());
  for (std::size_t joint = 0; joint < view.joints.size(); ++joint) {
    const std::int32_t parent = view.joints[joint].parent;
    if (parent >= 0) top[joint] = top[static_cast<std::size_t>(parent)];
    if (top[joint] < 0 && plane.imageOf[joint] >= 0) top[joint] = static_cast<std::int32_t>(joint);
    if (top[joint] < 0) continue;
    const auto t = static_cast<std::size_t>(top[joint]);
    const Vec3d out = view.joints[joint].position - view.joints[t].position;
    if (lengthSquared(out) > lengthSquared(reach[t])) reach[t] = out;
  }
  Vec3d sum;
  double total = 0;
  for (const Vec3d& out : reach) {
    const Vec3d inPlane = out - plane.normal * dot(out, plane.normal);
    sum += inPlane;
    total += length(inPlane);
  }
  return total > 0.3 * view.size ? sum / total : Vec3d{};
}

double steadiness(const Stance& stance) {
  if (stance.feet.size() < 2 || (stance.feet.size() == 2 && stance.tall < stance.reach.size())) return 0;
  if (stance.points.empty()) return 1;
  double limbs = 0, total = 0;
  for (std::size_t i = 0; i < stance.points.size(); ++i) {
    if (stance.points[i].height > 0.05 * stance.tall) continue;
    total += 1;
    if (!stance.medial(static_cast<std::size_t>(stance.view.points[i].owner))) limbs += 1;
  }
  return total > 0 ? limbs / total : 0;
}

}  // namespace sinew::rig
