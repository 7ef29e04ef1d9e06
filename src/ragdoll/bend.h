#pragma once

#include <optional>
#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>

namespace sinew {

/// Unit direction in model space in which the far end of a hinged part moves when the joint flexes, at bind; none for roles whose
/// anatomy says nothing. Knees close backward and elbows forward, as seen on a limb that hangs down: the limb's own direction at
/// bind is turned there by the shortest arc, so that T-pose, A-pose and seat agree. The leg of a four-footed body closes further
/// the way it stands bent.
std::optional<Vec3> flexionDirection(const Manikin& manikin, const Part& part);

/// How one hinge bent when its limb was pushed the anatomical way.
struct Bend {
  std::int32_t part = -1;
  float angle = 0;      ///< rad, change of the joint angle as the solver measures it
  float alignment = 0;  ///< cosine of the far end's motion with the anatomical direction, signed as `angle`; 0 where it did not move
};

/// Pushes every hinge that anatomy speaks of, one after the other, in a world of its own: no gravity, limits open, everything above
/// the hinge held. A hinge that closes the right way reports a positive angle and an alignment near 1.
Result<std::vector<Bend>> bendHinges(const Manikin& manikin, std::string_view worldName);

}  // namespace sinew
