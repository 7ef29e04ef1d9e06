#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <sinew/base/finding.h>
#include <sinew/rig/rig.h>

// Which joint plays which part of the body. Roles are the contract; names are one of four ways to find them.

namespace sinew {

enum class Creature : std::uint8_t { humanoid, quadruped, bones };
std::string_view nameOf(Creature creature);
std::optional<Creature> creatureFromName(std::string_view name);

enum class Role : std::uint8_t {
  none,
  // trunk, both body plans
  pelvis,
  spine,
  chest,
  neck,
  head,
  tail,
  // humanoid limbs
  leftClavicle,
  leftUpperArm,
  leftForearm,
  leftHand,
  leftThigh,
  leftShin,
  leftFoot,
  leftToes,
  rightClavicle,
  rightUpperArm,
  rightForearm,
  rightHand,
  rightThigh,
  rightShin,
  rightFoot,
  rightToes,
  // quadruped limbs
  frontLeftUpper,
  frontLeftLower,
  frontLeftPaw,
  frontRightUpper,
  frontRightLower,
  frontRightPaw,
  hindLeftUpper,
  hindLeftLower,
  hindLeftPaw,
  hindRightUpper,
  hindRightLower,
  hindRightPaw,
  // a segment of a rig that has no body plan
  bone,
};
inline constexpr std::size_t kRoleCount = static_cast<std::size_t>(Role::bone) + 1;

/// "leftUpperArm"; "" for none.
std::string_view nameOf(Role role);
std::optional<Role> roleFromName(std::string_view name);
/// The same role on the other side; the role itself for trunk parts.
Role mirrored(Role role);
/// +1 left, -1 right, 0 trunk.
int sideOf(Role role);
/// All roles of a body plan, parents first.
std::span<const Role> rolesOf(Creature creature);
/// Roles that must resolve or be declared absent: eleven of a humanoid, from pelvis to shins; of a quadruped pelvis, chest, head and four
/// times Upper, Lower, Paw.
std::span<const Role> coreRolesOf(Creature creature);
/// The role it hangs from when every role is there (leftForearm -> leftUpperArm; pelvis -> none).
Role parentOf(Role role);

enum class MapSource : std::uint8_t { explicitMap, file, alias, topology };
std::string_view nameOf(MapSource source);  ///< "explicit", "file", "alias", "topology"
std::optional<MapSource> mapSourceFromName(std::string_view name);

struct MappedRole {
  std::int32_t joint = -1;  ///< index into Rig::joints
  MapSource by = MapSource::topology;
  float confidence = 0;  ///< [0, 1]
};

/// An author's own word: role to joint name or glTF node index.
using ExplicitMap = std::map<Role, std::variant<std::int32_t, std::string>>;

struct MapOptions {
  std::optional<Creature> creature = {};  ///< detected where not given; never falls back to `bones` by itself
  ExplicitMap explicitMap = {};
  std::vector<Role> absent = {};       ///< declared by the author: the creature has none
  std::optional<MapSource> only = {};  ///< use that source alone; topology then sees neither names nor VRM maps
};

struct RoleMap {
  Creature creature = Creature::humanoid;
  std::map<Role, MappedRole> roles;  ///< resolved roles only
  std::vector<std::int32_t> tail;    ///< joints of a quadruped's tail below the first, root to tip
  std::vector<Role> absent;          ///< roles that this rig has not, declared or found
  std::vector<bool> helper;          ///< (jointCount) twist, IK, prop, face ...: carries no mass, never a body
  Findings findings;                 ///< failures name every unresolved role with its nearest candidates
  bool refused = false;              ///< half a map is no map: nothing may be built from it

  std::int32_t jointOf(Role role) const;  ///< -1 where not mapped
};

/// Explicit map, then the map inside the file, then the alias table, then topology, per role; then the full validation:
/// mirror, lengths, order, helpers. Never returns half a map silently: on any unresolved core role or broken rule `refused` is set and the
/// findings say why.
RoleMap mapRoles(const Rig& rig, const MapOptions& options = {});

/// Reads `{"leftThigh": "thigh_l", "head": 12, ...}`.
Result<ExplicitMap> readExplicitMap(std::string_view json);

}  // namespace sinew
