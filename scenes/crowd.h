#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <sinew/base/result.h>
#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>

#include "scenes/terrain.h"

// Many characters of one kind in one world. Distances follow from the size of the body, so that any character makes a crowd.

namespace sinew::scenes {

/// What a crowd does.
enum class CrowdScene : std::uint8_t {
  spread,   ///< each falls alone, turned at random, on level ground
  pile,     ///< ten fall onto each other, lying on their front and back in turn
  terrain,  ///< each falls alone on a mesh of hills
  thrown,   ///< nine of ten stand in rows; the tenth is thrown at them
};
std::string_view nameOf(CrowdScene scene);  ///< "spread", "pile", "terrain", "throw"
std::optional<CrowdScene> crowdSceneFromName(std::string_view name);

enum class CrowdDrive : std::uint8_t {
  limp,
  powered,  ///< every joint's motor holds the bind pose
};

inline constexpr int kLargestCrowd = 100000;
inline constexpr float kThrowSpeed = 20;  ///< m/s

struct CrowdPlan {
  CrowdScene scene = CrowdScene::spread;
  CrowdDrive drive = CrowdDrive::limp;
  int count = 64;          ///< [1, kLargestCrowd]
  std::uint64_t seed = 0;  ///< of orientations and heights
};

/// Where one character starts.
struct CrowdStart {
  Transform worldFromModel;  ///< of its bind pose
  Vec3 velocity;             ///< m/s, of all its parts
};

struct Crowd {
  std::vector<ArticulationId> characters;  ///< (count)
  std::vector<CrowdStart> starts;          ///< (count)
  std::optional<Terrain> terrain;          ///< none: level ground at y = 0
};

/// The hills of a crowd of this size; none in the other scenes.
std::optional<Terrain> terrainOf(const Manikin& manikin, const CrowdPlan& plan);

/// Starts of all characters, (count). No two overlap, and none stands in the ground.
std::vector<CrowdStart> crowdStarts(const Manikin& manikin, const CrowdPlan& plan, const Terrain* terrain);

/// Builds the ground and says where all will start. A count out of its range is a `usage` error.
Result<Crowd> layOutCrowd(World& world, const Manikin& manikin, const CrowdPlan& plan);

/// Builds the characters of a crowd that was laid out by the same plan.
Result<void> populate(World& world, const Manikin& manikin, const CrowdPlan& plan, Crowd& crowd);

/// Both.
Result<Crowd> buildCrowd(World& world, const Manikin& manikin, const CrowdPlan& plan);

/// Motors that hold the bind pose, one a joint in `joints` (partCount - 1), each up to the joint's own torque.
std::vector<MotorTarget> bindMotors(const Manikin& manikin, std::span<const JointId> joints, float hertz);

}  // namespace sinew::scenes
