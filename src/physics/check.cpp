#include "physics/check.h"

#include <sinew/physics/angles.h>

namespace sinew {
namespace {

Failure bad(std::string place, std::string message) { return fail(ErrorCode::value, std::move(place), std::move(message)); }

bool positive(float value) { return std::isfinite(value) && value > 0; }
bool notNegative(float value) { return std::isfinite(value) && value >= 0; }

Result<void> checkShape(const ShapeDef& shape, const std::string& place) {
  if (!isRigid(shape.bodyFromShape)) return bad(place + ".shape.bodyFromShape", "is not a finite rigid transform");
  if (shape.type == BodyShape::box) {
    const Vec3& h = shape.halfExtent;
    if (!positive(h.x) || !positive(h.y) || !positive(h.z)) return bad(place + ".shape.halfExtent", "must be finite and positive");
    return {};
  }
  if (!positive(shape.radius)) return bad(place + ".shape.radius", "must be finite and positive");
  if (shape.type == BodyShape::capsule && !notNegative(shape.halfHeight)) {
    return bad(place + ".shape.halfHeight", "must be finite and not negative");
  }
  return {};
}

Result<void> checkRange(const AngleRange& range, bool holdsZero, const std::string& place) {
  constexpr float kSlack = 1e-5f;
  if (!std::isfinite(range.low) || !std::isfinite(range.high)) return bad(place, "is not finite");
  if (range.low > range.high) return bad(place, "has its low end above its high end");
  if (range.low < -kPi - kSlack || range.high > kPi + kSlack) return bad(place, "leaves [-pi, pi]");
  if (holdsZero && (range.low > 0 || range.high < 0)) return bad(place, "must hold zero");
  return {};
}

}  // namespace

bool isRotation(const Quat& q) { return isFinite(q) && std::abs(dot(q, q) - 1) < 2e-3f; }
bool isRigid(const Transform& t) { return isRotation(t.rotation) && isFinite(t.translation); }

Result<void> checkWorld(const WorldDef& def) {
  if (!isFinite(def.gravity)) return bad("gravity", "is not finite");
  if (def.substeps < 1 || def.substeps > 64) return bad("substeps", "must lie in 1..64");
  if (def.iterations < 1 || def.iterations > 1000) return bad("iterations", "must lie in 1..1000");
  if (!notNegative(def.sleepTime)) return bad("sleepTime", "must be finite and not negative");
  if (!notNegative(def.sleepLinear) || !notNegative(def.sleepAngular))
    return bad("sleepLinear", "sleep speeds must be finite and not negative");
  return {};
}

Result<void> checkMaterial(const MaterialDef& def, const std::string& place) {
  if (!notNegative(def.friction)) return bad(place + ".friction", "must be finite and not negative");
  if (!notNegative(def.restitution) || def.restitution > 1) return bad(place + ".restitution", "must lie in [0, 1]");
  return {};
}

Result<void> checkBody(const BodyDef& def, const std::string& place) {
  if (!isRigid(def.worldFromBody)) return bad(place + ".worldFromBody", "is not a finite rigid transform");
  if (auto shape = checkShape(def.shape, place); !shape) return shape;
  if (!positive(def.mass)) return bad(place + ".mass", "must be finite and positive");
  if (!isFinite(def.centerOfMass)) return bad(place + ".centerOfMass", "is not finite");
  const Vec3& inertia = def.inertia;
  if (!positive(inertia.x) || !positive(inertia.y) || !positive(inertia.z)) return bad(place + ".inertia", "must be finite and positive");
  if (!isRotation(def.bodyFromInertia)) return bad(place + ".bodyFromInertia", "is not a finite unit rotation");
  if (!notNegative(def.linearDamping) || !notNegative(def.angularDamping))
    return bad(place + ".linearDamping", "damping must be finite and not negative");
  if ((def.group & kGroundGroup) != 0) return bad(place + ".group", "uses the bit that is kept for ground");
  return checkMaterial(def.material, place + ".material");
}

Result<void> checkJoint(const JointDef& def, const std::string& place) {
  if (!isRigid(def.parentFromFrame)) return bad(place + ".parentFromFrame", "is not a finite rigid transform");
  if (!isRigid(def.childFromFrame)) return bad(place + ".childFromFrame", "is not a finite rigid transform");
  if (!notNegative(def.damping)) return bad(place + ".damping", "must be finite and not negative");
  if (auto twist = checkRange(def.twist, false, place + ".twist"); !twist) return twist;
  if (def.type != ConstraintType::ball) return {};
  if (auto swing = checkRange(def.swing1, true, place + ".swing1"); !swing) return swing;
  return checkRange(def.swing2, true, place + ".swing2");
}

Result<void> checkArticulation(const ArticulationDef& def) {
  if (def.bodies.empty()) return bad("bodies", "an articulation needs at least one body");
  if (def.joints.size() + 1 != def.bodies.size()) {
    return fail(ErrorCode::reference, "joints",
                "an articulation of " + std::to_string(def.bodies.size()) + " bodies needs " + std::to_string(def.bodies.size() - 1) +
                    " joints, one a body but the root");
  }
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    if (auto body = checkBody(def.bodies[i], "bodies[" + std::to_string(i) + "]"); !body) return body;
  }
  for (std::size_t i = 0; i < def.joints.size(); ++i) {
    const std::string place = "joints[" + std::to_string(i) + "]";
    const std::int32_t child = static_cast<std::int32_t>(i) + 1;
    if (def.joints[i].child != child) return fail(ErrorCode::reference, place + ".child", "joints must stand in the order of their bodies");
    if (def.joints[i].parent < 0 || def.joints[i].parent >= child) {
      return fail(ErrorCode::reference, place + ".parent", "a parent must stand before its child");
    }
    if (auto joint = checkJoint(def.joints[i].joint, place); !joint) return joint;
  }
  const auto count = static_cast<std::int32_t>(def.bodies.size());
  for (std::size_t i = 0; i < def.filteredPairs.size(); ++i) {
    const std::int32_t a = def.filteredPairs[i].first, b = def.filteredPairs[i].second;
    if (a < 0 || b < 0 || a >= count || b >= count || a == b) {
      return fail(ErrorCode::reference, "filteredPairs[" + std::to_string(i) + "]", "does not name two bodies of the articulation");
    }
  }
  return {};
}

