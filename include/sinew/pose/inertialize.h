#pragma once

#include <span>
#include <vector>

#include <sinew/base/math.h>

// A transition that blends nothing: the difference between the old pose and the new one is kept as an offset that dies away,
// critically damped and exact for any dt (Bollo 2016; Holden 2020, "Spring-It-On").

namespace sinew {

/// One offset of a joint: translation (m) and rotation vector (rad), with their rates.
struct JointOffset {
  Vec3 translation{}, translationRate{};
  Vec3 rotation{}, rotationRate{};
};

struct Inertializer {
  std::vector<JointOffset> offsets;  ///< (jointCount)
  bool active = false;
};

/// x, v after dt: y = 2 ln 2 / halflife, j = v + x y, e = exp(-y dt): x <- e (x + j dt), v <- e (v - j y dt). From rest
/// (1 + 2 ln 2) / 4 = 59.7 % of x are left after one halflife. halflife 0 ends at once.
void decay(Vec3& x, Vec3& v, float halflife, float dt);

/// Takes over from the pose that was shown (and the one before it, `dt` s earlier, for its rates) to the pose of the new clip and
/// the one `dt` s before that. All spans (jointCount). dt = 0 takes rates as zero.
void beginTransition(Inertializer& state, std::span<const Transform> shown, std::span<const Transform> shownBefore,
                     std::span<const Transform> next, std::span<const Transform> nextBefore, float dt);

/// Decays by dt and puts what is left on the pose. Ends when offsets AND rates are small (1e-5), never on dt = 0.
void applyTransition(Inertializer& state, std::span<Transform> pose, float halflife, float dt);

}  // namespace sinew
