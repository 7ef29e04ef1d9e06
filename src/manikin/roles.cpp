#include <array>

#include <sinew/base/log.h>
#include <sinew/manikin/roles.h>

// The role tables: one row a role, and the lists of each body plan.

namespace sinew {

namespace {

struct RoleRow {
  Role role;
  std::string_view name;
  Role parent;
  Role mirror;
  int side;
};

constexpr std::array<RoleRow, kRoleCount> kRows{{
    {Role::none, "", Role::none, Role::none, 0},
    {Role::pelvis, "pelvis", Role::none, Role::pelvis, 0},
    {Role::spine, "spine", Role::pelvis, Role::spine, 0},
    {Role::chest, "chest", Role::spine, Role::chest, 0},
    {Role::neck, "neck", Role::chest, Role::neck, 0},
    {Role::head, "head", Role::neck, Role::head, 0},
    {Role::tail, "tail", Role::pelvis, Role::tail, 0},
    {Role::leftClavicle, "leftClavicle", Role::chest, Role::rightClavicle, 1},
    {Role::leftUpperArm, "leftUpperArm", Role::leftClavicle, Role::rightUpperArm, 1},
    {Role::leftForearm, "leftForearm", Role::leftUpperArm, Role::rightForearm, 1},
    {Role::leftHand, "leftHand", Role::leftForearm, Role::rightHand, 1},
    {Role::leftThigh, "leftThigh", Role::pelvis, Role::rightThigh, 1},
    {Role::leftShin, "leftShin", Role::leftThigh, Role::rightShin, 1},
    {Role::leftFoot, "leftFoot", Role::leftShin, Role::rightFoot, 1},
    {Role::leftToes, "leftToes", Role::leftFoot, Role::rightToes, 1},
    {Role::rightClavicle, "rightClavicle", Role::chest, Role::leftClavicle, -1},
    {Role::rightUpperArm, "rightUpperArm", Role::rightClavicle, Role::leftUpperArm, -1},
    {Role::rightForearm, "rightForearm", Role::rightUpperArm, Role::leftForearm, -1},
    {Role::rightHand, "rightHand", Role::rightForearm, Role::leftHand, -1},
    {Role::rightThigh, "rightThigh", Role::pelvis, Role::leftThigh, -1},
    {Role::rightShin, "rightShin", Role::rightThigh, Role::leftShin, -1},
    {Role::rightFoot, "rightFoot", Role::rightShin, Role::leftFoot, -1},
    {Role::rightToes, "rightToes", Role::rightFoot, Role::leftToes, -1},
    {Role::frontLeftUpper, "frontLeftUpper", Role::chest, Role::frontRightUpper, 1},
    {Role::frontLeftLower, "frontLeftLower", Role::frontLeftUpper, Role::frontRightLower, 1},
    {Role::frontLeftPaw, "frontLeftPaw", Role::frontLeftLower, Role::frontRightPaw, 1},
    {Role::frontRightUpper, "frontRightUpper", Role::chest, Role::frontLeftUpper, -1},
    {Role::frontRightLower, "frontRightLower", Role::frontRightUpper, Role::frontLeftLower, -1},
    {Role::frontRightPaw, "frontRightPaw", Role::frontRightLower, Role::frontLeftPaw, -1},
    {Role::hindLeftUpper, "hindLeftUpper", Role::pelvis, Role::hindRightUpper, 1},
    {Role::hindLeftLower, "hindLeftLower", Role::hindLeftUpper, Role::hindRightLower, 1},
    {Role::hindLeftPaw, "hindLeftPaw", Role::hindLeftLower, Role::hindRightPaw, 1},
    {Role::hindRightUpper, "hindRightUpper", Role::pelvis, Role::hindLeftUpper, -1},
    {Role::hindRightLower, "hindRightLower", Role::hindRightUpper, Role::hindLeftLower, -1},
    {Role::hindRightPaw, "hindRightPaw", Role::hindRightLower, Role::hindLeftPaw, -1},
    {Role::bone, "bone", Role::none, Role::bone, 0},
}};

constexpr bool rowsAreInOrder() {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (static_cast<std::size_t>(kRows[i].role) != i) return false;
  return true;
}
static_assert(rowsAreInOrder());

const RoleRow& rowOf(Role role) {
  const auto index = static_cast<std::size_t>(role);
  SINEW_ASSERT(index < kRows.size());
  return kRows[index < kRows.size() ? index : 0];
}

constexpr std::array kHumanoid{
    Role::pelvis,      Role::spine,    Role::chest,         Role::neck,          Role::head,         Role::leftClavicle, Role::leftUpperArm,
    Role::leftForearm, Role::leftHand, Role::rightClavicle, Role::rightUpperArm, Role::rightForearm, Role::rightHand,    Role::leftThigh,
    Role::leftShin,    Role::leftFoot, Role::leftToes,      Role::rightThigh,    Role::rightShin,    Role::rightFoot,    Role::rightToes};

constexpr std::array kHumanoidCore{Role::pelvis,      Role::chest,         Role::head,         Role::leftUpperArm,
                                   Role::leftForearm, Role::rightUpperArm, Role::rightForearm, Role::leftThigh,
                                   Role::leftShin,    Role::rightThigh,    Role::rightShin};

constexpr std::array kQuadruped{Role::pelvis,
                                Role::spine,
                                Role::chest,
                                Role::neck,
                                Role::head,
                                Role::tail,
                                Role::frontLeftUpper,
                                Role::frontLeftLower,
                                Role::frontLeftPaw,
                                Role::frontRightUpper,
                                Role::frontRightLower,
                                Role::frontRightPaw,
                                Role::hindLeftUpper,
                                Role::hindLeftLower,
                                Role::hindLeftPaw,
                                Role::hindRightUpper,
                                Role::hindRightLower,
                                Role::hindRightPaw};

constexpr std::array kQuadrupedCore{
    Role::pelvis,          Role::chest,           Role::head,          Role::frontLeftUpper, Role::frontLeftLower, Role::frontLeftPaw,
    Role::frontRightUpper, Role::frontRightLower, Role::frontRightPaw, Role::hindLeftUpper,  Role::hindLeftLower,  Role::hindLeftPaw,
    Role::hindRightUpper,  Role::hindRightLower,  Role::hindRightPaw};

constexpr std::array<std::string_view, 3> kCreatureNames{"humanoid", "quadruped", "bones"};
constexpr std::array<std::string_view, 4> kSourceNames{"explicit", "file", "alias", "topology"};

template <class Enum, std::size_t N>
std::optional<Enum> findName(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

std::string_view nameOf(Creature creature) { return kCreatureNames[static_cast<std::size_t>(creature)]; }
std::optional<Creature> creatureFromName(std::string_view name) { return findName<Creature>(kCreatureNames, name); }

std::string_view nameOf(MapSource source) { return kSourceNames[static_cast<std::size_t>(source)]; }
std::optional<MapSource> mapSourceFromName(std::string_view name) { return findName<MapSource>(kSourceNames, name); }

std::string_view nameOf(Role role) { return rowOf(role).name; }
Role mirrored(Role role) { return rowOf(role).mirror; }
int sideOf(Role role) { return rowOf(role).side; }
Role parentOf(Role role) { return rowOf(role).parent; }

std::optional<Role> roleFromName(std::string_view name) {
  for (const RoleRow& row : kRows)
    if (!row.name.empty() && row.name == name) return row.role;
  return std::nullopt;
}

std::span<const Role> rolesOf(Creature creature) {
  switch (creature) {
    case Creature::humanoid:
      return kHumanoid;
    case Creature::quadruped:
      return kQuadruped;
    case Creature::bones:
      break;
  }
  return {};
}

std::span<const Role> coreRolesOf(Creature creature) {
  switch (creature) {
    case Creature::humanoid:
      return kHumanoidCore;
    case Creature::quadruped:
      return kQuadrupedCore;
    case Creature::bones:
      break;
  }
  return {};
}

std::int32_t RoleMap::jointOf(Role role) const {
  const auto found = roles.find(role);
  return found == roles.end() ? -1 : found->second.joint;
}

}  // namespace sinew
