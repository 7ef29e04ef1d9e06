#include "export/mjcf.h"

#include <cstdio>
#include <sstream>

#include <pugixml.hpp>

#include <sinew/base/joint_angles.h>
#include <sinew/base/text.h>
#include <sinew/ragdoll/ragdoll.h>

#include "export/ball_hinges.h"
#include "physics/composite.h"

namespace sinew {
namespace {

std::string number(float value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  return text;
}

std::string numbers(std::initializer_list<float> values) {
  std::string out;
  for (const float value : values) out += (out.empty() ? "" : " ") + number(value);
  return out;
}

std::string inDegrees(float angle) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f degrees", static_cast<double>(degrees(angle)));
  return text;
}

std::string text(const Vec3& v) { return numbers({v.x, v.y, v.z}); }
std::string text(const Quat& q) { return numbers({q.w, q.x, q.y, q.z}); }  // MuJoCo's order

void set(pugi::xml_node node, const char* name, const std::string& value) { node.append_attribute(name) = value.c_str(); }

/// Turns the model's up onto +z and its forward onto +x, as MuJoCo's own models have them.
Quat worldFromModel(const RigAxes& axes) {
  const Vec3 up = normalized(axes.up, {0, 1, 0});
  const Vec3 forward = normalized(axes.forward - up * dot(up, axes.forward), perpendicular(up));
  return conjugate(toQuat(Mat3{forward, cross(up, forward), up}));
}

/// One file in the making.
class Writer {
 public:
  Writer(const Manikin& manikin, float unitsPerMeter)
      : manikin_(manikin), unit_(unitsPerMeter), def_(articulationOf(manikin)), composites_(compositesOf(def_)) {}

  Exported write() {
    pugi::xml_node mujoco = document_.append_child("mujoco");
    set(mujoco, "model", printable(manikin_.file));
    pugi::xml_node compiler = mujoco.append_child("compiler");
    set(compiler, "angle", "radian");
    set(compiler, "inertiafromgeom", "false");
    set(mujoco.append_child("option"), "gravity", text(Vec3{0, 0, -9.81f} * unit_));
    pugi::xml_node world = mujoco.append_child("worldbody");
    actuators_ = mujoco.append_child("actuator");
    bodies_.resize(def_.bodies.size());
    for (std::size_t i = 0; i < def_.bodies.size(); ++i) body(world, i);
    excludes(mujoco.append_child("contact"));
    whole();

    std::ostringstream out;
    document_.save(out, "  ");
    return {out.str(), std::move(lost_)};
  }

 private:
  void place(pugi::xml_node node, const Transform& transform) const {
    set(node, "pos", text(transform.translation * unit_));
    set(node, "quat", text(transform.rotation));
  }

  std::string nameOf(std::size_t part) const { return printable(manikin_.parts[part].name); }

  void lose(std::string rule, std::string role, std::optional<double> measured, std::string message) {
    lost_.push_back({.severity = Severity::note,
                     .rule = "mjcf." + std::move(rule),
                     .role = std::move(role),
                     .measured = measured,
                     .low = std::nullopt,
                     .high = std::nullopt,
                     .message = std::move(message)});
  }

  /// A part where it stands in its parent at bind, with its joint, its mass and its shape.
  void body(pugi::xml_node world, std::size_t i) {
    const Part& part = manikin_.parts[i];
    pugi::xml_node& node = bodies_[i];
    if (part.parent < 0) {
      node = world.append_child("body");
      set(node, "name", nameOf(i));
      place(node, Transform{worldFromModel(manikin_.axes), {}} * part.modelFromPart);
      set(node.append_child("freejoint"), "name", "root");
    } else {
      const auto parent = static_cast<std::size_t>(part.parent);
      const Transform parentFromPart = inverse(manikin_.parts[parent].modelFromPart) * part.modelFromPart;
      node = bodies_[parent].append_child("body");
      set(node, "name", nameOf(i));
      place(node, parentFromPart);
      joint(node, i, parentFromPart.rotation);
    }
    inertial(node, i);
    geom(node, def_.bodies[i]);
  }

  void joint(pugi::xml_node node, std::size_t i, const Quat& parentFromPart) {
    const JointDef& def = def_.joints[i - 1].joint;
    const std::string name = nameOf(i);
    if (def.type == ConstraintType::fixed) return;  // a body without a joint is welded to the one above
    if (def.type == ConstraintType::hinge) {
      const Quat r = conjugate(def.parentFromFrame.rotation) * parentFromPart * def.childFromFrame.rotation;
      hinge(node, i, {"flexion", rotate(def.childFromFrame.rotation, Vec3{1, 0, 0}), hingeAngle(r), def.twist});
      return;
    }
    const BallHinges ball = ballHinges(def, parentFromPart);
    for (const BallHinge& one : ball.hinges) hinge(node, i, one);
    lose("three-hinges", name, degrees(ball.corner),
         "a ball joint is written as three hinges: where both swings end at once they go on " + inDegrees(ball.corner) +
             " beyond its own limits");
    if (ball.fold > radians(75)) {
      lose("fold", name, degrees(ball.fold),
           "the middle hinge goes to " + inDegrees(ball.fold) + ": at a right angle the other two turn about one axis");
    }
    if (ball.widened > radians(0.1f)) {
      lose("widened", name, degrees(ball.widened),
           "a range was widened by " + inDegrees(ball.widened) + " to hold the bind pose, which three hinges describe by other angles");
    }
  }

