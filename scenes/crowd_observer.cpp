#include "scenes/crowd_observer.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <tbb/parallel_for.h>

#include <sinew/physics/angles.h>
#include <sinew/ragdoll/penetration.h>

namespace sinew::scenes {
namespace {

constexpr float kFar = std::numeric_limits<float>::max();

void takeLarger(float& value, float other) { value = std::max(value, other); }

/// Ball around a part, to leave out pairs that are far apart: m.
float boundOf(const Part& part) { return part.shape == ShapeType::box ? length(part.box.halfExtent) : part.halfHeight + part.radius; }

bool mayOverlap(const Part& a, const Transform& worldFromA, const Part& b, const Transform& worldFromB) {
  const float reach = boundOf(a) + boundOf(b);
  return lengthSquared(worldFromA * a.center - worldFromB * b.center) < reach * reach;
}

}  // namespace

CrowdObserver::CrowdObserver(const World& world, const Manikin& manikin, const Crowd& crowd)
    : world_(world),
      manikin_(manikin),
      crowd_(crowd),
      authored_(articulationOf(manikin)),
      pairs_(touchingPairs(manikin)),
      states_(crowd.characters.size() * manikin.parts.size()),
      characters_(crowd.characters.size()),
      order_(crowd.characters.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

std::span<const BodyState> CrowdObserver::statesOf(std::size_t character) const {
  return std::span(states_).subspan(character * manikin_.parts.size(), manikin_.parts.size());
}

void CrowdObserver::observe(Phase phase, float time) {
  readStates();
  tbb::parallel_for(std::size_t{0}, characters_.size(), [this](std::size_t i) { measure(i); });

  // Overlap with others is that of both.
  findMeetings();
  tbb::parallel_for(std::size_t{0}, meetings_.size(), [this](std::size_t i) { meetings_[i].depth = depthOf(meetings_[i]); });
  for (Character& character : characters_) character.now.other = 0;
  for (const Meeting& meeting : meetings_) {
    takeLarger(characters_[meeting.a].now.other, meeting.depth);
    takeLarger(characters_[meeting.b].now.other, meeting.depth);
  }

  bool allAsleep = true;
  for (Character& character : characters_) {
    allAsleep = allAsleep && character.asleep;
    for (float Sample::*value :
         {&Sample::separation, &Sample::misalignment, &Sample::overshoot, &Sample::ground, &Sample::self, &Sample::other}) {
      takeLarger(character.peak.*value, character.now.*value);
      if (phase == Phase::late) takeLarger(character.rest.*value, character.now.*value);
    }
    character.peak.nonFinite += character.now.nonFinite;
  }
  if (!allAsleep) {
    restTime_.reset();
  } else if (!restTime_) {
    restTime_ = time;
  }
}

void CrowdObserver::readStates() {
  const std::size_t parts = manikin_.parts.size();
  for (std::size_t i = 0; i < characters_.size(); ++i) {
    const std::span<const BodyId> bodies = world_.bodiesOf(crowd_.characters[i]);
    world_.getStates(bodies, std::span(states_).subspan(i * parts, parts));
  }
}

void CrowdObserver::measure(std::size_t index) {
  Character& character = characters_[index];
  const bool slept = character.asleep;
  character.asleep = world_.asleep(world_.bodiesOf(crowd_.characters[index])[0]);
  if (slept && character.asleep) return;

  // A frame with numbers that are none is counted; its measures would mean nothing.
  const std::span<const BodyState> states = statesOf(index);
  character.now = {};
  for (const BodyState& state : states) {
    const bool usable = isFinite(state.worldFromBody) && isFinite(state.linearVelocity) && isFinite(state.angularVelocity);
    character.now.nonFinite += usable ? 0 : 1;
  }
  if (character.now.nonFinite > 0) return;

  Sample& now = character.now;
  for (const ArticulationJointDef& joint : authored_.joints) {
    const JointState measured = measureJoint(joint.joint, states[static_cast<std::size_t>(joint.parent)].worldFromBody,
                                             states[static_cast<std::size_t>(joint.child)].worldFromBody);
    takeLarger(now.separation, measured.separation);
    takeLarger(now.misalignment, measured.misalignment);
    takeLarger(now.overshoot, measured.overshoot);
  }

  character.low = {kFar, kFar, kFar};
  character.high = -character.low;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Part& part = manikin_.parts[i];
    const Transform& worldFromPart = states[i].worldFromBody;
    takeLarger(now.ground, crowd_.terrain ? crowd_.terrain->depthOf(part, worldFromPart) : -lowestPoint(part, worldFromPart));
    const Vec3 center = worldFromPart * part.center;
    const float reach = boundOf(part);
    character.low = {std::min(character.low.x, center.x - reach), std::min(character.low.y, center.y - reach),
                     std::min(character.low.z, center.z - reach)};
    character.high = {std::max(character.high.x, center.x + reach), std::max(character.high.y, center.y + reach),
                      std::max(character.high.z, center.z + reach)};
  }
  for (const auto& [a, b] : pairs_) {
    const Part &first = manikin_.parts[static_cast<std::size_t>(a)], &second = manikin_.parts[static_cast<std::size_t>(b)];
    const Transform &worldFromA = states[static_cast<std::size_t>(a)].worldFromBody,
                    &worldFromB = states[static_cast<std::size_t>(b)].worldFromBody;
    if (mayOverlap(first, worldFromA, second, worldFromB)) takeLarger(now.self, overlapOf(first, worldFromA, second, worldFromB));
  }
}

void CrowdObserver::findMeetings() {
  // Sweep along x: whoever begins before another ends may meet it.
  meetings_.clear();
  std::sort(order_.begin(), order_.end(),
            [this](std::size_t a, std::size_t b) { return std::pair(characters_[a].low.x, a) < std::pair(characters_[b].low.x, b); });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Character& a = characters_[order_[i]];
    for (std::size_t k = i + 1; k < order_.size() && characters_[order_[k]].low.x <= a.high.x; ++k) {
      const Character& b = characters_[order_[k]];
      const bool near = a.low.y <= b.high.y && b.low.y <= a.high.y && a.low.z <= b.high.z && b.low.z <= a.high.z;
      if (near) meetings_.push_back({order_[i], order_[k], 0});
    }
  }
}

