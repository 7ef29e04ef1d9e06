#include "manikin/topology_plan.h"

namespace sinew::topology {

Plan planQuadruped(const Rig&, const Body&) {
  Plan plan;
  plan.creature = Creature::quadruped;
  plan.objection = "not yet";
  return plan;
}

}  // namespace sinew::topology
