#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sinew/rig/rig.h>

namespace sinew::topology {

/// A joint that moves skin itself or through the joints below it. IK targets, poles and end markers do neither and are left out.
struct BodyJoint {
  std::int32_t joint = -1;             ///< index into Rig::joints
  std::int32_t parent = -1;            ///< index into Body::joints, smaller than its own; -1 for a root
  std::vector<std::int32_t> children;  ///< indices into Body::joints
  std::int32_t mirror = -1;            ///< its twin on the other side; itself on the mirror plane; -1 where it has none
  Vec3 at;                             ///< body frame
  float area = 0;                      ///< share of the body's skin that it moves itself, [0, 1]
  float areaBelow = 0;                 ///< the same with everything below it
  Vec3 centre;                         ///< centroid of its own skin; `at` where it has none
  Vec3 centreBelow;                    ///< centroid of the skin of its whole branch
};

/// One vertex's pull by one joint. A vertex with three influences makes three samples that share its area.
struct SkinSample {
  Vec3 at;
  float area = 0;  ///< share of the body's skin
};

/// The skeleton and skin of a character in its own frame, bind pose: x to one side with the mirror plane at 0, y up with the
/// ground at 0, z along the facing (or against it: see `facing`), unit length = the height of the skin.
struct Body {
  std::vector<BodyJoint> joints;         ///< parents first
  std::vector<SkinSample> skin;          ///< sorted by owner
  std::vector<std::uint32_t> skinStart;  ///< (jointCount + 1) samples of joint j are [skinStart[j], skinStart[j + 1])
  Vec3 side, forward;                    ///< x and z of the body frame in model space
  float symmetry = 0;                    ///< share of the joints off the mirror plane that have a twin, [0, 1]

  std::span<const SkinSample> skinOf(std::int32_t joint) const;
  /// Samples of a joint and everything below it.
  std::vector<SkinSample> skinBelow(std::int32_t joint) const;
  /// True for a joint of a pair; trunk joints and odd ones have no twin.
  bool hasTwin(std::int32_t joint) const { return (*this)[joint].mirror >= 0 && (*this)[joint].mirror != joint; }
  bool isAbove(std::int32_t ancestor, std::int32_t joint) const;  ///< true also for the joint itself
  const BodyJoint& operator[](std::int32_t joint) const { return joints[static_cast<std::size_t>(joint)]; }
};

/// Reduces the rig to what moves skin and measures that skin by triangle area. Empty where nothing is skinned. The frame's x and z
/// are those of the rig until `alignToMirror` has turned them.
Body bodyOf(const Rig& rig);

/// Finds the vertical plane that maps the skeleton and its skin onto itself, turns the frame so that it is x = 0, and pairs twins.
void alignToMirror(Body& body);

/// Hangs feet and hands that are children of a root control (or roots of their own) on the limb whose free end their skin
/// touches, as the anatomy has it.
void reattachEnds(Body& body);

/// Value below which `share` of the samples' area lies, along x, y or z (`axis` 0..2).
float quantile(std::span<const SkinSample> samples, int axis, float share);
/// Distance from `from` within which 95 % of the samples' area lies; 0 without samples.
float reach(std::span<const SkinSample> samples, const Vec3& from);

}  // namespace sinew::topology