float CrowdObserver::depthOf(const Meeting& meeting) const {
  float deepest = 0;
  const std::span<const BodyState> a = statesOf(meeting.a), b = statesOf(meeting.b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      const Part &first = manikin_.parts[i], &second = manikin_.parts[k];
      if (!mayOverlap(first, a[i].worldFromBody, second, b[k].worldFromBody)) continue;
      takeLarger(deepest, overlapOf(first, a[i].worldFromBody, second, b[k].worldFromBody));
    }
  }
  return deepest;
}

CrowdFigure CrowdObserver::figureOf(float Sample::*value) const {
  const auto spread = [this, value](Sample Character::*when) {
    std::vector<float> values;
    values.reserve(characters_.size());
    for (const Character& character : characters_) values.push_back((character.*when).*value);
    std::sort(values.begin(), values.end());
    // Nearest rank: of fewer than a hundred characters the largest.
    const auto rank = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(values.size())));
    return std::pair(values[rank - 1], values.back());
  };
  const auto peak = spread(&Character::peak), rest = spread(&Character::rest);
  return {peak.first, rest.first, peak.second, rest.second};
}

CrowdMeasures CrowdObserver::finish() const {
  CrowdMeasures measures{.separation = figureOf(&Sample::separation),
                         .misalignment = figureOf(&Sample::misalignment),
                         .overshoot = figureOf(&Sample::overshoot),
                         .ground = figureOf(&Sample::ground),
                         .self = figureOf(&Sample::self),
                         .other = figureOf(&Sample::other),
                         .restTime = restTime_};
  for (const Character& character : characters_) {
    measures.asleep += character.asleep ? 1 : 0;
    measures.nonFinite += character.peak.nonFinite;
  }
  return measures;
}

}  // namespace sinew::scenes
