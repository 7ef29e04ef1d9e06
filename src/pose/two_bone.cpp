#include <algorithm>
#include <cmath>

#include <sinew/pose/ik.h>

namespace sinew {

namespace {

constexpr float kHair = 1e-5f;  ///< of the chain's length, by which it stays off straight and off folded

/// Model transforms of joints below from their locals, parents first.
void follow(const Skeleton& skeleton, std::span<const std::int32_t> joints, std::span<const Transform> parentFromJoint,
            std::span<Transform> modelFromJoint) {
  for (const std::int32_t joint : joints) {
    const auto j = static_cast<std::size_t>(joint);
    const std::int32_t parent = skeleton.parents[j];
    const Transform local{parentFromJoint[j].rotation, scaled(skeleton.scaleAbove[j], parentFromJoint[j].translation)};
    modelFromJoint[j] = parent < 0 ? local : modelFromJoint[static_cast<std::size_t>(parent)] * local;
  }
}

/// The turn about `normal` that takes one unit direction of its plane to another; half way round too.
Quat turnInPlane(const Vec3& normal, const Vec3& from, const Vec3& to) {
  const float c = dot(from, to), s = dot(cross(from, to), normal);
  const Quat q =
      c > 0 ? Quat{normal.x * s, normal.y * s, normal.z * s, 1 + c} : Quat{normal.x * (1 - c), normal.y * (1 - c), normal.z * (1 - c), s};
  return normalized(q);
}

/// `v` made unit, or what `otherwise` gives where it has no direction.
template <class Otherwise>
Vec3 unitOr(const Vec3& v, const Otherwise& otherwise) {
  const float l = length(v);
  return l > 1e-12f ? v * (1 / l) : otherwise();
}

/// What of `v` is at a right angle to the unit vector `axis`, made unit.
Vec3 aside(const Vec3& v, const Vec3& axis) {
  return unitOr(v - axis * dot(axis, v), [&] { return perpendicular(axis); });
}

/// Rotation that takes one unit bone and the side it bends to, to another bone and side.
Quat between(const Vec3& boneFrom, const Vec3& sideFrom, const Vec3& boneTo, const Vec3& sideTo) {
  const Quat bone = fromTo(boneFrom, boneTo);
  return turnInPlane(boneTo, aside(rotate(bone, aside(sideFrom, boneFrom)), boneTo), aside(sideTo, boneTo)) * bone;
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
  const Vec3 old = unitOr(ankle - hip, [&] { return (knee - hip) / upper; });
  const Vec3 along = unitOr(line / whole, [&] { return old; });
  const float reach =
      std::clamp(softened(length(line), whole, target.soften), std::abs(upper - lower) + kHair * whole, whole * (1 - kHair));

  // The side that the middle joint goes to: the pole's, else the one it bends to now, else the one it bends to by nature.
  const Vec3 bendNow = knee - hip - old * dot(knee - hip, old);
  const auto top = static_cast<std::size_t>(limb.upper);
  const Vec3 byNature = rotate(modelFromJoint[top].rotation * conjugate(skeleton.modelFromBind[top].rotation), limb.bend);
  const Vec3 sideNow = length(bendNow) > 1e-4f * whole ? bendNow / length(bendNow) : aside(byNature, old);
  const Vec3 turned = rotate(fromTo(old, along), sideNow);
  const Vec3 carried = aside(turned, along);
  const Vec3 poled = target.pole - along * dot(target.pole, along);
  const Vec3 side = length(poled) > 1e-4f ? unitOr(lerp(carried, normalized(poled), weight), [&] { return carried; }) : carried;

  // Law of cosines: the middle joint stands where both bones meet.
  const float ahead = (upper * upper - lower * lower + reach * reach) / (2 * reach);
  const float out = std::sqrt(std::max(0.0f, upper * upper - ahead * ahead));
  const Vec3 kneeNew = hip + along * ahead + side * out, ankleNew = hip + along * reach;

  // Each of the three against what it hangs from, which turns with the one above; what hangs below follows.
  const auto lowerJoint = static_cast<std::size_t>(limb.lower), end = static_cast<std::size_t>(limb.end);
  const auto above = [&](std::size_t joint) {
    const std::int32_t parent = skeleton.parents[joint];
    return parent < 0 ? Quat{} : modelFromJoint[static_cast<std::size_t>(parent)].rotation;
  };
  const Quat upperTurn = between((knee - hip) / upper, sideNow, normalized(kneeNew - hip), side);
  // The lower bone turns in the plane of the bend; about its normal no direction is special; what rounding left is small.
  const Vec3 kneeNow = hip + rotate(upperTurn, knee - hip);
  const Vec3 from = rotate(upperTurn, ankle - knee) / lower, to = normalized(ankleNew - kneeNow);
  const Quat inPlane = turnInPlane(cross(along, side), from, to), lowerTurn = fromTo(normalized(rotate(inPlane, from)), to) * inPlane;
  const Quat bothTurn = lowerTurn * upperTurn;
  parentFromJoint[top].rotation = normalized(conjugate(above(top)) * (upperTurn * modelFromJoint[top].rotation));
  parentFromJoint[lowerJoint].rotation =
      normalized(conjugate(upperTurn * above(lowerJoint)) * (bothTurn * modelFromJoint[lowerJoint].rotation));
  parentFromJoint[end].rotation = normalized(conjugate(bothTurn * above(end)) * modelFromJoint[end].rotation);
  follow(skeleton, limb.belowUpper, parentFromJoint, modelFromJoint);

  const float error = distance(place(limb.end), target.position);
  return {.reached = error <= 1e-4f * whole, .error = error};
}

}  // namespace sinew
