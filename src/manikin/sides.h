#pragma once

#include <map>

#include "manikin/bone_tree.h"
#include "manikin/named_body.h"

namespace sinew {

/// Turns the skeleton's middle plane to the one that a set of mirrored roles tells, left being where the left roles lie. Does
/// nothing where no pair is there to tell it.
void alignToPairs(BoneTree& skeleton, const std::map<Role, std::int32_t>& roles);

/// Which way a body faces against the way its named sides say, [-1, 1]: negative where the feet point, or the head of a
/// four-legged body lies, behind. The skeleton is aligned to those sides.
float facingAgreement(const BoneTree& skeleton, const std::map<Role, std::int32_t>& roles);

/// Settles left and right by geometry, and aligns the skeleton to the result: where the body plainly faces away from where
/// its named sides say, roles change sides and a finding (`roles.side`) says so.
void resolveSides(BoneTree& skeleton, NamedBody& body);

/// Joints of a named reading, without how sure it is.
std::map<Role, std::int32_t> jointsOf(const std::map<Role, NamedRole>& roles);

}  // namespace sinew
