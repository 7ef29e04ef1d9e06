#pragma once

#include <string>
#include <vector>

#include <sinew/manikin/roles.h>

#include "manikin/topology_trunk.h"

namespace sinew::topology {

inline constexpr float kSureMargin = 1.3f;  ///< log-likelihood by which a choice must lead to be believed: odds of four to one

struct RoleChoice {
  Role role = Role::none;
  Choice choice;
};

/// A body read as one creature: which joint plays which role, and how clearly.
struct Plan {
  Creature creature = Creature::humanoid;
  std::string objection;            ///< why this body is no such creature; empty where it is one
  float confidence = 0;             ///< of the body plan, [0, 1]
  float facing = kNoRival;          ///< log-odds that the body faces +z rather than -z: what left and right hang on
  std::vector<RoleChoice> choices;  ///< trunk first, then the limbs
  std::vector<Role> absent;         ///< roles that no joint could play

  /// A choice without a joint is an absent role.
  void add(Role role, const Choice& choice);
};

Plan planHumanoid(const Rig& rig, const Body& body, const LimbReader& reader);
Plan planQuadruped(const Rig& rig, const Body& body, const LimbReader& reader);

/// Which way along z the body faces: positive towards +z. The size is the log-odds.
float facingOf(const Rig& rig, const Body& body, const LimbReading& leg, const LimbReading& arm);

/// Chance that a choice which leads by `margin` is right.
float confidenceOf(float margin);

/// The best reading against the best one that differs in `part` (a member of LimbReading).
Choice choiceOf(const Body& body, const std::vector<LimbReading>& readings, std::int32_t LimbReading::*part);

/// Hand or foot. None where several joints start at the wrist and none of them moves most of the hand.
Choice endOf(const Body& body, const std::vector<LimbReading>& readings);

/// Toes: the one joint beyond the foot that moves its front; -1 where there is none or five.
std::int32_t tipOf(const Body& body, const LimbReading& reading);

}  // namespace sinew::topology
