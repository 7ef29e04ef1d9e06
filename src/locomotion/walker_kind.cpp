#include <algorithm>
#include <cmath>
#include <limits>

#include <sinew/locomotion/walker.h>
#include <sinew/pose/anatomy.h>

namespace sinew {

namespace {

constexpr float kFigureHeight = 1.75f;                  ///< m, that the human settings are written for
constexpr float kFigureWalk = 1.4f, kFigureRun = 3.5f;  ///< m/s; they go with the square root of the size (Froude)
constexpr float kFigureLift = 0.25f;                    ///< m, its step: 5 % of its width would be a doorsill

Vec3 level(const Vec3& v) { return normalized(Vec3{v.x, 0, v.z}, Vec3{0, 0, 1}); }

bool isArm(Role role) {
  switch (role) {
    case Role::leftUpperArm:
    case Role::leftForearm:
    case Role::leftHand:
    case Role::rightUpperArm:
    case Role::rightForearm:
    case Role::rightHand:
      return true;
    default:
      return false;
  }
}

/// What a walker takes up: trunk, head and legs as they stand at bind, as wide as the shoulders; arms are carried where there is room.
Volume volumeOf(const Manikin& manikin, float floor, float lift) {
  constexpr float kFar = 1e30f;
  Volume volume{.low = {kFar, kFar, kFar}, .high = {-kFar, -kFar, -kFar}};
  const auto grow = [&](const Vec3& point, float radius) {
    const Vec3 r{radius, radius, radius}, low = point - r, high = point + r;
    volume.low = {std::min(volume.low.x, low.x), std::min(volume.low.y, low.y), std::min(volume.low.z, low.z)};
    volume.high = {std::max(volume.high.x, high.x), std::max(volume.high.y, high.y), std::max(volume.high.z, high.z)};
  };
  for (const Part& part : manikin.parts) {
    if (part.role == Role::tail) continue;
    if (isArm(part.role)) {
      if (part.role == Role::leftUpperArm || part.role == Role::rightUpperArm) grow(part.modelFromPart.translation, part.radius);
      continue;
    }
    const Transform modelFromShape = part.modelFromPart * partFromShape(part);
    for (const float end : {-part.halfHeight, part.halfHeight}) grow(modelFromShape * Vec3{0, end, 0}, part.radius);
  }
  volume.low.y -= floor;
  volume.high.y -= floor;
  volume.low.y = std::min(volume.low.y + lift, 0.5f * (volume.low.y + volume.high.y));
  return volume;
}

/// The joint that turns the torso on the legs: the chest, else the spine.
std::int32_t torsoOf(const Manikin& manikin) {
  for (const Role role : {Role::chest, Role::spine})
    if (const auto found = manikin.roles.find(role); found != manikin.roles.end()) return found->second.joint;
  return -1;
}

/// Clips that should travel and stay in place are given the speed that their feet walk at.
void letTravel(AnimationSet& set, const Vec3& forward, float height, Findings& findings) {
  for (Clip& clip : set.clips) {
    const bool walks = clip.name == "walk" || clip.name == "run";
    if (!walks || strideSpeedOf(clip, forward) > 0.05f) continue;
    const float measured = standingSpeedOf(clip, set.skeleton, set.limbs, forward);
    const bool known = measured > 0.05f;
    const float usual = (clip.name == "run" ? kFigureRun : kFigureWalk) * std::sqrt(height / kFigureHeight);
    const float speed = known ? measured : usual;
    giveTravel(clip, speed, forward);
    findings.push_back({.severity = Severity::note,
                        .rule = "gait.inPlace",
                        .role = "",
                        .measured = speed,
                        .low = std::nullopt,
                        .high = std::nullopt,
                        .message = "clip '" + clip.name + "' stays in place; it travels " +
                                   (known ? "as fast as its standing feet go back" : "as fast as a body of this size usually does")});
  }
}

/// The ground under the stance that it begins in: as far below the lower ankle as at bind, where the lowest vertex stands on it.
float floorOf(const WalkerKind& kind, float bindFloor) {
  constexpr float kNothing = 0.005f;  ///< of its height: a knee that bends a little
  const Skeleton& skeleton = kind.animation->skeleton;
  const BoundState& start = kind.gait.states[static_cast<std::size_t>(kind.gait.start)];
  float floor = bindFloor;
  if (start.stretch.clip >= 0) {
    Animator animator(kind.animation);
    animator.jump(start.stretch.clip, start.stretch.from, 0);
    animator.compose();
    float lowest = std::numeric_limits<float>::infinity();
    for (const Limb& leg : kind.animation->limbs.legs) {
      if (leg.end < 0) continue;
      const auto ankle = static_cast<std::size_t>(leg.end);
      lowest = std::min(lowest, animator.animatedModel()[ankle].translation.y - skeleton.modelFromBind[ankle].translation.y);
    }
    if (std::isfinite(lowest)) floor += lowest;
  }
  return std::abs(floor) < kNothing * kind.height ? 0 : floor;
}

/// A body that plays the same clips. Nobody falls who cannot get up.
void giveBody(WalkerKind& kind, const Asset& asset, const Rig& rig, const Manikin& manikin, Findings& findings) {
  Findings known;  // the clips' findings have been told
  auto character = std::make_shared<CharacterKind>(*characterKindOf(asset, rig, manikin, known));
  if (character->getUpFront < 0 || character->getUpBack < 0) {
    findings.push_back({.severity = Severity::note,
                        .rule = "walk.noGetUp",
                        .role = "",
                        .measured = std::nullopt,
                        .low = std::nullopt,
                        .high = std::nullopt,
                        .message = "there is no clip to get up with: a hard knock makes it stagger, and it never falls"});
    return;
  }
  character->animation = kind.animation;
  character->floor = kind.floor;
  for (const Part& part : manikin.parts) kind.parts.push_back(part.role);
  kind.fallSquared = 1.5f * kind.collision.crashSquared;
  kind.character = std::move(character);
}

}  // namespace

Result<std::shared_ptr<const WalkerKind>> walkerKindOf(const Asset& asset, const Rig& rig, const Manikin& manikin,
                                                       const WalkerOptions& options, Findings& findings) {
  if (manikin.creature == Creature::bones) return fail(ErrorCode::value, "creature", "has no legs to walk on: roles are needed");
  auto animation = std::make_shared<AnimationSet>();
  animation->skeleton = skeletonOf(rig);
  animation->limbs = limbsOf(manikin, animation->skeleton);
  animation->clips = clipsFor(asset, rig, manikin, animation->skeleton, findings);

  auto kind = std::make_shared<WalkerKind>();
  kind->forward = level(manikin.axes.forward);
  letTravel(*animation, kind->forward, manikin.stature, findings);

  const std::string_view name = manikin.creature == Creature::quadruped ? "quadruped" : "biped";
  const Result<GaitTable> table = options.gait ? Result<GaitTable>(*options.gait) : builtInGait(name);
  if (!table) return Failure(table.error());
  Result<GaitSet> gait = bindGait(*table, *animation, kind->forward, findings);
  if (!gait) return Failure(gait.error());

  const float size = manikin.stature / kFigureHeight;
  kind->animation = std::move(animation);
  kind->gait = std::move(*gait);
  kind->height = manikin.stature;
  kind->snap = {.lift = kFigureLift * size, .least = 1e-4f};
  kind->floor = floorOf(*kind, anatomyOf(manikin, rig).floor);
  kind->volume = volumeOf(manikin, kind->floor, kind->snap.lift);
  kind->collision = collisionForHeight(manikin.stature);
  kind->shadow.radius = 0.15f * manikin.stature;
  kind->shadow.jump = 1.2f * kind->snap.lift;
  kind->torso = torsoOf(manikin);
  if (options.plantFeet) kind->feet = FootOptions{};
  if (options.falls) giveBody(*kind, asset, rig, manikin, findings);
  return kind;
}

}  // namespace sinew
