#include <sinew/record/play.h>

#include <cmath>

#include <sinew/base/hash.h>
#include <sinew/base/text.h>

namespace sinew {

namespace {

/// The level under everybody's feet.
class Floor final : public Ground {
 public:
  GroundHit below(const Vec3& point, float reach) const override {
    return point.y < 0 || point.y > reach ? GroundHit{} : GroundHit{.hit = true, .height = 0};
  }
};

Result<void> check(const PlayScript& script, const Manikin& manikin, const CharacterKind& kind) {
  if (!(script.dt > 0) || !(script.duration > 0) || script.duration > 3600)
    return fail(ErrorCode::usage, "duration", "is between 0 and an hour");
  if (kind.animation->clipOf(script.clip) < 0) {
    std::string names;
    for (const Clip& clip : kind.animation->clips) names += (names.empty() ? "" : ", ") + clip.name;
    return fail(ErrorCode::usage, "clip", "there is no clip '" + printable(script.clip) + "'; there are " + names);
  }
  for (const PlayHit& hit : script.hits) {
    if (manikin.partOf(hit.role) < 0) return fail(ErrorCode::usage, "hit", "this body has no part '" + std::string(nameOf(hit.role)) + "'");
    if (!std::isfinite(hit.impulse) || !isFinite(hit.direction) || !(length(hit.direction) > 0))
      return fail(ErrorCode::usage, "hit", "has an impulse or a direction that is no number");
    if (!(hit.time >= 0) || !(hit.time < script.duration)) return fail(ErrorCode::usage, "hit", "comes when the play is over");
  }
  return {};
}

/// At the middle of the part, from where it is now.
void strike(Character& character, const World& world, const Manikin& manikin, const PlayHit& hit) {
  const std::int32_t index = manikin.partOf(hit.role);
  const auto part = static_cast<std::size_t>(index);
  BodyState state;
  world.getStates(std::span(&character.ragdoll.bodies[part], 1), std::span(&state, 1));
  const RigAxes& axes = manikin.axes;
  const Vec3 inModel = axes.left * hit.direction.x + axes.up * hit.direction.y + axes.forward * hit.direction.z;
  const Vec3 along = normalized(rotate(character.worldFromModel.rotation, inModel));
  character.hit(index, along * hit.impulse, state.worldFromBody * manikin.parts[part].center);
}

}  // namespace

Result<PlayRecord> play(const Asset& asset, const Rig& rig, const Manikin& manikin, const PlayScript& script, Findings& findings) {
  const std::shared_ptr<const CharacterKind> kind = characterKindOf(asset, rig, manikin, findings);
  if (const Result<void> good = check(script, manikin, *kind); !good) return Failure(good.error());
  Result<std::unique_ptr<World>> world = createWorld(script.world);
  if (!world) return Failure(world.error());
  if (const auto ground = (*world)->createPlane({0, 1, 0}, 0, {}); !ground) return Failure(ground.error());
  Result<Character> built = Character::build(**world, kind);
  if (!built) return Failure(built.error());
  Character& character = *built;
  character.animator.play(kind->animation->clipOf(script.clip), {.halflife = 0});

  const Floor floor;
  PlayRecord record;
  record.poses.dt = script.dt;
  record.poses.jointCount = static_cast<std::uint32_t>(rig.joints.size());
  const auto frames = static_cast<std::size_t>(std::ceil(script.duration / script.dt - 1e-6));
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const double time = static_cast<double>(frame) * script.dt;
    for (const PlayHit& hit : script.hits)
      if (static_cast<std::size_t>(hit.time / script.dt + 1e-4) == frame) strike(character, **world, manikin, hit);
    character.advance(script.dt);
    character.compose(&floor);
    character.drive(script.dt);
    record.nonFinite += static_cast<int>((*world)->step(script.dt).nonFinite);
    character.read(script.dt);

    for (const CharacterEvent& event : character.events()) record.events.push_back({time, event.to});
    for (const Transform& joint : character.animator.displayedModel())
      record.poses.worldFromJoint.push_back(character.worldFromModel * joint);
    record.hashes.push_back(hashOf(character.animator.displayedLocal(), (*world)->stateHash()));
  }
  record.end = character.balance();
  if (record.nonFinite > 0) {
    findings.push_back({.severity = Severity::failure,
                        .rule = "play.finite",
                        .role = "",
                        .measured = record.nonFinite,
                        .low = std::nullopt,
                        .high = 0,
                        .message = "bodies left the numbers " + std::to_string(record.nonFinite) + " times"});
  }
  return record;
}

std::optional<std::size_t> firstDifference(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i)
    if (a[i] != b[i]) return i;
  return a.size() == b.size() ? std::nullopt : std::optional(common);
}

}  // namespace sinew
