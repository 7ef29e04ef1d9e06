#pragma once

#include <string>
#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>

namespace sinew {

/// One part as the SOLVER reports it, beside what was authored.
struct ProbedPart {
  std::int32_t part = -1;                      ///< index into Manikin::parts
  BodyInfo body;                               ///< read back from the world
  Vec3 center;                                 ///< m, part frame, of the solver's shape
  float centerError = 0;                       ///< m
  float radiusError = 0, halfHeightError = 0;  ///< relative
  JointInfo joint;                             ///< to the parent; default at the root
  Vec3 bindAngles;                             ///< rad, measured at bind
  float bindOvershoot = 0;                     ///< rad
  float flexionSign = 0;                       ///< hinges: cosine between the measured bend and the anatomical direction, [-1, 1]
  std::int32_t overlapPart = -1;               ///< non-adjacent part it overlaps most at bind
  float overlapDepth = 0;                      ///< m
};

struct Probe {
  std::vector<ProbedPart> parts;
  float mass = 0;  ///< kg, total of the solver's bodies
  Findings findings;
};

/// Builds the manikin in a fresh world, reads everything back and asserts the requirement's list. Every hinge is bent in the
/// solver and the direction in which the limb really moves is compared with anatomy.
Result<Probe> probeManikin(const Manikin& manikin, std::string_view worldName = kDefaultWorld);

}  // namespace sinew
