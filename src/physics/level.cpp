#include <sinew/physics/level.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

std::string placeOf(const Level& level, std::size_t index) {
  const Solid& solid = level.solids[index];
  const bool named = solid.name >= 0 && static_cast<std::size_t>(solid.name) < level.names.size();
  return "solids[" + std::to_string(index) + "]" + (named ? " '" + level.names[static_cast<std::size_t>(solid.name)] + "'" : "");
}

Failure fault(const Level& level, std::size_t index, const char* sentence) {
  return fail(ErrorCode::value, placeOf(level, index), sentence);
}

bool isUnit(const Quat& q) { return isFinite(q) && std::abs(dot(q, q) - 1) < 1e-3f; }

Result<void> checkSolid(const Level& level, std::size_t index) {
  const Solid& solid = level.solids[index];
  if (solid.mover < -1 || solid.mover >= static_cast<std::int32_t>(level.movers.size()))
    return fault(level, index, "names a mover that is not there");
  if (solid.shape == SolidShape::triangle) {
    const auto& [a, b, c] = solid.corners;
    if (!isFinite(a) || !isFinite(b) || !isFinite(c)) return fault(level, index, "has a corner that is no number");
    if (!(length(cross(b - a, c - a)) > 0)) return fault(level, index, "is a triangle without area");
    if (solid.mover >= 0) return fault(level, index, "is a triangle and cannot move: make it a box or a wedge");
    return {};
  }
  if (!isFinite(solid.worldFromSolid.translation) || !isUnit(solid.worldFromSolid.rotation))
    return fault(level, index, "stands at a place that is no number");
  const Vec3& half = solid.halfExtent;
  if (!isFinite(half) || !(half.x > 0) || !(half.y > 0) || !(half.z > 0)) return fault(level, index, "has a size that is not above 0");
  return {};
}

/// To and fro: share of the way and its rate at a share of the period. A smooth step out, a smooth step back.
struct Way {
  float share = 0, rate = 0;
};
Way wayAt(double cycle) {
  const double phase = cycle - std::floor(cycle);
  const bool back = phase >= 0.5;
  const auto u = static_cast<float>(back ? 2 - 2 * phase : 2 * phase);
  return {u * u * (3 - 2 * u), (back ? -2.0f : 2.0f) * 6 * u * (1 - u)};
}

MoverState stateAt(const Mover& mover, double time) {
  const Way way = wayAt(time / mover.period + mover.phase);
  const Quat turned = axisAngle(Vec3{0, 1, 0}, static_cast<float>(std::remainder(mover.turn * time, 2 * std::numbers::pi)));
  const Vec3 moved = mover.travel * way.share;
  return {.worldFromRest = {turned, mover.pivot + moved - rotate(turned, mover.pivot)},
          .nowFromBefore = {},
          .linearVelocity = mover.travel * (way.rate / mover.period),
          .turnRate = mover.turn,
          .pivot = mover.pivot + moved};
}

}  // namespace

Result<void> checkLevel(const Level& level) {
  for (std::size_t i = 0; i < level.movers.size(); ++i) {
    const Mover& mover = level.movers[i];
    if (!isFinite(mover.travel) || !isFinite(mover.pivot) || !std::isfinite(mover.turn) || !std::isfinite(mover.phase) ||
        !(mover.period > 0) || !std::isfinite(mover.period))
      return fail(ErrorCode::value, "movers[" + std::to_string(i) + "]", "has a number that is not finite or a period that is not above 0");
  }
  for (std::size_t i = 0; i < level.solids.size(); ++i) {
    if (Result<void> sound = checkSolid(level, i); !sound) return sound;
  }
  if (!isFinite(level.start) || !std::isfinite(level.startYaw)) return fail(ErrorCode::value, "start", "is no number");
  return {};
}

LevelState startOf(const Level& level) {
  LevelState state;
  state.movers.resize(level.movers.size());
  state.crushed.assign(level.solids.size(), 0);
  advanceLevel(level, state, 0);
  return state;
}

void advanceLevel(const Level& level, LevelState& state, float dt) {
  state.time += dt;
  for (std::size_t i = 0; i < level.movers.size(); ++i) {
    const Transform before = state.movers[i].worldFromRest;
    state.movers[i] = stateAt(level.movers[i], state.time);
    state.movers[i].nowFromBefore = state.movers[i].worldFromRest * inverse(before);
  }
}

Transform worldFromSolid(const Level& level, const LevelState& state, std::int32_t solid) {
  const Solid& one = level.solids[static_cast<std::size_t>(solid)];
  return one.mover < 0 ? one.worldFromSolid : state.movers[static_cast<std::size_t>(one.mover)].worldFromRest * one.worldFromSolid;
}

namespace {

/// A wedge as a closed mesh, in its own frame: rises along +z.
constexpr std::array<std::uint32_t, 24> kWedgeTriangles{0, 2, 3, 0, 1, 2, 2, 5, 3, 2, 4, 5, 0, 4, 1, 0, 5, 4, 0, 3, 5, 1, 4, 2};
std::array<Vec3, 6> wedgePoints(const Vec3& half) {
  const auto& [x, y, z] = half;
  return {Vec3{-x, -y, -z}, Vec3{x, -y, -z}, Vec3{x, -y, z}, Vec3{-x, -y, z}, Vec3{x, y, z}, Vec3{-x, y, z}};
}

Result<GroundId> addSolid(World& world, const Solid& solid) {
  if (solid.shape == SolidShape::box) return world.createBox(solid.worldFromSolid, solid.halfExtent, {});
  std::array<Vec3, 6> points = wedgePoints(solid.halfExtent);
  for (Vec3& point : points) point = solid.worldFromSolid * point;
  return world.createMesh(points, kWedgeTriangles, {});
}

}  // namespace

Result<std::vector<LevelGround>> addLevel(World& world, const Level& level) {
  if (const Result<void> sound = checkLevel(level); !sound) return Failure(sound.error());
  std::vector<LevelGround> grounds;
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < level.solids.size(); ++i) {
    const Solid& solid = level.solids[i];
    if (solid.role != SolidRole::blocking) continue;
    if (solid.shape == SolidShape::triangle) {
      vertices.insert(vertices.end(), solid.corners.begin(), solid.corners.end());
      continue;
    }
    const Result<GroundId> ground = addSolid(world, solid);
    if (!ground) return Failure(ground.error());
    grounds.push_back({*ground, solid.mover, static_cast<std::int32_t>(i)});
  }
  if (!vertices.empty()) {
    std::vector<std::uint32_t> triangles(vertices.size());
    for (std::size_t i = 0; i < triangles.size(); ++i) triangles[i] = static_cast<std::uint32_t>(i);
    const Result<GroundId> ground = world.createMesh(vertices, triangles, {});
    if (!ground) return Failure(ground.error());
    grounds.push_back({*ground, -1, -1});
  }
  return grounds;
}

void moveLevel(World& world, const Level& level, const LevelState& next, std::span<const LevelGround> grounds, float dt) {
  for (const LevelGround& one : grounds) {
    if (one.mover < 0) continue;
    const Solid& solid = level.solids[static_cast<std::size_t>(one.solid)];
    const Transform& worldFromRest = next.movers[static_cast<std::size_t>(one.mover)].worldFromRest;
    // A box stands at its own transform; a mesh starts at identity.
    world.moveGround(one.ground, solid.shape == SolidShape::box ? worldFromRest * solid.worldFromSolid : worldFromRest, dt);
  }
}

}  // namespace sinew
