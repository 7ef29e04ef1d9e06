#include <sinew/locomotion/walk.h>

#include <algorithm>
#include <cmath>

#include <sinew/base/hash.h>
#include <sinew/base/log.h>

namespace sinew {

namespace {

void strike(Walker& walker, const WalkHit& hit) {
  if (walker.character() == nullptr) return;
  const WalkerKind& kind = walker.kind();
  const Vec3 up{0, 1, 0}, left = cross(up, kind.forward);
  const Vec3 inModel = left * hit.impulse.x + up * hit.impulse.y + kind.forward * hit.impulse.z;
  const auto part = std::find(kind.parts.begin(), kind.parts.end(), hit.part);
  if (part == kind.parts.end()) return;
  walker.hit(static_cast<std::int32_t>(part - kind.parts.begin()), rotate(walker.worldFromModel().rotation, inModel));
}

}  // namespace

WalkRecord walkThrough(std::shared_ptr<const WalkerKind> kind, Level level, const WalkScript& script, const WalkOptions& options) {
  // It begins where the level says, with its forward to the level's heading.
  const float facing = std::atan2(kind->forward.x, kind->forward.z);
  const Transform start{axisAngle(Vec3{0, 1, 0}, level.startYaw - facing), level.start - Vec3{0, kind->floor, 0}};
  WalkRecord record;
  Walkers walkers(std::move(level));
  if (options.bodies)
    if (const Result<void> made = walkers.addBodies(); !made) log(LogLevel::warning, made.error().message);
  walkers.add(std::move(kind), start);
  Vec3 before = start.translation;

  const auto frames = static_cast<std::size_t>(std::ceil(script.duration / options.dt - 1e-6));
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const WalkKey& key = script.at(static_cast<double>(frame) * options.dt);
    const WalkerInput input{.demand = key.demand, .damage = key.damage};
    for (const WalkHit& hit : script.hits)
      if (static_cast<std::size_t>(hit.time / options.dt + 1e-4) == frame) strike(walkers.walkers().front(), hit);
    walkers.step(std::span(&input, 1), options.dt);

    const Walker& walker = walkers.walkers().front();
    const WalkerFrame& done = walkers.frames().front();
    const double time = static_cast<double>(frame + 1) * options.dt;
    record.steps.push_back({.time = time,
                            .worldFromModel = walker.worldFromModel(),
                            .pace = walker.body().pace,
                            .state = std::string(stateName(walker.kind().gait, walker.body())),
                            .balance = walker.balance(),
                            .rejected = done.rejected,
                            .crashed = done.crashed,
                            .onGround = done.ground.hit});
    for (const WalkEvent& event : walker.events()) record.events.emplace_back(time, event);
    const Vec3 step = walker.worldFromModel().translation - before;
    record.travelled += length(Vec3{step.x, 0, step.z});
    before = walker.worldFromModel().translation;
    const std::uint64_t hash = walkers.stateHash();
    record.hashes.push_back(hash);
    record.hash = hashOf(std::span(&hash, 1), record.hash);
    if (!options.poses) continue;
    for (const Transform& joint : walker.animator().displayedModel()) record.worldFromJoint.push_back(walker.worldFromModel() * joint);
  }
  record.level = walkers.level();
  return record;
}

}  // namespace sinew
