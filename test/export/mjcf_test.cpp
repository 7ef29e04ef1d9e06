#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstdlib>
#include <set>

#include <sinew/base/joint_angles.h>
#include <sinew/export/export.h>
#include <sinew/physics/angles.h>
#include <sinew/ragdoll/ragdoll.h>

#include "export/mujoco.h"
#include "support/fitted.h"

// The file is read by MuJoCo itself: what it makes of it is compared with the manikin.

namespace sinew::test {
namespace {

Exported exported(const Manikin& manikin) {
  Result<Exported> result = exportManikin(manikin, "mjcf");
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? std::move(*result) : Exported{};
}

/// kg m2, about the centre of mass, in the part's frame.
Eigen::Matrix3d inertiaOf(const Eigen::Quaterniond& partFromInertia, const Eigen::Vector3d& diagonal) {
  const Eigen::Matrix3d r = partFromInertia.toRotationMatrix();
  return r * diagonal.asDiagonal() * r.transpose();
}

TEST(Mjcf, MuJoCoHasEveryMassCentreAndInertia) {
  for (const char* spec : {"@figure", "@figure:child", "@quadruped"}) {
    const Manikin manikin = fitFigure(spec).manikin;
    const MujocoModel model(exported(manikin).text);
    ASSERT_TRUE(model) << spec << ": " << model.error();
    double worst = 0, mass = 0;
    for (const Part& part : manikin.parts) {
      const int body = model.body(part.name);
      ASSERT_GE(body, 0) << part.name;
      const mjModel& m = *model.get();
      mass += m.body_mass[body];
      worst = std::max(worst, std::abs(m.body_mass[body] / static_cast<double>(part.mass) - 1));

      const mjtNum *q = m.body_iquat + 4 * body, *d = m.body_inertia + 3 * body, *c = m.body_ipos + 3 * body;
      const Eigen::Matrix3d theirs = inertiaOf({q[0], q[1], q[2], q[3]}, {d[0], d[1], d[2]});
      const Quat own = partFromShape(part).rotation;
      const Eigen::Matrix3d ours = inertiaOf(Eigen::Quaternionf(own.w, own.x, own.y, own.z).cast<double>(),
                                             Eigen::Vector3f(part.inertia.x, part.inertia.y, part.inertia.z).cast<double>());
      worst = std::max(worst, (theirs - ours).norm() / ours.norm());
      worst = std::max(worst, (Eigen::Vector3d(c[0], c[1], c[2]) -
                               Eigen::Vector3f(part.centerOfMass.x, part.centerOfMass.y, part.centerOfMass.z).cast<double>())
                                  .norm());
    }
    std::cout << spec << ": largest difference of mass, centre or inertia " << worst << "\n";
    EXPECT_LT(worst, 1e-5) << spec;
    EXPECT_NEAR(mass, 75, 1e-3);
  }
}

TEST(Mjcf, CentimetresScaleForceAndTorqueAndNoAngle) {
  const Manikin manikin = fitFigure("@figure").manikin;
  const MujocoModel metres(exported(manikin).text);
  const MujocoModel centimetres(exportManikin(manikin, "mjcf", {.unitsPerMeter = 100})->text);
  ASSERT_TRUE(metres && centimetres) << centimetres.error();
  const mjModel &m = *metres.get(), &c = *centimetres.get();
  const auto scaled = [](const char* what, const mjtNum* a, const mjtNum* b, int count, double by) {
    for (int i = 0; i < count; ++i) EXPECT_NEAR(b[i] / by, a[i], 1e-5 * std::max(1.0, std::abs(a[i]))) << what << " " << i;
  };
  ASSERT_EQ(m.nbody, c.nbody);
  scaled("mass", m.body_mass, c.body_mass, m.nbody, 1);
  scaled("length", m.body_pos, c.body_pos, 3 * m.nbody, 100);
  scaled("size", m.geom_size, c.geom_size, 3 * m.ngeom, 100);
  scaled("inertia", m.body_inertia, c.body_inertia, 3 * m.nbody, 1e4);
  scaled("torque", m.actuator_ctrlrange, c.actuator_ctrlrange, 2 * m.nu, 1e4);
  scaled("damping", m.dof_damping, c.dof_damping, m.nv, 1e4);
  scaled("gravity", m.opt.gravity, c.opt.gravity, 3, 100);
  scaled("angle", m.jnt_range, c.jnt_range, 2 * m.njnt, 1);
  scaled("turn", m.body_quat, c.body_quat, 4 * m.nbody, 1);
  for (const float unit : {0.0f, -1.0f, std::nanf("")}) EXPECT_FALSE(exportManikin(manikin, "mjcf", {.unitsPerMeter = unit}));
}

TEST(Mjcf, BodiesStandInBindPoseUpOnZ) {
  const Manikin manikin = fitFigure("@figure").manikin;
  MujocoModel model(exported(manikin).text);
  ASSERT_TRUE(model) << model.error();
  model.forward();
  // Any two parts lie to each other as at bind, and the head above the pelvis along +z, the feet's toes along +x of the heels.
  for (const Part& a : manikin.parts) {
    for (const Part& b : manikin.parts) {
      const Transform ours = inverse(a.modelFromPart) * b.modelFromPart;
      const Transform theirs = inverse(model.worldFromBody(a.name)) * model.worldFromBody(b.name);
      EXPECT_LT(distance(ours.translation, theirs.translation), 1e-5f) << a.name << " " << b.name;
      EXPECT_LT(angleBetween(ours.rotation, theirs.rotation), 1e-3f) << a.name << " " << b.name;
    }
  }
  const Quat turn = model.worldFromBody("pelvis").rotation * conjugate(manikin.parts[0].modelFromPart.rotation);
  EXPECT_GT(rotate(turn, manikin.axes.up).z, 0.9999f);
  EXPECT_GT(rotate(turn, manikin.axes.forward).x, 0.9999f);
}

TEST(Mjcf, AngleNamesMeanTheSame) {
  // Set MuJoCo's hinges anywhere inside their ranges: the joint angles of the seam's one definition come out.
  const Manikin manikin = fitFigure("@figure").manikin;
  MujocoModel model(exported(manikin).text);
  ASSERT_TRUE(model) << model.error();
  const ArticulationDef def = articulationOf(manikin);
  for (const ArticulationJointDef& joint : def.joints) {
    const Part &part = manikin.parts[static_cast<std::size_t>(joint.child)],
               &parent = manikin.parts[static_cast<std::size_t>(joint.parent)];
    const auto measured = [&] {
      model.forward();
      return relativeRotation(joint.joint, model.worldFromBody(parent.name).rotation, model.worldFromBody(part.name).rotation);
    };
    if (joint.joint.type == ConstraintType::hinge) {
      model.reset();
      for (const float angle : {joint.joint.twist.low, joint.joint.twist.high}) {
        model.setAngle(part.name + ".flexion", angle);
        EXPECT_NEAR(hingeAngle(measured()), angle, 1e-4f) << part.name;
      }
      continue;
    }
    // A swing about one axis alone, and a twist, are exact.
    const struct {
      const char* name;
      const AngleRange& range;
      int component;
    } cases[] = {{".twist", joint.joint.twist, 0}, {".swing1", joint.joint.swing1, 1}, {".swing2", joint.joint.swing2, 2}};
    for (const auto& one : cases) {
      for (const float end : {one.range.low, one.range.high}) {
        model.reset();
        for (const char* axis : {".twist", ".swing1", ".swing2"}) model.setAngle(part.name + axis, 0);
        const float angle = std::clamp(end, -1.4f, 1.4f);
        model.setAngle(part.name + one.name, angle);
        EXPECT_NEAR(component(ballAngles(measured()), one.component), angle, 2e-4f) << part.name << one.name;
      }
    }
  }
}

TEST(Mjcf, WhatIsLostIsSaid) {
  const Manikin manikin = fitFigure("@figure").manikin;
  const Exported file = exported(manikin);
  std::set<std::string> rules, balls;
  for (const Finding& finding : file.lost) {
    EXPECT_TRUE(finding.rule.starts_with("mjcf.")) << finding.rule;
    EXPECT_FALSE(finding.message.empty());
    rules.insert(finding.rule);
    if (finding.rule == "mjcf.three-hinges") {
      balls.insert(finding.role);
      EXPECT_GT(finding.measured.value_or(-1), 0) << finding.role;
    }
  }
  for (const char* rule : {"mjcf.three-hinges", "mjcf.damping", "mjcf.body-damping", "mjcf.torque", "mjcf.skin"})
    EXPECT_TRUE(rules.contains(rule)) << rule;
  for (const Part& part : manikin.parts) EXPECT_EQ(balls.contains(part.name), part.toParent.type == JointType::ball) << part.name;
}

TEST(Mjcf, HostileNamesStayInTheirAttribute) {
  Manikin manikin = fitFigure("@figure").manikin;
  manikin.file = "a\"/><evil x=\"\x1b[31m<&.glb";
  const MujocoModel model(exported(manikin).text);
  EXPECT_TRUE(model) << model.error();
  EXPECT_EQ(exported(manikin).text.find('\x1b'), std::string::npos);
}

TEST(Export, WhatCannotBeExportedIsRefused) {
  const Manikin figure = fitFigure("@figure").manikin;
  const Result<Exported> unknown = exportManikin(figure, "vhs");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::usage);
  EXPECT_NE(unknown.error().message.find("mjcf"), std::string::npos);
  for (const Exporter& exporter : exporters()) {
    EXPECT_FALSE(exportManikin(Manikin{}, exporter.name)) << exporter.name;
    for (float Part::*number : {&Part::mass, &Part::radius, &Part::halfHeight}) {
      Manikin broken = figure;
      broken.parts[3].*number = std::nanf("");
      const Result<Exported> result = exportManikin(broken, exporter.name);
      ASSERT_FALSE(result) << exporter.name;
      EXPECT_EQ(result.error().code, ErrorCode::value);
    }
    Manikin loop = figure;
    loop.parts[2].parent = 2;
    EXPECT_FALSE(exportManikin(loop, exporter.name)) << exporter.name;
  }
}

}  // namespace
}  // namespace sinew::test
