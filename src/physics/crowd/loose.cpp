#include <algorithm>

#include "physics/crowd/crowd_world.h"

// Joints that are no part of a tree: between characters, loose bodies and the world. The same formulas as in lanes, on plain floats.

namespace sinew::crowd {
namespace {

/// The speeds that contacts and joints share.
void takeSpeeds(Coupled& c) {
  c.lanes.velocity = vectorOf(c.velocity);
  c.lanes.spin = vectorOf(c.spin);
}
void giveSpeeds(Coupled& c) {
  c.velocity = fourOf(c.lanes.velocity);
  c.spin = fourOf(c.lanes.spin);
}

/// The whole body as it stands now; the world stands still.
void takeWhole(Coupled& c) {
  if (c.block != nullptr) {
    c.lanes = c.block->body<BodyLanes<float>>(c.index, c.lane);
    c.work.axes = matrixOf(c.lanes.turn);
    c.work.inverseMass = c.inverseMass;
    c.work.inverseInertia = c.inverseMass > 0 ? turnedDiagonal(c.work.axes, c.lanes.inverseInertia) : SymT<float>{};
    c.work.precession = {};
  }
  takeSpeeds(c);
}

bool struck(const Coupled& c) { return c.block != nullptr && c.block->whole(c.lane).struck > 0; }

}  // namespace

void CrowdWorld::prepareLoose(Joint& joint, const StepNumbers& step) {
  LooseJoint& loose = *joint.loose;
  Coupled &above = coupled_[loose.parent], &body = coupled_[loose.child];
  takeWhole(above);
  takeWhole(body);
  Link<float> parent;
  const float steady = struck(above) || struck(body) ? 0.0f : 1.0f;
  placeJoint(loose.lanes, body.lanes, above.lanes, body.work, above.work, loose.link, parent, steady, step.dt);
  loose.link.rotary = SymT<float>::diagonal(loose.lanes.inertia.xx + loose.lanes.inertia.yy + loose.lanes.inertia.zz);
  const Quat frame = above.lanes.turn * loose.lanes.parentFrame;
  const Quat r = conjugate(frame) * (body.lanes.turn * loose.lanes.childFrame);
  const Mat3 axes = matrixOf(frame);
  const float lock = lockOf(loose.link);
  stiffenJoint(loose.lanes, joint.def.type, body.lanes, above.lanes, loose.link, body.work.axes, axes, r,
               body.work.precession - above.work.precession, lock, steady, step.dt, step.ahead);
  limitJoint(loose.lanes, joint.def.type, (body.lanes.spin - above.lanes.spin) * steady, loose.link, loose.work, axes, r, lock, step.dt);
  loose.anchorMass =
      inverseOf(pointResponse(body.work.inverseMass, body.work.inverseInertia, -loose.link.center) +
                pointResponse(above.work.inverseMass, above.work.inverseInertia, loose.link.parentArm) + SymT<float>::diagonal(1e-9f));

  // An angular impulse against the stiffness: (1 + K R)^-1.
  const SymT<float> r2 = body.work.inverseInertia + above.work.inverseInertia;
  const SymT<float>& k = loose.link.stiff;
  const Mat3 kr{k * Vec3{r2.xx, r2.xy, r2.xz}, k * Vec3{r2.xy, r2.yy, r2.yz}, k * Vec3{r2.xz, r2.yz, r2.zz}};
  loose.turnMass = inverse(Mat3{kr.x + Vec3{1, 0, 0}, kr.y + Vec3{0, 1, 0}, kr.z + Vec3{0, 0, 1}});

  const Vec3& anchor = loose.anchorImpulse;
  body.lanes.velocity += anchor * body.work.inverseMass;
  body.lanes.spin += body.work.inverseInertia * (cross(-loose.link.center, anchor) + loose.link.capped);
  above.lanes.velocity -= anchor * above.work.inverseMass;
  above.lanes.spin -= above.work.inverseInertia * (cross(loose.link.parentArm, anchor) + loose.link.capped);
  giveSpeeds(above);
  giveSpeeds(body);
}

void CrowdWorld::solveLoose(Joint& joint, const StepNumbers& step, bool push) {
  LooseJoint& loose = *joint.loose;
  Link<float>& link = loose.link;
  Coupled &above = coupled_[loose.parent], &body = coupled_[loose.child];
  takeSpeeds(above);
  takeSpeeds(body);
  if (!push) calmJoint(joint.def.type, body.lanes, above.lanes, link, loose.work);
  const Vec3 twist = loose.turnMass * (link.wanted - link.stiff * (body.lanes.spin - above.lanes.spin) - link.soft);
  body.lanes.spin += body.work.inverseInertia * twist;
  above.lanes.spin -= above.work.inverseInertia * twist;
  Vec3 given = joint.def.type == ConstraintType::hinge ? link.axis * dot(link.axis, twist) : twist;
  noteEnd(loose.work.twist, body.lanes.spin - above.lanes.spin, given);
  noteEnd(loose.work.swing, body.lanes.spin - above.lanes.spin, given);
  if (joint.def.type != ConstraintType::fixed) link.soft += given;
  const Vec3 arm = -link.center;
  const Vec3 anchor = -(loose.anchorMass * (partingOf(body.lanes, above.lanes, link) + link.bias));
  loose.anchorImpulse += anchor;
  body.lanes.velocity += anchor * body.work.inverseMass;
  body.lanes.spin += body.work.inverseInertia * cross(arm, anchor);
  above.lanes.velocity -= anchor * above.work.inverseMass;
  above.lanes.spin -= above.work.inverseInertia * cross(link.parentArm, anchor);
  giveSpeeds(above);
  giveSpeeds(body);
  if (push) return;
  JointLanes<float>& lanes = loose.lanes;
  lanes.twistLoad = loose.work.twist.impulse;
  lanes.swingLoad = loose.work.swing.impulse;
  const Vec3 drive = link.capped + link.motorStiff * (link.motorSpin - body.lanes.spin + above.lanes.spin);
  if (step.ahead >= step.whole - 1.5f * step.dt) lanes.motorSum = {};
  if (lanes.hertz > 0) lanes.motorSum += rotate(conjugate(above.lanes.turn * lanes.parentFrame), drive);
  lanes.saturated = lengthSquared(link.capped) > 0 ? 1.0f : 0.0f;
}

}  // namespace sinew::crowd
