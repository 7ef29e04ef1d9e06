#include "physics/crowd/crowd_world.h"

// Contacts and joints between characters, on copies of the bodies that have them: loaded before, stored after, in order of arrival.

namespace sinew::crowd {

void CrowdWorld::loadCoupled(Island& island, bool whole) {
  for (const std::uint32_t i : island.coupled) {
    Coupled& c = coupled_[i];
    if (c.block == nullptr) continue;
    if (!whole) {
      const Motion motion = c.block->body<Motion>(c.index, c.lane);
      c.lanes.velocity = motion.velocity;
      c.lanes.spin = motion.spin;
      continue;
    }
    c.lanes = c.block->body<BodyLanes<float>>(c.index, c.lane);
    c.work.axes = matrixOf(c.lanes.turn);
    const bool moves = c.lanes.dynamic > 0;
    c.work.inverseMass = moves ? c.lanes.inverseMass : 0;
    c.work.precession = {};
    c.work.inverseInertia = moves ? turnedDiagonal(c.work.axes, c.lanes.inverseInertia) : SymT<float>{};
  }
}

void CrowdWorld::storeCoupled(Island& island) {
  for (const std::uint32_t i : island.coupled) {
    const Coupled& c = coupled_[i];
    if (c.block == nullptr) continue;
    Motion motion = c.block->body<Motion>(c.index, c.lane);
    motion.velocity = c.lanes.velocity;
    motion.spin = c.lanes.spin;
    c.block->setBody(c.index, c.lane, motion);
  }
}

void CrowdWorld::prepareCoupled(Island& island, const StepNumbers& step) {
  loadCoupled(island, true);
  for (const std::uint32_t i : island.joints) {
    Joint& joint = joints_[i];
    LooseJoint& loose = *joint.loose;
    Coupled &above = coupled_[static_cast<std::size_t>(loose.parent)], &body = coupled_[static_cast<std::size_t>(loose.child)];
    Link<float> parent;
    placeJoint(loose.lanes, body.lanes, above.lanes, body.work, above.work, loose.link, parent, step.dt);
    loose.link.rotary = SymT<float>::diagonal(loose.lanes.inertia.xx + loose.lanes.inertia.yy + loose.lanes.inertia.zz);
    const Quat frame = above.lanes.turn * loose.lanes.parentFrame, childFrame = body.lanes.turn * loose.lanes.childFrame;
    const Quat r = conjugate(frame) * childFrame;
    stiffenJoint(loose.lanes, joint.def.type, body.lanes, above.lanes, loose.link, frame, childFrame, r,
                 body.work.precession - above.work.precession, step.dt, step.ahead);
    limitJoint(loose.lanes, joint.def.type, body.work, above.work, loose.link, loose.work, frame, r);
    loose.anchorMass =
        inverseOf(pointResponse(body.work.inverseMass, body.work.inverseInertia, -loose.link.center) +
                  pointResponse(above.work.inverseMass, above.work.inverseInertia, loose.link.parentArm) + SymT<float>::diagonal(1e-9f));

    // An angular impulse against the stiffness: (1 + K R)^-1.
    const SymT<float> r2 = body.work.inverseInertia + above.work.inverseInertia;
    const SymT<float>& k = loose.link.stiff;
    const Mat3 kr{k * Vec3{r2.xx, r2.xy, r2.xz}, k * Vec3{r2.xy, r2.yy, r2.yz}, k * Vec3{r2.xz, r2.yz, r2.zz}};
    loose.turnMass = inverse(Mat3{kr.x + Vec3{1, 0, 0}, kr.y + Vec3{0, 1, 0}, kr.z + Vec3{0, 0, 1}});

    pushRow(loose.work.twist, loose.work.twist.impulse, body.lanes, above.lanes);
    pushRow(loose.work.swing, loose.work.swing.impulse, body.lanes, above.lanes);
    const Vec3& anchor = loose.anchorImpulse;
    body.lanes.velocity += anchor * body.work.inverseMass;
    body.lanes.spin += body.work.inverseInertia * (cross(-loose.link.center, anchor) + loose.link.capped);
    above.lanes.velocity -= anchor * above.work.inverseMass;
    above.lanes.spin -= above.work.inverseInertia * (cross(loose.link.parentArm, anchor) + loose.link.capped);
  }
  for (const std::uint32_t i : island.meetings) {
    Meeting& m = meetings_[i];
    Coupled &a = coupled_[static_cast<std::size_t>(m.coupledA)], &b = coupled_[static_cast<std::size_t>(m.coupledB)];
    preparePair(a.lanes, b.lanes, a.work, b.work, m.contact);
  }
  storeCoupled(island);
}

void CrowdWorld::solveCoupled(Island& island, const StepNumbers& step, bool push) {
  loadCoupled(island, false);
  for (const std::uint32_t i : island.joints) {
    Joint& joint = joints_[i];
    LooseJoint& loose = *joint.loose;
    Link<float>& link = loose.link;
    Coupled &above = coupled_[static_cast<std::size_t>(loose.parent)], &body = coupled_[static_cast<std::size_t>(loose.child)];
    const float back = push ? kLimitRate / step.dt : 0;
    solveRow(loose.work.twist, body.lanes, above.lanes, 1 / step.dt, back);
    solveRow(loose.work.swing, body.lanes, above.lanes, 1 / step.dt, back);
    const Vec3 twist = loose.turnMass * (link.wanted - link.stiff * (body.lanes.spin - above.lanes.spin) - link.soft);
    body.lanes.spin += body.work.inverseInertia * twist;
    above.lanes.spin -= above.work.inverseInertia * twist;
    if (joint.def.type == ConstraintType::ball) link.soft += twist;
    if (joint.def.type == ConstraintType::hinge) link.soft += link.axis * dot(link.axis, twist);
    const Vec3 arm = -link.center;
    const Vec3 parting = body.lanes.velocity + cross(body.lanes.spin, arm) - above.lanes.velocity - cross(above.lanes.spin, link.parentArm);
    const Vec3 anchor = -(loose.anchorMass * (parting + link.bias));
    loose.anchorImpulse += anchor;
    body.lanes.velocity += anchor * body.work.inverseMass;
    body.lanes.spin += body.work.inverseInertia * cross(arm, anchor);
    above.lanes.velocity -= anchor * above.work.inverseMass;
    above.lanes.spin -= above.work.inverseInertia * cross(link.parentArm, anchor);
    if (push) continue;
    JointLanes<float>& lanes = loose.lanes;
    lanes.twistLoad = std::min(loose.work.twist.impulse, lanes.twistImpulse);
    lanes.swingLoad = std::min(loose.work.swing.impulse, lanes.swingImpulse);
    lanes.twistImpulse = loose.work.twist.impulse;
    lanes.swingImpulse = loose.work.swing.impulse;
    const Vec3 given = link.capped + link.motorStiff * (link.motorSpin - body.lanes.spin + above.lanes.spin);
    if (step.ahead >= step.whole - 1.5f * step.dt) lanes.motorSum = {};
    if (lanes.hertz > 0) lanes.motorSum += rotate(conjugate(above.lanes.turn * lanes.parentFrame), given);
    lanes.saturated = lengthSquared(link.capped) > 0 ? 1.0f : 0.0f;
  }
  for (const std::uint32_t i : island.meetings) {
    Meeting& m = meetings_[i];
    Coupled &a = coupled_[static_cast<std::size_t>(m.coupledA)], &b = coupled_[static_cast<std::size_t>(m.coupledB)];
    solvePair(a.lanes, b.lanes, a.work, b.work, m.contact, step, push);
    m.peak = std::max(m.peak, m.contact.impulse.x);
    if (!push) m.contact.sum += m.contact.impulse;
  }
  storeCoupled(island);
}

void CrowdWorld::bounceCoupled(Island& island) {
  loadCoupled(island, false);
  for (const std::uint32_t i : island.meetings) {
    Meeting& m = meetings_[i];
    if (!(m.restitution > 0) || m.arrival > -kBounceSpeed || !(m.peak > 0)) continue;
    Coupled &a = coupled_[static_cast<std::size_t>(m.coupledA)], &b = coupled_[static_cast<std::size_t>(m.coupledB)];
    PairWork<float>& c = m.contact;
    const float n = std::max(c.impulse.x - c.mass[0] * (speedOf(a.lanes, b.lanes, c, 0) + m.restitution * m.arrival), 0.0f);
    kickPair(a.lanes, b.lanes, a.work, b.work, c, 0, n - c.impulse.x);
    c.sum.x += n - c.impulse.x;
    c.impulse.x = n;
  }
  storeCoupled(island);
}

}  // namespace sinew::crowd
