#pragma once

#include <map>
#include <string>
#include <string_view>

#include <sinew/manikin/roles.h>

namespace sinew::test {

/// A skeleton written as text, with the role that each joint is meant to play: `name=role{children}`, siblings separated by
/// commas. A branch after '@' is made twice, once a side: '$' in its names becomes the side's mark, and its roles lose
/// their "left" ("UpperArm"). A joint without a role stands beside its parent; roles tell where joints stand, in metres, T-pose,
/// facing +Z. Places that are no roles ("mid", "heel", "twistArm") stand for extra joints, "root" for one that moves no skin; of two joints
/// in one role the first is meant. A body on four legs has its own places: "q.pelvis", "q.chest", "@...=front.Upper", "hind.Paw".
struct WrittenRig {
  Rig rig;
  std::map<Role, std::int32_t> roles;  ///< what the text meant
};

WrittenRig rigOf(std::string_view text, std::string_view leftMark, std::string_view rightMark);

/// Index of the joint of that name, -1 where there is none.
std::int32_t jointNamed(const Rig& rig, std::string_view name);

/// A plain humanoid with Mixamo's names.
WrittenRig plainHumanoid();

}  // namespace sinew::test
