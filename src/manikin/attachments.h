#pragma once

#include "manikin/plan.h"

namespace sinew {

/// What hangs on a body without being body: a third arm on the chest, a weapon in the hand, wings. Every branch of joints that
/// rides on a part and leads to no other part is compared with the part's own skin and bone, as far as its 2nd and 98th
/// percentiles go. One that reaches beyond them by more than the part's whole size and 0.35 of the reference length is attached:
/// a warning names it with its share of the vertices and its reach, and `plan.attached` marks its joints unless the options keep
/// them. Branches that stay near (fingers, twists, jaws, ears), that carry the skin of a bare joint along its bone (a head on its
/// leaf) or that a role names are body. The largest branch of all counts as the part's own where its joint holds next to nothing.
void findAttachments(const Rig& rig, const RoleMap& map, const FitOptions& options, PartPlan& plan, Findings& findings);

}  // namespace sinew
