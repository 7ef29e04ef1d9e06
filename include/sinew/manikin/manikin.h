#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/base/finding.h>
#include <sinew/base/math.h>
#include <sinew/base/result.h>
#include <sinew/manikin/roles.h>

// The physical body of a kind of character: one rigid part a role, its shape, mass and joint. Immutable model data,
// shared by every character of the kind.

namespace sinew {

enum class ShapeType : std::uint8_t { capsule, sphere, box };
std::string_view nameOf(ShapeType type);

enum class ShapeSource : std::uint8_t { mesh, table, bone };  ///< measured, the built-in figure's factors, a ratio of the bone
std::string_view nameOf(ShapeSource source);

enum class TailSource : std::uint8_t { joint, node, mesh, none };
std::string_view nameOf(TailSource source);

enum class FitMethod : std::uint8_t { trimmed, raw, radial };
std::string_view nameOf(FitMethod method);
std::optional<FitMethod> fitMethodFromName(std::string_view name);

enum class JointType : std::uint8_t { none, ball, hinge, fixed };
std::string_view nameOf(JointType type);

/// Trimmed box of a part's vertices in the part frame, and the raw one beside it.
struct PartBox {
  Vec3 center, halfExtent;        ///< m, in the box's own axes
  Vec3 rawCenter, rawHalfExtent;  ///< m, untrimmed
  Quat partFromBox;               ///< the box's axes: those of the part frame, or turned onto a bone that lies oblique in it
};

struct Tail {
  TailSource source = TailSource::none;
  std::int32_t node = -1;  ///< glTF node; -1 where the source is mesh or none
  Vec3 position;           ///< m, part frame
};

/// An interval of angles, rad.
struct Range {
  float low = 0, high = 0;
};

/// How a part hangs from its parent. Both frames meet at `anchor`; the joint angle is that of the child frame in the parent frame.
/// Ball: x is the twist axis (the line of the child's bone; it points up the bone on the side where that makes positive angles
/// mean the same anatomy left and right), y and z the swing axes: swing1 turns about y (flexion positive), swing2 about z
/// (abduction positive), and the swing rotation vector stays inside the four quarter-ellipses that the two ranges span. Hinge: x is the
/// axis, and the flexion angle counts right-handed about it; positive is anatomical flexion. Zero is the anatomical neutral.
struct PartJoint {
  JointType type = JointType::none;
  Transform parentFromFrame;    ///< in the parent part's frame, m
  Transform childFromFrame;     ///< in this part's frame, m
  Range twist, swing1, swing2;  ///< ball
  Range flexion;                ///< hinge
  Vec3 bindAngles;              ///< rad: (twist, swing1, swing2) or (flexion, 0, 0) in the bind pose; inside the ranges
  float maxTorque = 0;          ///< N m, cap of the motor
};

struct Part {
  std::string name;  ///< role name, "tail.2", "bone.17"
  Role role = Role::none;
  std::int32_t joint = -1;           ///< index into Rig::joints: the joint that drives it
  std::int32_t node = -1;            ///< its glTF node
  std::string jointName;             ///< printable
  std::int32_t parent = -1;          ///< index into Manikin::parts, smaller than its own; -1 at the root
  std::vector<std::int32_t> riders;  ///< other joints whose vertices and motion go with this part

  Transform modelFromPart;  ///< the part frame in model space at bind, m
  Tail tail;
  float boneLength = 0;  ///< m, head to tail
  Vec3 axis{0, 1, 0};    ///< unit, head to tail, part frame

  ShapeType shape = ShapeType::capsule;
  float radius = 0;      ///< m
  float halfHeight = 0;  ///< m, of the cylinder: 0 for a sphere
  Vec3 center;           ///< m, part frame
  ShapeSource shapeSource = ShapeSource::mesh;
  PartBox box;
  float boxAngle = 0;  ///< rad, between the bone and the box's longest side; a signal, not a switch
  std::uint32_t verticesUsed = 0;
  std::uint32_t samplesUsed = 0;  ///< triangle samples taken where the vertices stand in too few places
  /// Share of the points it was measured on (its vertices without what is worn or attached, and its triangle samples) inside the
  /// capsule grown by 15 % of the radius; none where it has no vertices. It counts points, not area: dense regions count more,
  /// and rings at the two ends alone (24 places or more) say nothing of the skin between them.
  std::optional<float> coverage;

  float mass = 0;      ///< kg
  Vec3 centerOfMass;   ///< m, part frame
  Vec3 inertia;        ///< kg m2, diagonal in the capsule's frame about the centre of mass (y along the axis)
  PartJoint toParent;  ///< type none at the root

  float length() const { return 2 * (halfHeight + radius); }
};

/// A role that the rig has, also where it is merged into another part.
struct FittedRole {
  std::int32_t joint = -1;  ///< index into Rig::joints
  std::int32_t node = -1;   ///< its glTF node
  std::string jointName;    ///< printable
  MapSource by = MapSource::topology;
  float confidence = 0;  ///< [0, 1]
};

struct Manikin {
  Creature creature = Creature::humanoid;
  std::string file, sha256;  ///< of the character it was measured on
  float metersPerUnit = 1;
  float referenceLength = 0;  ///< m
  std::string referenceFrom;
  float stature = 0;      ///< m
  float mass = 75;        ///< kg, total
  std::string massTable;  ///< "deLeva-male", "deLeva-female", "dempster-11", "density"
  FitMethod method = FitMethod::trimmed;
  std::string preset;  ///< "minimal", "standard", "full", "bones"
  RigAxes axes;
  std::map<Role, FittedRole> roles;
  std::vector<Role> absent;
  std::vector<Part> parts;                                         ///< (partCount) parents first; parts[0] is the root
  std::vector<std::pair<std::int32_t, std::int32_t>> overlapping;  ///< non-adjacent part pairs whose shapes overlap at bind: filtered
  Findings findings;

  std::int32_t partOf(Role role) const;  ///< -1 where there is none
  std::int32_t partOfJoint(std::int32_t joint) const;
};

/// Capsule frame in the part frame: y along the axis, origin at the centre.
Transform partFromShape(const Part& part);

}  // namespace sinew
