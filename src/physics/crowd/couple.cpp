#include <algorithm>

#include "physics/crowd/crowd_world.h"

// Contacts between characters. Arms and answers are those of the beginning of the step; only distances follow the bodies
// (as in Catto's "Solver2D", 2024). Bodies are taken out of the lanes and put back around every solve, in order of arrival.

namespace sinew::crowd {
namespace {

/// The head of what moves, and what of it a solve changes.
struct Speeds {
  Vec3 velocity, spin;
};
struct Pose {
  Vec3 place;
  Quat turn;
};

Four crossOf(const Four& a, const Four& b) {
  return Four::of(Four::Raw{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0], 0});
}

Four answerOf(const SymT<float>& inverseInertia, const Four& turn) { return fourOf(inverseInertia * vectorOf(turn)); }

void takePose(Coupled& c) {
  const Pose pose = c.block->bodyPart<Pose>(c.index, c.lane, 0);
  const Mat3 axes = matrixOf(pose.turn);
  c.place = fourOf(pose.place);
  c.axes[0] = fourOf(axes.x);
  c.axes[1] = fourOf(axes.y);
  c.axes[2] = fourOf(axes.z);
}

Four turned(const Coupled& c, const Vec3& local) {
  return c.axes[0] * Four(local.x) + c.axes[1] * Four(local.y) + c.axes[2] * Four(local.z);
}

float speedOf(const Coupled& a, const Coupled& b, const ContactRows& r, int k) {
  return sumOf(r.along[k] * (a.velocity - b.velocity) + r.turnA[k] * a.spin - r.turnB[k] * b.spin);
}

void kick(Coupled& a, Coupled& b, const ContactRows& r, int k, float impulse) {
  const Four push(impulse);
  a.velocity += r.along[k] * Four(impulse * a.inverseMass);
  a.spin += r.answerA[k] * push;
  b.velocity -= r.along[k] * Four(impulse * b.inverseMass);
  b.spin -= r.answerB[k] * push;
}

void makeRows(const Meeting& m, const Coupled& a, const Coupled& b, ContactRows& r) {
  Vec3 t1, t2;
  tangentsOf(m.normal, t1, t2);
  r.along[0] = fourOf(m.normal);
  r.along[1] = fourOf(t1);
  r.along[2] = fourOf(t2);
  const Four armA = turned(a, m.localA) - r.along[0] * Four(a.lanes.radius), armB = turned(b, m.localB) + r.along[0] * Four(b.lanes.radius);
  for (int k = 0; k < 3; ++k) {
    r.turnA[k] = crossOf(armA, r.along[k]);
    r.turnB[k] = crossOf(armB, r.along[k]);
    r.answerA[k] = answerOf(a.inverseInertia, r.turnA[k]);
    r.answerB[k] = answerOf(b.inverseInertia, r.turnB[k]);
    const float response = a.inverseMass + b.inverseMass + sumOf(r.turnA[k] * r.answerA[k] + r.turnB[k] * r.answerB[k]);
    r.mass[k] = response > 1e-12f ? 1 / response : 0;
  }
}

}  // namespace

/// Bodies as the step begins, and the directions of their contacts.
void CrowdWorld::beginCoupled(Island& island) {
  for (const std::uint32_t i : island.coupled) {
    Coupled& c = coupled_[i];
    if (c.block == nullptr) continue;
    takePose(c);
    c.lanes = c.block->body<BodyLanes<float>>(c.index, c.lane);
    c.inverseMass = c.lanes.dynamic > 0 ? c.lanes.inverseMass : 0;
    c.inverseInertia = c.lanes.dynamic > 0 ? turnedDiagonal(matrixOf(c.lanes.turn), c.lanes.inverseInertia) : SymT<float>{};
  }
  for (const std::uint32_t i : island.meetings)
    makeRows(meetings_[i], coupled_[meetings_[i].coupledA], coupled_[meetings_[i].coupledB], rows_[i]);
}

