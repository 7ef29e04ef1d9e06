#include <sinew/manikin/roles.h>

#include <iostream>

#include <sinew/asset/figure.h>

#include "asset/figure_names.h"
#include "manikin/bodies.h"

// Two names exchanged along a limb or the trunk: the bones are where they were, and nothing may be built on the names.

namespace sinew::test {
namespace {

/// Roles whose joints differ from the right ones, empty where the map was refused or is right.
std::string wrongRoles(const RoleMap& map, const RoleMap& right) {
  std::string wrong;
  if (map.refused) return wrong;
  for (const auto& [role, found] : right.roles) {
    if (map.jointOf(role) != found.joint) wrong += " " + std::string(nameOf(role));
  }
  return wrong;
}

TEST(RolesSwapped, NoExchangeOfAJointsNameWithTheOneAboveIsBelieved) {
  int exchanged = 0, stillRight = 0;
  std::vector<std::string> specs{"@figure"};
  for (const figure::NameFamily& family : figure::nameFamilies()) specs.push_back("@figure:" + std::string(family.variant));
  for (const std::string& spec : specs) {
    const Rig rig = rigOf(spec);
    const RoleMap right = mapRoles(rig);
    if (right.refused) continue;  // names of a keypoint set that has no pelvis
    for (const auto& [role, found] : right.roles) {
      const std::int32_t parent = rig.joints[static_cast<std::size_t>(found.joint)].parent;
      if (parent < 0) continue;
      Rig odd = rig;
      std::swap(odd.joints[static_cast<std::size_t>(found.joint)].name, odd.joints[static_cast<std::size_t>(parent)].name);
      const RoleMap map = mapRoles(odd);
      EXPECT_EQ(wrongRoles(map, right), "") << spec << ": " << nameOf(role) << " '"
                                            << rig.joints[static_cast<std::size_t>(found.joint)].name << "' exchanged with '"
                                            << rig.joints[static_cast<std::size_t>(parent)].name << "'";
      ++exchanged;
      stillRight += map.refused ? 0 : 1;
    }
  }
  std::cout << stillRight << " of " << exchanged << " exchanges are seen through by shape, the others refused\n";
  EXPECT_GT(exchanged, 200);
}

}  // namespace
}  // namespace sinew::test
