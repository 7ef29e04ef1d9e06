#include "manikin/topology.h"

#include <cmath>
#include <string>
#include <utility>

#include "manikin/topology_plan.h"

namespace sinew {

namespace {

constexpr float kLeastSymmetry = 0.5f;  // share of paired joints below which left and right mean nothing
constexpr std::size_t kMostJoints = 1024;
constexpr float kSureFacing = 2.5f;  // log-odds

Finding failure(std::string rule, Role role, std::string message) {
  return {Severity::failure, std::move(rule), std::string(nameOf(role)), std::nullopt, std::nullopt, std::nullopt, std::move(message)};
}

std::string nodeText(const Rig& rig, const topology::Body& body, std::int32_t joint) {
  if (joint < 0) return "no joint at all";
  return "node " + std::to_string(rig.joints[static_cast<std::size_t>(body[joint].joint)].node);
}

/// A clear choice becomes a proposal; an unclear one a failure that says why, naming both candidates.
void settle(TopologyMap& map, const Rig& rig, const topology::Body& body, const topology::Plan& plan) {
  const bool facingSure = std::abs(plan.facing) >= kSureFacing;
  for (const topology::RoleChoice& entry : plan.choices) {
    const Role role = entry.role;
    const topology::Choice& choice = entry.choice;
    const auto unsure = [&](std::string rule, std::int32_t rival, const char* why) {
      std::string message(nameOf(role));
      message += " could be " + nodeText(rig, body, choice.joint) + " or " + nodeText(rig, body, rival);
      map.findings.push_back(failure(std::move(rule), role, message + why));
    };
    if (choice.margin < topology::kSureMargin) {
      unsure("topology.unsure", choice.rival, ": shape and skin do not decide");
    } else if (sideOf(role) != 0 && !facingSure) {
      unsure("topology.facing", body[choice.joint].mirror, ": which way the body faces is unclear");
    } else {
      map.proposals.push_back({role, body[choice.joint].joint, plan.confidence * topology::confidenceOf(choice.margin)});
    }
  }
  map.absent = plan.absent;
}

}  // namespace

TopologyMap inferTopology(const Rig& rig, std::optional<Creature> creature) {
  TopologyMap map;
  const auto refuse = [&](std::string message) {
    map.findings.push_back(failure("topology.none", Role::none, std::move(message)));
    return map;
  };
  topology::Body body = topology::bodyOf(rig);
  if (body.joints.empty()) return refuse("no joint moves any skin: shape says nothing about roles");
  if (body.joints.size() > kMostJoints) return refuse("too many joints to read the skeleton by shape");
  topology::alignToMirror(body);
  if (body.symmetry < kLeastSymmetry) return refuse("the skeleton has no left and right that mirror each other");
  topology::reattachEnds(body);

  const topology::LimbReader reader(body);
  std::string objections;
  for (const Creature kind : {Creature::humanoid, Creature::quadruped}) {
    if (creature && *creature != kind) continue;
    const topology::Plan read =
        kind == Creature::humanoid ? topology::planHumanoid(rig, body, reader) : topology::planQuadruped(rig, body, reader);
    if (read.objection.empty()) {
      map.creature = kind;
      map.confidence = read.confidence;
      settle(map, rig, body, read);
      return map;
    }
    objections += (objections.empty() ? "" : "; ") + std::string("no ") + std::string(nameOf(kind)) + ": " + read.objection;
  }
  return refuse(objections.empty() ? "this body plan is not read by shape" : objections);
}

}  // namespace sinew
