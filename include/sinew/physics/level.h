#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sinew/base/math.h>
#include <sinew/base/result.h>
#include <sinew/physics/world.h>

// The place where characters walk, written once: it feeds the physics World and the tree of boxes under the walkers' feet alike.
// Level is immutable; what moves and what has been crushed is LevelState.

namespace sinew {

enum class SolidShape : std::uint8_t {
  box,       ///< halfExtent about the middle
  wedge,     ///< a box cut along its diagonal: a ramp that rises along its +z, from the bottom at -z to the top at +z
  triangle,  ///< one face, seen from the side where its corners run counter-clockwise: drawn terrain
};

enum class SolidRole : std::uint8_t {
  blocking,   ///< stops a walker, carries it
  crushable,  ///< a walker goes through, and it breaks
  trigger,    ///< is only noticed
};

struct Solid {
  SolidShape shape = SolidShape::box;
  SolidRole role = SolidRole::blocking;
  Transform worldFromSolid{};         ///< box and wedge; of a moving one, where it stands at its mover's rest
  Vec3 halfExtent{0.5f, 0.5f, 0.5f};  ///< m, > 0; box and wedge
  std::array<Vec3, 3> corners;        ///< m, world; triangle
  std::int32_t mover = -1;            ///< index into Level::movers
  std::int32_t name = -1;             ///< index into Level::names
};

/// To and fro along `travel`, once in `period` seconds, slowing down at both ends; or round and round about +Y through `pivot`.
struct Mover {
  Vec3 travel{};     ///< m
  float period = 4;  ///< s, > 0
  float turn = 0;    ///< rad/s about +Y
  Vec3 pivot{};      ///< m, world
  float phase = 0;   ///< share of the period at time 0, [0, 1)
};

struct Level {
  std::string name;
  std::vector<Solid> solids;
  std::vector<Mover> movers;
  std::vector<std::string> names;  ///< printable
  bool shadows = true;             ///< whether walkers cast one here
  Vec3 start{};                    ///< m, where a walker begins
  float startYaw = 0;              ///< rad
};

/// How a mover has moved what stands on it.
struct MoverState {
  Transform worldFromRest{};  ///< of a solid that is carried: worldFromSolid now = worldFromRest * Solid::worldFromSolid
  Transform nowFromBefore{};  ///< what the last advance did to whoever stands on it
  Vec3 linearVelocity{};      ///< m/s, of the pivot
  float turnRate = 0;         ///< rad/s about +Y
  Vec3 pivot{};               ///< m, world, now

  Vec3 velocityAt(const Vec3& point) const { return linearVelocity + cross(Vec3{0, turnRate, 0}, point - pivot); }
};

struct LevelState {
  double time = 0;                    ///< s
  std::vector<MoverState> movers;     ///< (moverCount)
  std::vector<std::uint8_t> crushed;  ///< (solidCount) 1: it is gone
};

/// Sound numbers, sizes above 0, indices in range: else an error that names the solid.
Result<void> checkLevel(const Level& level);

LevelState startOf(const Level& level);
void advanceLevel(const Level& level, LevelState& state, float dt);

/// Where a box or wedge is now.
Transform worldFromSolid(const Level& level, const LevelState& state, std::int32_t solid);

/// Builds all blocking solids as static ground; triangles become one mesh. `out` (groundCount) pairs a ground with its mover, so that
/// `moveGround` can follow.
struct LevelGround {
  GroundId ground;
  std::int32_t mover = -1;
  std::int32_t solid = -1;  ///< -1: the triangles
};
Result<std::vector<LevelGround>> addLevel(World& world, const Level& level);
void moveLevel(World& world, const Level& level, const LevelState& next, std::span<const LevelGround> grounds, float dt);

}  // namespace sinew