void CrowdWorld::loadCoupled(Island& island) {
  for (const std::uint32_t i : island.coupled) {
    Coupled& c = coupled_[i];
    if (c.block == nullptr) continue;
    const auto speeds = c.block->bodyPart<Speeds>(c.index, c.lane, offsetof(BodyLanes<float>, velocity));
    c.velocity = fourOf(speeds.velocity);
    c.spin = fourOf(speeds.spin);
  }
}

void CrowdWorld::storeCoupled(Island& island) {
  for (const std::uint32_t i : island.coupled) {
    const Coupled& c = coupled_[i];
    if (c.block == nullptr) continue;
    c.block->setBodyPart(c.index, c.lane, offsetof(BodyLanes<float>, velocity), Speeds{vectorOf(c.velocity), vectorOf(c.spin)});
  }
}

/// After `loadCoupled`; the speeds go on to the first solve.
void CrowdWorld::prepareCoupled(Island& island, const StepNumbers& step) {
  for (const std::uint32_t i : island.joints) prepareLoose(joints_[i], step);
  for (const std::uint32_t i : island.coupled) {
    if (coupled_[i].block != nullptr) takePose(coupled_[i]);
  }
  for (const std::uint32_t i : island.meetings) {
    Meeting& m = meetings_[i];
    const ContactRows& r = rows_[i];
    Coupled &a = coupled_[m.coupledA], &b = coupled_[m.coupledB];
    m.distance = sumOf(r.along[0] * (a.place + turned(a, m.localA) - b.place - turned(b, m.localB))) - m.reach;
    kick(a, b, r, 0, m.impulse.x);
    kick(a, b, r, 1, m.impulse.y);
    kick(a, b, r, 2, m.impulse.z);
  }
}

void CrowdWorld::solveCoupled(Island& island, const StepNumbers& step, bool push) {
  for (const std::uint32_t i : island.joints) solveLoose(joints_[i], step, push);
  for (const std::uint32_t i : island.meetings) {
    Meeting& m = meetings_[i];
    const ContactRows& r = rows_[i];
    Coupled &a = coupled_[m.coupledA], &b = coupled_[m.coupledB];
    float t1 = m.impulse.y - r.mass[1] * speedOf(a, b, r, 1), t2 = m.impulse.z - r.mass[2] * speedOf(a, b, r, 2);
    insideDisc(t1, t2, m.friction * m.impulse.x);
    kick(a, b, r, 1, t1 - m.impulse.y);
    kick(a, b, r, 2, t2 - m.impulse.z);
    const float given = std::max(givenOf(m.distance, step, push), -m.pushSpeed);
    const float n = std::max(m.impulse.x - r.mass[0] * (speedOf(a, b, r, 0) + given), 0.0f);
    kick(a, b, r, 0, n - m.impulse.x);
    m.impulse = {n, t1, t2};
    m.peak = std::max(m.peak, n);
    if (!push) m.sum += m.impulse;
  }
  storeCoupled(island);
}

/// What arrived fast leaves at its share of that speed.
void CrowdWorld::bounceCoupled(Island& island) {
  loadCoupled(island);
  for (const std::uint32_t i : island.meetings) {
    Meeting& m = meetings_[i];
    if (!(m.restitution > 0) || m.arrival > -kBounceSpeed || !(m.peak > 0)) continue;
    const ContactRows& r = rows_[i];
    Coupled &a = coupled_[m.coupledA], &b = coupled_[m.coupledB];
    const float n = std::max(m.impulse.x - r.mass[0] * (speedOf(a, b, r, 0) + m.restitution * m.arrival), 0.0f);
    kick(a, b, r, 0, n - m.impulse.x);
    m.sum.x += n - m.impulse.x;
    m.impulse.x = n;
  }
  storeCoupled(island);
}

}  // namespace sinew::crowd
