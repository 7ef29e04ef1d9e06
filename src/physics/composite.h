#pragma once

#include <span>
#include <vector>

#include <sinew/physics/world.h>

namespace sinew {

/// Mass of a body and all that hangs below it, as one rigid piece.
struct CompositeMass {
  float mass = 0;  ///< kg
  Vec3 center;     ///< m, centre of mass in the body's frame
  Mat3 inertia;    ///< kg m2, about that centre, in the body's frame
};

/// Of one body alone.
CompositeMass compositeOf(const BodyDef& body);

/// Of every body of an articulation with its subtree, in the pose of the definition; (bodyCount).
std::vector<CompositeMass> compositesOf(const ArticulationDef& def);

/// Inertia about another point of the body's frame (parallel axes).
Mat3 inertiaAbout(const CompositeMass& composite, const Vec3& point);

}  // namespace sinew
