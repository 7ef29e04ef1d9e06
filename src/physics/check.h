#pragma once

#include <span>
#include <string>

#include <sinew/physics/world.h>

// What every backend refuses before it builds anything. Each call returns an error that names the place, or nothing.

namespace sinew {

Result<void> checkWorld(const WorldDef& def);
Result<void> checkBody(const BodyDef& def, const std::string& place);
/// Frames and ranges; whether its bodies exist is the backend's to say.
Result<void> checkJoint(const JointDef& def, const std::string& place);
Result<void> checkArticulation(const ArticulationDef& def);
Result<void> checkMaterial(const MaterialDef& def, const std::string& place);
Result<void> checkPlane(const Vec3& normal, float offset);
Result<void> checkMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles);
Result<void> checkHeightField(std::span<const float> heights, std::uint32_t columns, float cell, const Vec3& origin);

/// Whether a motor or a pin can follow it; and whether it says what the other says.
bool usable(const MotorTarget& target);
bool usable(const PinTarget& target);
bool same(const MotorTarget& a, const MotorTarget& b);
bool same(const PinTarget& a, const PinTarget& b);
/// Nobody is asked to bend beyond the joint's limits: the target inside them, unit. Sets `clamped` where it was outside.
MotorTarget insideLimits(const JointDef& joint, const MotorTarget& target, bool& clamped);

/// Finite and of unit length (to 1e-3).
bool isRotation(const Quat& q);
bool isRigid(const Transform& t);

}  // namespace sinew
