#include "manikin/topology_plan.h"

#include <algorithm>
#include <cmath>

namespace sinew::topology {

namespace {

constexpr float kMost = 0.6f;  // share of the skin that makes one joint among several the part

/// True where the joint's branch moves most of what its siblings at the same place move, on both sides.
bool dominates(const Body& body, std::int32_t joint, const std::vector<std::int32_t>& siblings) {
  float all = 0, twins = 0;
  for (const std::int32_t sibling : siblings) {
    all += body[sibling].areaBelow;
    twins += body[body[sibling].mirror].areaBelow;
  }
  return body[joint].areaBelow > kMost * all && body[body[joint].mirror].areaBelow > kMost * twins;
}

}  // namespace

void Plan::add(Role role, const Choice& choice) {
  if (choice.joint >= 0) {
    choices.push_back({role, choice});
  } else {
    absent.push_back(role);
  }
}

float confidenceOf(float margin) { return 1 / (1 + std::exp(-margin)); }

Choice choiceOf(const Body& body, const std::vector<LimbReading>& readings, std::int32_t LimbReading::*part) {
  const LimbReading& best = readings.front();
  Choice choice{best.*part, -1, kNoRival};
  for (const LimbReading& reading : readings) {
    if (reading.*part == best.*part) continue;
    if (reading.*part >= 0 && best.*part >= 0 && distance(body[reading.*part].at, body[best.*part].at) < 1e-4f) continue;
    choice.rival = reading.*part;
    choice.margin = std::min(best.score - reading.score, kNoRival);
    break;
  }
  return choice;
}

Choice endOf(const Body& body, const std::vector<LimbReading>& readings) {
  const std::int32_t end = readings.front().end;
  if (end < 0) return {};
  const std::vector<std::int32_t> siblings = endsAt(body, end);
  if (siblings.size() > 1 && !dominates(body, end, siblings)) return {};
  return choiceOf(body, readings, &LimbReading::end);
}

std::int32_t tipOf(const Body& body, const LimbReading& reading) {
  if (reading.end < 0) return -1;
  std::vector<std::int32_t> tips;
  for (const std::int32_t child : body[reading.end].children)
    if (body.hasTwin(child)) tips.push_back(child);
  for (const std::int32_t tip : tips)
    if (dominates(body, tip, tips)) return tip;
  return -1;
}

}  // namespace sinew::topology
