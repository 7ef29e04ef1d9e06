#pragma once

#include <array>
#include <vector>

#include <sinew/base/ground.h>
#include <sinew/locomotion/collision.h>

// What only the eye needs: a flat shadow that lies on the slope and turns with the torso, and a drawn height that eases over steps. Nothing
// here touches where the walker is.

namespace sinew {

struct ShadowSettings {
  float radius = 0.25f;      ///< m, over which the slope is taken
  float steepest = 0.6f;     ///< rad, of the tilt
  float jump = 0.3f;         ///< m between two samples beyond which the ground is an edge, not a slope
  float halflife = 0.08f;    ///< s, of the tilt
  float depthBias = 0.004f;  ///< m toward the eye, so that it does not fight the ground it lies on
};

struct ShadowState {
  Vec3 tilt{}, rate{};  ///< rotation vector, rad
  bool known = false;
};

struct Shadow {
  bool drawn = false;
  Transform worldFromShadow{};  ///< tilted; flat in x and z, the ground's normal is its +y
  Transform shadowFromTorso{};  ///< the second joint: what turns with the torso, about +y
  float depthBias = 0;          ///< m
};

/// `drawn` is false where the level has no shadows or there is no ground. The slope is eased, and clamped where the ground jumps.
struct ShadowInput {
  const Ground& ground;
  bool cast = true;  ///< Level::shadows
  Transform worldFromModel{};
  float torsoTwist = 0;  ///< rad
  float dt = 0;          ///< s
};
Shadow castShadow(const ShadowInput& input, const ShadowSettings& settings, ShadowState& state);

/// The shadow's flat proxy: two fans in x and z, m, for the legs and for the torso. (3 * triangleCount) indices.
struct ShadowProxy {
  std::vector<Vec3> points{};
  std::vector<std::uint32_t> triangles{};
  std::uint32_t torsoStart = 0;  ///< points from here on turn with the torso
};
ShadowProxy shadowProxyOf(const Volume& volume);

/// The height a walker is drawn at: it eases over what a snap made it jump, and stands on the ground that is seen.
struct DrawnHeight {
  float offset = 0, rate = 0;  ///< m, m/s over the simulated origin
};
struct DrawnHeightInput {
  float before = 0, after = 0;  ///< m, y of the origin before and after this frame's snap
  float seen = 0;               ///< m, y of the drawn ground under the origin; `after` where it is the same
  float halflife = 0.06f;       ///< s
  float most = 0.5f;            ///< m; larger jumps (a fall, a lift) are shown as they are
  float dt = 0;                 ///< s
};
/// m, to add to y when drawing.
float easeHeight(DrawnHeight& state, const DrawnHeightInput& input);

}  // namespace sinew
