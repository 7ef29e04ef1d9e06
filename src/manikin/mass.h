#pragma once

#include "manikin/plan.h"

namespace sinew {

/// Gives every part its share of `options.mass`, a centre of mass and an inertia. Shares are anthropometric where the table has
/// the body plan, else of equal density over the fitted volumes. Shapes decide inertia unless the table is asked to.
/// Parts must have their shapes; `map` tells a limb that the creature has not from one that merges.
void weighParts(Manikin& manikin, const RoleMap& map, const FitOptions& options);

/// One row of a body-segment table: a segment as a role, its share, and how its mass lies along its length.
struct MassRow {
  Role role = Role::none;   ///< left sides stand for both
  Role merge = Role::none;  ///< part that takes the row where the role is none; `none`: the nearest above it by role
  float share = 0;          ///< % of body mass, each
  float fromJoint = 0;      ///< centre of mass from the joint end, share of the length; 0: in the middle of the shape
  float gyrationSagittal = 0, gyrationTransverse = 0, gyrationLong = 0;  ///< radii, shares of the length; 0: none given
};

/// Rows of a named table; empty for "density" and unknown names.
std::span<const MassRow> massRows(std::string_view table);

/// m3, of a part's shape.
double volumeOf(const Part& part);

/// kg m2 about the centre, y along the axis, of a homogeneous capsule or sphere of the part's mass.
Vec3 inertiaOf(const Part& part);

}  // namespace sinew
