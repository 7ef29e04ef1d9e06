#include <sinew/record/settle.h>

#include <algorithm>
#include <limits>

#include <sinew/base/hash.h>
#include <sinew/base/random.h>
#include <sinew/ragdoll/penetration.h>
#include <sinew/ragdoll/ragdoll.h>

#include "record/observe.h"

namespace sinew {
namespace {

constexpr float kRestWindow = 0.5f;  // s: what counts as rest, and how long a sleeping body is still watched

/// Uniform over all orientations (Shoemake 1992, Uniform random rotations).
Quat randomOrientation(std::uint64_t seed) {
  Random random{seed};
  const float u = random.unit(), a = 2 * kPi * random.unit(), b = 2 * kPi * random.unit();
  const float low = std::sqrt(1 - u), high = std::sqrt(u);
  return normalized(Quat{low * std::sin(a), low * std::cos(a), high * std::sin(b), high * std::cos(b)});
}

/// Upright, whatever axis the file calls up.
Quat uprightOf(const Manikin& manikin) { return fromTo(normalized(manikin.axes.up, {0, 1, 0}), Vec3{0, 1, 0}); }

Quat orientationOf(const Manikin& manikin, const SettleOptions& options) {
  if (options.orientation) return normalized(*options.orientation);
  return options.seed == 0 ? uprightOf(manikin) : randomOrientation(options.seed) * uprightOf(manikin);
}

std::vector<Transform> bindPose(const Manikin& manikin) {
  std::vector<Transform> pose;
  for (const Part& part : manikin.parts) pose.push_back(part.modelFromPart);
  return pose;
}

/// Where the body starts, (partCount) worldFromPart: turned about its root in place, then lifted to the wanted height.
std::vector<Transform> placed(const Manikin& manikin, const SettleOptions& options, std::vector<Transform> modelFromPart) {
  const Quat orientation = orientationOf(manikin, options);
  const Vec3 root = modelFromPart.front().translation;
  const Transform turn{orientation, rotate(uprightOf(manikin), root) - rotate(orientation, root)};
  float lowest = std::numeric_limits<float>::max();
  for (std::size_t i = 0; i < modelFromPart.size(); ++i) {
    modelFromPart[i] = turn * modelFromPart[i];
    lowest = std::min(lowest, lowestPoint(manikin.parts[i], modelFromPart[i]));
  }
  for (Transform& part : modelFromPart) part.translation.y += options.height - lowest;
  return modelFromPart;
}

/// Rest and sleep, told apart from the first frames in the air.
struct SleepWatch {
  std::optional<float> since, first;  ///< s

  void observe(const World& world, const Ragdoll& ragdoll, float time) {
    const auto asleep = static_cast<std::size_t>(
        std::count_if(ragdoll.bodies.begin(), ragdoll.bodies.end(), [&](BodyId body) { return world.asleep(body); }));
    if (asleep > 0 && !first) first = time;
    if (asleep < ragdoll.bodies.size()) {
      since.reset();
    } else if (!since) {
      since = time;
    }
  }
};

Result<void> checkOptions(const Manikin& manikin, const SettleOptions& options) {
  if (!(options.dt > 0) || !(options.duration >= 0) || !std::isfinite(options.dt) || !std::isfinite(options.duration) ||
      !std::isfinite(options.height)) {
    return fail(ErrorCode::usage, "settle", "dt must be positive, duration and height finite and not negative");
  }
  if (!options.start.modelFromPart.empty() && options.start.modelFromPart.size() != manikin.parts.size()) {
    return fail(ErrorCode::usage, "settle.start", "the start pose must have one transform a part");
  }
  return {};
}

void keepFrame(std::span<const BodyState> states, Trajectory& trajectory) {
  for (const BodyState& state : states) trajectory.worldFromPart.push_back(state.worldFromBody);
}

}  // namespace

Result<Settle> settle(const Manikin& manikin, const SettleOptions& options) {
  if (const Result<void> checked = checkOptions(manikin, options); !checked) return Failure(checked.error());
  Result<std::unique_ptr<World>> made = createWorld(options.world, options.worldDef);
  if (!made) return Failure(made.error());
  World& world = **made;
  if (const Result<GroundId> ground = world.createPlane({0, 1, 0}, 0, {}); !ground) return Failure(ground.error());

  // A clip may start the body in a pose whose joints do not meet where the bind pose has them: the anchors move there first.
  const std::vector<Transform> modelFromPart = options.start.modelFromPart.empty() ? bindPose(manikin) : options.start.modelFromPart;
  const Manikin body = anchoredAt(manikin, modelFromPart);
  const Result<Ragdoll> ragdoll = buildRagdoll(world, body);
  if (!ragdoll) return Failure(ragdoll.error());
  syncParts(world, *ragdoll, placed(body, options, modelFromPart));

  const ArticulationDef authored = articulationOf(body);
  const auto restFrames = static_cast<std::size_t>(std::lround(kRestWindow / options.dt));
  Observer observer(body, authored, std::max<std::size_t>(restFrames, 1));
  std::vector<BodyState> states(body.parts.size());
  SleepWatch sleep;
  Settle result;

  const auto frames = static_cast<std::uint32_t>(std::lround(options.duration / options.dt));
  float time = 0;
  for (std::uint32_t frame = 0;; ++frame) {
    time = static_cast<float>(frame) * options.dt;
    world.getStates(ragdoll->bodies, states);
    observer.observe(states, time);
    if (options.record) keepFrame(states, result.trajectory);
    sleep.observe(world, *ragdoll, time);
    if (frame == frames || (sleep.since && time - *sleep.since >= kRestWindow)) break;
    result.nonFinite += world.step(options.dt).nonFinite;
  }

  observer.finish(result);
  result.restTime = sleep.since;
  result.firstAsleep = sleep.first.value_or(time);
  result.hash = world.stateHash();
  result.trajectory.dt = options.dt;
  result.trajectory.partCount = options.record ? static_cast<std::uint32_t>(body.parts.size()) : 0;
  result.trajectory.worldFromModel = {uprightOf(manikin), {}};
  result.trajectory.nodeLocals = options.start.nodeLocals;
  return result;
}

Settle worstOf(std::span<const Settle> runs) {
  Settle worst;
  if (runs.empty()) return worst;
  const auto larger = [](PeakRest& a, const PeakRest& b) { a = {std::max(a.peak, b.peak), std::max(a.rest, b.rest)}; };
  worst.restTime = 0.0f;
  worst.firstAsleep = worst.lowestPoint = std::numeric_limits<float>::max();
  for (const Settle& run : runs) {
    larger(worst.jointSeparation, run.jointSeparation);
    larger(worst.groundPenetration, run.groundPenetration);
    larger(worst.selfPenetration, run.selfPenetration);
    larger(worst.limitOvershoot, run.limitOvershoot);
    larger(worst.hingeMisalignment, run.hingeMisalignment);
    worst.maxSpeed = std::max(worst.maxSpeed, run.maxSpeed);
    worst.maxSpeedEarly = std::max(worst.maxSpeedEarly, run.maxSpeedEarly);
    worst.firstAsleep = std::min(worst.firstAsleep, run.firstAsleep);
    worst.lowestPoint = std::min(worst.lowestPoint, run.lowestPoint);
    worst.nonFinite += run.nonFinite;
    worst.hash = hashOf(std::span(&run.hash, 1), worst.hash);
    if (!run.restTime) worst.restTime.reset();
    if (worst.restTime) worst.restTime = std::max(*worst.restTime, *run.restTime);
  }
  return worst;
}

}  // namespace sinew