  void hinge(pugi::xml_node body, std::size_t i, const BallHinge& hinge) {
    const JointDef& def = def_.joints[i - 1].joint;
    const std::string name = nameOf(i) + "." + std::string(hinge.name);
    pugi::xml_node node = body.append_child("joint");
    set(node, "name", name);
    set(node, "type", "hinge");
    set(node, "pos", text(def.childFromFrame.translation * unit_));
    set(node, "axis", text(hinge.axisChild));
    set(node, "ref", number(hinge.angleAtBind));
    const bool limited = def.limited && hinge.range.high - hinge.range.low < 2 * kPi - 1e-3f;
    set(node, "limited", limited ? "true" : "false");
    if (limited) set(node, "range", numbers({hinge.range.low, hinge.range.high}));

    // What dies away at so many per second here is a torque there: with the inertia that the joint carries at bind.
    const Mat3 inertia = inertiaAbout(composites_[i], def.childFromFrame.translation);
    set(node, "damping", number(def.damping * dot(hinge.axisChild, inertia * hinge.axisChild) * unit_ * unit_));

    const float torque = manikin_.parts[i].toParent.maxTorque * unit_ * unit_;
    pugi::xml_node motor = actuators_.append_child("motor");
    set(motor, "name", name);
    set(motor, "joint", name);
    set(motor, "ctrllimited", "true");
    set(motor, "ctrlrange", numbers({-torque, torque}));
  }

  void inertial(pugi::xml_node body, std::size_t i) {
    const BodyDef& def = def_.bodies[i];
    pugi::xml_node node = body.append_child("inertial");
    place(node, {def.bodyFromInertia, def.centerOfMass});
    set(node, "mass", number(def.mass));
    set(node, "diaginertia", text(def.inertia * (unit_ * unit_)));
  }

  void geom(pugi::xml_node body, const BodyDef& def) {
    pugi::xml_node node = body.append_child("geom");
    const Quat shapeFromZ = axisAngle(Vec3{1, 0, 0}, -kPi / 2);  // MuJoCo's capsules lie along z, ours along y
    Transform bodyFromGeom = def.shape.bodyFromShape;
    if (def.shape.type == BodyShape::box) {
      set(node, "type", "box");
      set(node, "size", text(def.shape.halfExtent * unit_));
    } else if (def.shape.type == BodyShape::sphere || !(def.shape.halfHeight > 0)) {
      set(node, "type", "sphere");
      set(node, "size", number(def.shape.radius * unit_));
    } else {
      set(node, "type", "capsule");
      set(node, "size", numbers({def.shape.radius * unit_, def.shape.halfHeight * unit_}));
      bodyFromGeom.rotation = bodyFromGeom.rotation * shapeFromZ;
    }
    place(node, bodyFromGeom);
    set(node, "friction", numbers({def.material.friction, 0.005f, 0.0001f}));
  }

  /// Neighbours never touch in MuJoCo; the pairs that overlap at bind are named.
  void excludes(pugi::xml_node contact) {
    for (const auto& [a, b] : def_.filteredPairs) {
      pugi::xml_node node = contact.append_child("exclude");
      set(node, "body1", nameOf(static_cast<std::size_t>(a)));
      set(node, "body2", nameOf(static_cast<std::size_t>(b)));
    }
  }

  /// What every file of this format loses.
  void whole() {
    lose("damping", "", std::nullopt,
         "a joint's damping is a torque a turn here, right for the pose at bind and as if each hinge were alone");
    lose("body-damping", "", def_.bodies[0].angularDamping, "MuJoCo has no damping of a body's own turning (1/s)");
    lose("torque", "", std::nullopt, "a joint's largest torque holds for each of its hinges, not for their sum");
    lose("skin", "", std::nullopt, "the skinned mesh stays in the character's own file");
  }

  const Manikin& manikin_;
  const float unit_;  ///< of the file, in a metre
  const ArticulationDef def_;
  const std::vector<CompositeMass> composites_;
  pugi::xml_document document_;
  pugi::xml_node actuators_;
  std::vector<pugi::xml_node> bodies_;
  Findings lost_;
};

}  // namespace

Result<Exported> writeMjcf(const Manikin& manikin, const ExportOptions& options) { return Writer(manikin, options.unitsPerMeter).write(); }

}  // namespace sinew
