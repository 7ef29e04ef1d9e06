#include "scenes/crowd.h"

#include <algorithm>
#include <limits>

#include <sinew/base/random.h>
#include <sinew/ragdoll/penetration.h>
#include <sinew/ragdoll/ragdoll.h>

namespace sinew::scenes {
namespace {

constexpr std::string_view kNames[] = {"spread", "pile", "terrain", "throw"};
constexpr int kPileSize = 10;
constexpr int kThrownOf = 10;      // one of so many is thrown
constexpr float kHoldHertz = 3;    // of powered joints
constexpr float kFriction = 0.5f;  // of the ground
constexpr float kGravity = 9.81f;  // m/s2, for the arc of a throw
constexpr float kCellInReach = 4;  // of spread characters and piles, in reaches
constexpr float kHillInReach = 0.25f, kWaveInReach = 8;

/// Size of a kind of character, from its shapes in bind pose.
struct Size {
  Quat upright;     ///< the model's up onto +Y
  Vec3 center;      ///< m, model space, of mass
  float reach = 0;  ///< m, from there to the farthest point of a shape
};

/// Box around all shapes, m.
struct Extent {
  Vec3 low, high;
};

Extent extentOf(const Manikin& manikin, const Transform& worldFromModel) {
  constexpr float kFar = std::numeric_limits<float>::max();
  Extent extent{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  for (const Part& part : manikin.parts) {
    const Transform worldFromPart = worldFromModel * part.modelFromPart;
    const auto lowest = [&](const Vec3& up) { return lowestPoint(part, worldFromPart, up); };
    extent.low = {std::min(extent.low.x, lowest({1, 0, 0})), std::min(extent.low.y, lowest({0, 1, 0})),
                  std::min(extent.low.z, lowest({0, 0, 1}))};
    extent.high = {std::max(extent.high.x, -lowest({-1, 0, 0})), std::max(extent.high.y, -lowest({0, -1, 0})),
                   std::max(extent.high.z, -lowest({0, 0, -1}))};
  }
  return extent;
}

Size sizeOf(const Manikin& manikin) {
  Size size;
  size.upright = fromTo(normalized(manikin.axes.up, {0, 1, 0}), Vec3{0, 1, 0});
  float mass = 0;
  for (const Part& part : manikin.parts) {
    size.center += part.modelFromPart * part.centerOfMass * part.mass;
    mass += part.mass;
  }
  size.center = size.center / mass;
  for (const Part& part : manikin.parts) {
    const Vec3 outward = normalized(part.modelFromPart * part.center - size.center, {0, 1, 0});
    size.reach = std::max(size.reach, -lowestPoint(part, part.modelFromPart, -outward) - dot(outward, size.center));
  }
  return size;
}

/// The bind pose turned about its centre of mass, which is put at `center`.
Transform placed(const Size& size, const Quat& worldFromModel, const Vec3& center) {
  return {worldFromModel, center - rotate(worldFromModel, size.center)};
}

/// Raised or lowered so that its lowest point is at `height`.
Transform lifted(const Manikin& manikin, Transform worldFromModel, float height) {
  worldFromModel.translation.y += height - extentOf(manikin, worldFromModel).low.y;
  return worldFromModel;
}

/// Uniform over all orientations (Shoemake 1992, Uniform random rotations).
Quat turnedAtRandom(Random& random) {
  const float u = random.unit(), a = 2 * kPi * random.unit(), b = 2 * kPi * random.unit();
  const float low = std::sqrt(1 - u), high = std::sqrt(u);
  return normalized(Quat{low * std::sin(a), low * std::cos(a), high * std::sin(b), high * std::cos(b)});
}

/// Every character draws from a stream of its own: one more in the crowd changes no other's fall.
Random randomOf(const CrowdPlan& plan, int character) {
  Random seeds{plan.seed};
  Random own{seeds.next() + static_cast<std::uint64_t>(character)};
  own.next();
  return own;
}

int sideOf(int places) { return static_cast<int>(std::ceil(std::sqrt(static_cast<float>(places)))); }

/// Place of a square grid about the origin, row by row.
Vec3 placeOf(int place, int side, float cellX, float cellZ) {
  const float middle = 0.5f * static_cast<float>(side - 1);
  return {cellX * (static_cast<float>(place % side) - middle), 0, cellZ * (static_cast<float>(place / side) - middle)};
}

int placesOf(const CrowdPlan& plan) { return plan.scene == CrowdScene::pile ? (plan.count + kPileSize - 1) / kPileSize : plan.count; }

/// m, highest ground under a body of this reach.
float groundUnder(const Terrain* terrain, const Vec3& place, float reach) {
  if (terrain == nullptr) return 0;
  float highest = std::numeric_limits<float>::lowest();
  for (int x = -2; x <= 2; ++x) {
    for (int z = -2; z <= 2; ++z) {
      highest = std::max(highest,
                         terrain->heightAt(place.x + 0.5f * reach * static_cast<float>(x), place.z + 0.5f * reach * static_cast<float>(z)));
    }
  }
  return highest;
}

std::vector<CrowdStart> spread(const Manikin& manikin, const CrowdPlan& plan, const Terrain* terrain) {
  const Size size = sizeOf(manikin);
  const float cell = kCellInReach * size.reach;
  std::vector<CrowdStart> starts;
  for (int i = 0; i < plan.count; ++i) {
    Random random = randomOf(plan, i);
    const Quat turned = turnedAtRandom(random);
    const Vec3 place = placeOf(i, sideOf(plan.count), cell, cell);
    const float height = groundUnder(terrain, place, size.reach) + size.reach * random.range(1, 2);
    starts.push_back({lifted(manikin, placed(size, turned, place), height), {}});
  }
  return starts;
}

std::vector<CrowdStart> piles(const Manikin& manikin, const CrowdPlan& plan) {
  const Size size = sizeOf(manikin);
  const float cell = kCellInReach * size.reach, gap = 0.35f * size.reach;
  const Vec3 side = rotate(size.upright, normalized(manikin.axes.left, {1, 0, 0}));
  std::vector<CrowdStart> starts;
  float top = 0;
  for (int i = 0; i < plan.count; ++i) {
    const int inPile = i % kPileSize;
    Random random = randomOf(plan, i);
    const Quat lying = axisAngle(Vec3{0, 1, 0}, random.range(0, 2 * kPi)) * axisAngle(side, inPile % 2 == 0 ? kPi / 2 : -kPi / 2);
    const float aside = 0.1f * size.reach;
    const Vec3 place =
        placeOf(i / kPileSize, sideOf(placesOf(plan)), cell, cell) + Vec3{random.range(-aside, aside), 0, random.range(-aside, aside)};
    const float height = inPile == 0 ? size.reach : top + gap;
    starts.push_back({lifted(manikin, placed(size, lying * size.upright, place), height), {}});
    top = extentOf(manikin, starts.back().worldFromModel).high.y;
  }
  return starts;
}

std::vector<CrowdStart> thrown(const Manikin& manikin, const CrowdPlan& plan) {
  const Size size = sizeOf(manikin);
  const int flying = (plan.count + kThrownOf - 1) / kThrownOf, standing = plan.count - flying, side = std::max(sideOf(standing), 1);
  std::vector<CrowdStart> starts;

  // Rows just wide enough for the bind pose, all feet on the ground.
  const Extent own = extentOf(manikin, {size.upright, {}});
  const float cellX = own.high.x - own.low.x + 0.1f * size.reach, cellZ = own.high.z - own.low.z + 0.25f * size.reach;
  for (int i = 0; i < standing; ++i) {
    starts.push_back({lifted(manikin, placed(size, size.upright, placeOf(i, side, cellX, cellZ)), 0), {}});
  }

  // The others come in ranks from one side, each so high that it falls to the middle of the first row by the time it is there.
  const float room = 2.2f * size.reach, width = cellX * static_cast<float>(side), front = -0.5f * cellZ * static_cast<float>(side);
  const int columns = std::max(static_cast<int>(width / room), 1);
  for (int i = 0; i < flying; ++i) {
    Random random = randomOf(plan, standing + i);
    const float far = size.reach + room * static_cast<float>(1 + i / columns), time = far / kThrowSpeed;
    const Vec3 center{room * (static_cast<float>(i % columns) - 0.5f * static_cast<float>(std::min(columns, flying) - 1)),
                      std::max(0.55f * (own.high.y - own.low.y), 1.05f * size.reach) + 0.5f * kGravity * time * time, front - far};
    starts.push_back({placed(size, turnedAtRandom(random), center), {0, 0, kThrowSpeed}});
  }
  return starts;
}

void setVelocity(World& world, ArticulationId character, const Vec3& velocity) {
  const std::span<const BodyId> bodies = world.bodiesOf(character);
  std::vector<BodyState> states(bodies.size());
  world.getStates(bodies, states);
  for (BodyState& state : states) state.linearVelocity = velocity;
  world.setStates(bodies, states);
}

}  // namespace

std::string_view nameOf(CrowdScene scene) { return kNames[static_cast<std::size_t>(scene)]; }

std::optional<CrowdScene> crowdSceneFromName(std::string_view name) {
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<CrowdScene>(found - std::begin(kNames));
}

std::optional<Terrain> terrainOf(const Manikin& manikin, const CrowdPlan& plan) {
  if (plan.scene != CrowdScene::terrain) return std::nullopt;
  const float reach = sizeOf(manikin).reach;
  // Wide enough for those at the rim to roll, and never so small that its triangles are finer than a hand.
  const float extent = kCellInReach * reach * static_cast<float>(sideOf(plan.count) + 4);
  return Terrain(extent, kHillInReach * reach, kWaveInReach * reach);
}

std::vector<CrowdStart> crowdStarts(const Manikin& manikin, const CrowdPlan& plan, const Terrain* terrain) {
  switch (plan.scene) {
    case CrowdScene::spread:
    case CrowdScene::terrain:
      return spread(manikin, plan, terrain);
    case CrowdScene::pile:
      return piles(manikin, plan);
    case CrowdScene::thrown:
      return thrown(manikin, plan);
  }
  return {};
}

std::vector<MotorTarget> bindMotors(const Manikin& manikin, std::span<const JointId> joints, float hertz) {
  std::vector<MotorTarget> motors;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Part& part = manikin.parts[j + 1];
    const Part& parent = manikin.parts[static_cast<std::size_t>(part.parent)];
    const Quat parentFromPart = conjugate(parent.modelFromPart.rotation) * part.modelFromPart.rotation;
    motors.push_back(
        {.joint = joints[j],
         .hertz = hertz,
         .dampingRatio = 1,
         .maxTorque = part.toParent.maxTorque,
         .rotation = conjugate(part.toParent.parentFromFrame.rotation) * parentFromPart * part.toParent.childFromFrame.rotation,
         .velocity = {}});
  }
  return motors;
}

Result<Crowd> layOutCrowd(World& world, const Manikin& manikin, const CrowdPlan& plan) {
  if (plan.count < 1 || plan.count > kLargestCrowd) {
    return fail(ErrorCode::usage, "count", "a crowd has 1 to " + std::to_string(kLargestCrowd) + " characters");
  }
  Crowd crowd;
  crowd.terrain = terrainOf(manikin, plan);
  crowd.starts = crowdStarts(manikin, plan, crowd.terrain ? &*crowd.terrain : nullptr);

  const MaterialDef material{.friction = kFriction, .restitution = 0};
  const Result<GroundId> ground = crowd.terrain ? world.createMesh(crowd.terrain->vertices(), crowd.terrain->triangles(), material)
                                                : world.createPlane({0, 1, 0}, 0, material);
  if (!ground) return Failure(ground.error());
  crowd.characters.reserve(crowd.starts.size());
  return crowd;
}

Result<void> populate(World& world, const Manikin& manikin, const CrowdPlan& plan, Crowd& crowd) {
  for (const CrowdStart& start : crowd.starts) {
    RagdollOptions options;
    options.worldFromModel = start.worldFromModel;
    const Result<Ragdoll> ragdoll = buildRagdoll(world, manikin, options);
    if (!ragdoll) return Failure(ragdoll.error());
    crowd.characters.push_back(ragdoll->articulation);
    if (start.velocity != Vec3{}) setVelocity(world, ragdoll->articulation, start.velocity);
    if (plan.drive == CrowdDrive::powered) world.setMotors(bindMotors(manikin, ragdoll->joints, kHoldHertz));
  }
  return {};
}

Result<Crowd> buildCrowd(World& world, const Manikin& manikin, const CrowdPlan& plan) {
  Result<Crowd> crowd = layOutCrowd(world, manikin, plan);
  if (!crowd) return crowd;
  if (const Result<void> populated = populate(world, manikin, plan, *crowd); !populated) return Failure(populated.error());
  return crowd;
}

}  // namespace sinew::scenes