Result<void> checkPlane(const Vec3& normal, float offset) {
  if (!isFinite(normal) || std::abs(length(normal) - 1) > 1e-3f) return bad("normal", "is not a unit vector");
  if (!std::isfinite(offset)) return bad("offset", "is not finite");
  return {};
}

Result<void> checkMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles) {
  if (triangles.empty() || triangles.size() % 3 != 0) return fail(ErrorCode::reference, "triangles", "must hold three indices a triangle");
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!isFinite(vertices[i])) return bad("vertices[" + std::to_string(i) + "]", "is not finite");
  }
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (triangles[i] >= vertices.size()) return fail(ErrorCode::reference, "triangles[" + std::to_string(i) + "]", "names no vertex");
  }
  return {};
}

Result<void> checkHeightField(std::span<const float> heights, std::uint32_t columns, float cell, const Vec3& origin) {
  if (columns < 2 || heights.size() % columns != 0 || heights.size() / columns < 2) {
    return fail(ErrorCode::reference, "heights", "must hold at least two rows of at least two columns");
  }
  if (!positive(cell)) return bad("cell", "must be finite and positive");
  if (!isFinite(origin)) return bad("origin", "is not finite");
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (!std::isfinite(heights[i])) return bad("heights[" + std::to_string(i) + "]", "is not finite");
  }
  return {};
}

bool usable(const MotorTarget& target) {
  return std::isfinite(target.hertz) && std::isfinite(target.dampingRatio) && target.dampingRatio >= 0 && std::isfinite(target.maxTorque) &&
         target.maxTorque >= 0 && isRotation(target.rotation) && isFinite(target.velocity);
}

bool usable(const PinTarget& target) {
  return std::isfinite(target.hertz) && std::isfinite(target.dampingRatio) && target.dampingRatio >= 0 && std::isfinite(target.maxForce) &&
         target.maxForce >= 0 && std::isfinite(target.maxTorque) && target.maxTorque >= 0 && isRigid(target.worldFromBody) &&
         isFinite(target.linearVelocity) && isFinite(target.angularVelocity);
}

bool same(const MotorTarget& a, const MotorTarget& b) {
  return a.hertz == b.hertz && a.dampingRatio == b.dampingRatio && a.maxTorque == b.maxTorque && a.rotation == b.rotation &&
         a.velocity == b.velocity;
}

bool same(const PinTarget& a, const PinTarget& b) {
  return a.hertz == b.hertz && a.dampingRatio == b.dampingRatio && a.maxForce == b.maxForce && a.maxTorque == b.maxTorque &&
         a.worldFromBody == b.worldFromBody && a.linearVelocity == b.linearVelocity && a.angularVelocity == b.angularVelocity;
}

MotorTarget insideLimits(const JointDef& joint, const MotorTarget& target, bool& clamped) {
  MotorTarget inside = target;
  inside.rotation = normalized(target.rotation);
  clamped = target.hertz > 0 && overshootOf(joint, inside.rotation) > 1e-4f;
  if (clamped || joint.type == ConstraintType::hinge) inside.rotation = clampRotation(joint, inside.rotation);
  return inside;
}

}  // namespace sinew
