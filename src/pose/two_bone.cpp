#include <algorithm>
#include <cmath>

#include <sinew/pose/ik.h>

namespace sinew {

namespace {

constexpr float kHair = 1e-5f;  ///< of the chain's length, by which it stays off straight and off folded

/// Turns joints rigidly about a point of model space.
void turnAbout(std::span<const std::int32_t> joints, const Vec3& pivot, const Quat& turn, std::span<Transform> modelFromJoint) {
  for (const std::int32_t joint : joints) {
    Transform& one = modelFromJoint[static_cast<std::size_t>(joint)];
    one = {normalized(turn * one.rotation), pivot + rotate(turn, one.translation - pivot)};
  }
}

void toParent(const Skeleton& skeleton, std::int32_t joint, std::span<const Transform> modelFromJoint,
              std::span<Transform> parentFromJoint) {
  const auto j = static_cast<std::size_t>(joint);
  const std::int32_t parent = skeleton.parents[j];
  const Quat above = parent < 0 ? Quat{} : modelFromJoint[static_cast<std::size_t>(parent)].rotation;
  parentFromJoint[j].rotation = normalized(conjugate(above) * modelFromJoint[j].rotation);
}

/// Rotation that takes one bone and the side it bends to, to another bone and side.
Quat between(const Vec3& boneFrom, const Vec3& sideFrom, const Vec3& boneTo, const Vec3& sideTo) {
  const auto frame = [](const Vec3& bone, const Vec3& side) {
    const Vec3 y = normalized(bone), x = normalized(side - y * dot(y, side), perpendicular(y));
    return Mat3{x, y, cross(x, y)};
  };
  return toQuat(frame(boneTo, sideTo) * transpose(frame(boneFrom, sideFrom)));
}

/// Toward straight the reach slows down: beyond (1 - soften) of the length the rest is approached exponentially.
float softened(float wanted, float whole, float soften) {
  const float from = whole * (1 - soften), room = whole - from;
  if (!(soften > 0) || wanted <= from) return wanted;
  return from + room * (1 - exponentialDecay((wanted - from) / room));
}

}  // namespace

TwoBoneResult solveTwoBone(const Skeleton& skeleton, const Limb& limb, const TwoBoneTarget& target, std::span<Transform> parentFromJoint,
                           std::span<Transform> modelFromJoint) {
  if (limb.end < 0) return {};
  const auto place = [&](std::int32_t joint) { return modelFromJoint[static_cast<std::size_t>(joint)].translation; };
  const Vec3 hip = place(limb.upper), knee = place(limb.lower), ankle = place(limb.end);
  const float upper = distance(hip, knee), lower = distance(knee, ankle), whole = upper + lower;
  if (!(upper > 0) || !(lower > 0)) return {};
  const float weight = std::clamp(target.weight, 0.0f, 1.0f);
  const Vec3 goal = lerp(ankle, target.position, weight);

  // How far, and along which line.
  const Vec3 line = goal - hip;
  const Vec3 old = normalized(ankle - hip, normalized(knee - hip));
  const Vec3 along = normalized(line / whole, old);
  const float reach =
      std::clamp(softened(length(line), whole, target.soften), std::abs(upper - lower) + kHair * whole, whole * (1 - kHair));

  // The side that the middle joint goes to: the pole's, else the one it bends to now, else the one it bends to by nature.
  const Vec3 bendNow = knee - hip - old * dot(knee - hip, old);
  const auto top = static_cast<std::size_t>(limb.upper);
  const Vec3 byNature = rotate(modelFromJoint[top].rotation * conjugate(skeleton.modelFromBind[top].rotation), limb.bend);
  const Vec3 sideNow =
      length(bendNow) > 1e-4f * whole ? normalized(bendNow) : normalized(byNature - old * dot(byNature, old), perpendicular(old));
  const Vec3 turned = rotate(fromTo(old, along), sideNow);
  const Vec3 carried = normalized(turned - along * dot(along, turned), perpendicular(along));
  const Vec3 poled = target.pole - along * dot(target.pole, along);
  const Vec3 side = length(poled) > 1e-4f ? normalized(lerp(carried, normalized(poled), weight), carried) : carried;

  // Law of cosines: the middle joint stands where both bones meet.
  const float ahead = (upper * upper - lower * lower + reach * reach) / (2 * reach);
  const float out = std::sqrt(std::max(0.0f, upper * upper - ahead * ahead));
  const Vec3 kneeNew = hip + along * ahead + side * out, ankleNew = hip + along * reach;

  const Quat endBefore = modelFromJoint[static_cast<std::size_t>(limb.end)].rotation;
  turnAbout(limb.belowUpper, hip, between(knee - hip, sideNow, kneeNew - hip, side), modelFromJoint);
  // The lower bone turns in the plane of the bend; about its normal no direction is special; what rounding left is small.
  const Vec3 kneeNow = place(limb.lower), from = normalized(place(limb.end) - kneeNow), to = normalized(ankleNew - kneeNow);
  const Vec3 normal = cross(along, side);
  const Quat inPlane = axisAngle(normal, std::atan2(dot(cross(from, to), normal), dot(from, to)));
  turnAbout(limb.belowLower, kneeNow, fromTo(rotate(inPlane, from), to) * inPlane, modelFromJoint);
  const Quat endNow = modelFromJoint[static_cast<std::size_t>(limb.end)].rotation;
  turnAbout(limb.belowEnd, place(limb.end), endBefore * conjugate(endNow), modelFromJoint);
  for (const std::int32_t joint : {limb.upper, limb.lower, limb.end}) toParent(skeleton, joint, modelFromJoint, parentFromJoint);

  const float error = distance(place(limb.end), target.position);
  return {.reached = error <= 1e-4f * whole, .error = error};
}

}  // namespace sinew
