#pragma once

#include "physics/crowd/contacts.h"

// The step of one block. What a sub-step does, in order:
//
//     prepare   gravity and damping -> joints placed, stiffened, limited -> tree factored -> kept impulses of contacts
//     sweep     self contacts -> ground contacts -> tree with its limits       (as often as the world's `iterations` says)
//     advance   places and turns; spin is turned so that the angular momentum stays
//     relax     a sweep without the push of overlaps: no speed is left from it

namespace sinew::crowd {

/// Beyond these, numbers are no body's any more.
inline constexpr float kFarthest = 1e6f, kFastest = 1e5f;

inline constexpr float kMostTurn = 0.6f;     ///< rad, of a part in a sub-step: beyond it the ends of joints cannot be followed
inline constexpr float kFarthestWay = 3;     ///< m, ground is not sought farther ahead
inline constexpr float kMostTurning = 0.2f;  ///< m, that a part's turning may add to its margin

template <class T>
struct Blocks {
  const Topology& kind;
  Sections<T> at;
  WorkSections<T> work;
  PinLanes<T>* pins;
  int activePairs;

  explicit Blocks(const BlockView& view)
      : kind(*view.kind),
        at(sectionsOf<T>(*view.kind, view.memory)),
        work(workOf<T>(*view.kind, view.scratch)),
        pins(static_cast<PinLanes<T>*>(view.pins)),
        activePairs(view.activePairs) {}

  auto moves(int i) const { return less(T(0), at.bodies[i].dynamic * at.whole->live); }
};

template <class T>
[[gnu::flatten]] void measureBlock(BlockView& view, const StepNumbers& step) {
  const Blocks<T> block(view);
  WholeLanes<T>& whole = *block.at.whole;
  whole.lowest = {T(1e30f), T(1e30f), T(1e30f)};
  whole.highest = {T(-1e30f), T(-1e30f), T(-1e30f)};
  const T dt(step.whole);
  for (int i = 0; i < block.kind.bodies; ++i) {
    const BodyLanes<T>& body = block.at.bodies[i];
    const Mat3T<T> axes = matrixOf(body.turn);
    const Vec3T<T> e0 = body.place + axes * body.end0, e1 = body.place + axes * body.end1;
    const T wide = body.reach + T(kMargin) + lengthOf(body.spin) * (body.reach + lengthOf(body.end0)) * dt;
    const Vec3T<T> way = body.velocity * dt;
    const auto grow = [wide](T& low, T& high, const T& a, const T& b, const T& d) {
      low = minOf(low, minOf(a, b) - wide + minOf(d, T(0)));
      high = maxOf(high, maxOf(a, b) + wide + maxOf(d, T(0)));
    };
    grow(whole.lowest.x, whole.highest.x, e0.x, e1.x, way.x);
    grow(whole.lowest.y, whole.highest.y, e0.y, e1.y, way.y);
    grow(whole.lowest.z, whole.highest.z, e0.z, e1.z, way.z);
  }
}

/// Each end of each part against the planes; nearer than the margin and what its speed may take it.
template <class T>
[[gnu::flatten]] void standBlock(BlockView& view, const StepNumbers& step) {
  const Blocks<T> block(view);
  for (int k = 0; k < block.kind.slots; ++k) {
    SlotWork<T>& slot = block.work.slots[k];
    slot.on = T(0);
    const int layer = block.kind.slotLayer[k];
    if (layer >= step.planes) continue;
    const Plane& plane = step.plane[layer];
    const BodyLanes<T>& body = block.at.bodies[block.kind.slotBody[k]];
    const Vec3T<T> n{T(plane.normal.x), T(plane.normal.y), T(plane.normal.z)};
    slot.local = block.kind.slotEnd[k] == 0 ? body.end0 : body.end1;
    const Vec3T<T> arm = block.work.bodies[block.kind.slotBody[k]].axes * slot.local;
    const T distance = dot(body.place + arm, n) - body.radius - T(plane.offset);
    const T arrival = dot(body.velocity + cross(body.spin, arm), n);
    const auto on = less(distance, T(kMargin) - minOf(arrival, T(0)) * T(2 * step.whole)) & less(T(0), body.ground * block.at.whole->live);
    if (!any(on)) continue;
    slot.on = select(on, T(1), T(0));
    slot.normal = n;
    slot.offset = T(plane.offset);
    slot.radius = body.radius;
    slot.friction = rootOf(body.friction * T(plane.friction));
    slot.restitution = maxOf(body.restitution, T(plane.restitution));
    slot.drift = {};
    slot.impulse = select(on, block.at.slots[k].impulse, Vec3T<T>{});
    slot.sum = {};
    slot.arrival = arrival;
    slot.peak = T(0);
  }
}

/// Ground that does not come in lanes is sought around these. A part's turning adds to its margin.
template <class T>
[[gnu::flatten]] void reachBlock(BlockView& view, const StepNumbers& step) {
  const Blocks<T> block(view);
  const T dt(step.whole);
  for (int i = 0; i < block.kind.bodies; ++i) {
    const BodyLanes<T>& body = block.at.bodies[i];
    ReachWork<T>& reach = block.work.reach[i];
    const Mat3T<T>& axes = block.work.bodies[i].axes;
    reach.end0 = body.place + axes * body.end0;
    reach.end1 = body.place + axes * body.end1;
    reach.way = shortened(body.velocity * dt, T(kFarthestWay));
    const T size = body.reach + T(0.5f) * lengthOf(body.end1 - body.end0);
    reach.margin = T(kMargin) + minOf(lengthOf(body.spin) * size * dt, T(kMostTurning));
  }
}

template <class T>
[[gnu::flatten]] void findBlock(BlockView& view, const StepNumbers&) {
  const Blocks<T> block(view);
  for (int i = 0; i < block.kind.bodies; ++i) block.work.bodies[i].axes = matrixOf(block.at.bodies[i].turn);
  for (int i = 0; i < block.kind.bodies; ++i) block.work.backup[i] = block.at.bodies[i];

  // A ball around each part decides which pairs are looked at.
  int count = 0;
  for (int k = 0; k < block.kind.pairs; ++k) {
    const int a = block.kind.pairA[k], b = block.kind.pairB[k];
    const BodyLanes<T>&one = block.at.bodies[a], &other = block.at.bodies[b];
    PairLanes<T>& pair = block.at.pairs[k];
    const Mat3T<T>&axesA = block.work.bodies[a].axes, &axesB = block.work.bodies[b].axes;
    const Vec3T<T> apart =
        one.place + axesA * ((one.end0 + one.end1) * T(0.5f)) - other.place - axesB * ((other.end0 + other.end1) * T(0.5f));
    const T reach = one.radius + other.radius + T(kMargin) + T(0.5f) * (lengthOf(one.end1 - one.end0) + lengthOf(other.end1 - other.end0));
    const auto near = less(dot(apart, apart), reach * reach) & less(T(0), pair.on * block.at.whole->live);
    if (!any(near)) {
      pair.impulse = select(less(T(0), block.at.whole->live), Vec3T<T>{}, pair.impulse);
      continue;
    }
    PairWork<T>& work = block.work.pairs[count];
    findPair(one, other, axesA, axesB, pair, work, block.at.whole->live);
    block.work.pairOf[count] = k;
    if (any(less(T(0), work.on))) {
      ++count;
    } else {
      pair.impulse = select(less(T(0), block.at.whole->live), Vec3T<T>{}, pair.impulse);
    }
  }
  view.activePairs = count;
}

template <class T>
void preparePin(const PinLanes<T>& pin, BodyLanes<T>& body, const BodyWork<T>& work, Link<T>& link, const T& dt, const T& ahead,
                const T& live) {
  const SpringNumbers<T> spring = springOf(pin.hertz, pin.ratio, dt);
  const auto on = less(T(0), pin.hertz * body.dynamic * live);
  const Vec3T<T> arm = work.axes * pin.point;
  link.pinArm = link.center + arm;
  link.pinSoft = {};
  link.pinTurnSoft = {};

  // Pull: a pin that will meet its cap gives the cap instead.
  const Vec3T<T> missing = pin.place - pin.velocity * ahead - body.place - arm;
  const Vec3T<T> wanted = missing * spring.pull + pin.velocity * spring.follow;
  const T stiff = pin.mass * spring.stiff;
  const Vec3T<T> guess = (wanted - body.velocity - cross(body.spin, arm)) * (stiff / (T(1) + spring.stiff));
  const T size = lengthOf(guess), most = pin.maxForce * dt;
  const auto over = less(most, size);
  const Vec3T<T> push = select(on & over, guess * (most / size), Vec3T<T>{});
  link.pinStiff = select(on, select(over, T(0), stiff), T(0));
  link.pinWanted = wanted * link.pinStiff;

  // Turn.
  const QuatT<T> target = smallTurn(pin.spin * -ahead) * pin.turn;
  const Vec3T<T> wantedSpin = turnOf(target * conjugate(body.turn)) * spring.pull + pin.spin * spring.follow;
  const SymT<T> stiffTurn = turnedBy(work.axes, pin.inertia) * spring.stiff;
  const Vec3T<T> guessTurn = (stiffTurn * (wantedSpin - body.spin)) * (T(1) / (T(1) + spring.stiff));
  const T sizeTurn = lengthOf(guessTurn), mostTurn = pin.maxTorque * dt;
  const auto overTurn = less(mostTurn, sizeTurn);
  const Vec3T<T> twist = select(on & overTurn, guessTurn * (mostTurn / sizeTurn), Vec3T<T>{});
  link.pinTurnStiff = select(on, select(overTurn, SymT<T>{}, stiffTurn), SymT<T>{});
  link.pinTurnWanted = link.pinTurnStiff * wantedSpin;

  body.velocity += push * work.inverseMass;
  body.spin += work.inverseInertia * (twist + cross(arm, push));
}

template <class T>
[[gnu::flatten]] void prepareBlock(BlockView& view, const StepNumbers& step) {
  const Blocks<T> block(view);
  const T dt(step.dt);

  // Forces.
  for (int i = 0; i < block.kind.bodies; ++i) {
    BodyLanes<T>& body = block.at.bodies[i];
    BodyWork<T>& work = block.work.bodies[i];
    const auto moves = block.moves(i);
    work.axes = matrixOf(body.turn);
    work.inverseMass = select(moves, body.inverseMass, T(0));
    work.inverseInertia = select(moves, turnedDiagonal(work.axes, body.inverseInertia), SymT<T>{});
    const Vec3T<T> fall{T(step.gravity.x * step.dt), T(step.gravity.y * step.dt), T(step.gravity.z * step.dt)};
    body.velocity = select(moves, (body.velocity + fall) * (T(1) / (T(1) + body.linearDamping * dt)), body.velocity);
    body.spin = select(moves, body.spin * (T(1) / (T(1) + body.angularDamping * dt)), body.spin);
    const Vec3T<T> momentum = work.axes * scaled(body.inertia, transposeTimes(work.axes, body.spin));
    work.precession = -(work.inverseInertia * cross(body.spin, momentum));
  }

  // Joints from the root outward; then the tree from its tips inward.
  const T steady = T(1) - block.at.whole->struck;
  Link<T>& root = block.work.links[0];
  root.center = {};
  startLink(block.at.bodies[0], block.work.bodies[0], root);
  for (int i = 1; i < block.kind.bodies; ++i) {
    const int p = block.kind.parent[i];
    placeJoint(block.at.joints[i], block.at.bodies[i], block.at.bodies[p], block.work.bodies[i], block.work.bodies[p], block.work.links[i],
               block.work.links[p], steady, dt);
    startLink(block.at.bodies[i], block.work.bodies[i], block.work.links[i]);
  }
  for (int i = 0; i < block.kind.bodies && block.pins != nullptr; ++i) {
    preparePin(block.pins[i], block.at.bodies[i], block.work.bodies[i], block.work.links[i], dt, T(step.ahead), block.at.whole->live);
    addPin(block.work.links[i]);
  }
  for (int i = block.kind.bodies - 1; i > 0; --i) {
    const int p = block.kind.parent[i];
    const auto type = static_cast<ConstraintType>(block.kind.type[i]);
    const JointLanes<T>& joint = block.at.joints[i];
    BodyLanes<T>&body = block.at.bodies[i], &above = block.at.bodies[p];
    const BodyWork<T>&work = block.work.bodies[i], &workAbove = block.work.bodies[p];
    Link<T>& link = block.work.links[i];
    const QuatT<T> frame = above.turn * joint.parentFrame;
    const QuatT<T> r = conjugate(frame) * (body.turn * joint.childFrame);
    const Mat3T<T> axes = matrixOf(frame);
    const T lock = lockOf(link);
    stiffenJoint(joint, type, body, above, link, work.axes, axes, r, work.precession - workAbove.precession, lock, steady, dt,
                 T(step.ahead));
    limitJoint(joint, type, (body.spin - above.spin) * steady, link, block.work.joints[i], axes, r, lock, dt);
    const auto enabled = less(T(0), joint.enabled);
    const bool someOff = any(less(joint.enabled, T(0.5f)));
    if (someOff) {
      link.stiff = select(enabled, link.stiff, SymT<T>{});
      link.wanted = select(enabled, link.wanted, Vec3T<T>{});
      link.capped = select(enabled, link.capped, Vec3T<T>{});
      link.motorStiff = select(enabled, link.motorStiff, SymT<T>{});
    }
    factorLink(link, block.work.links[p], block.moves(i), enabled, someOff, block.at.whole->heft);
    if (someOff) {
      SymT<T> freed;
      factorFree(link, freed);
      link.freed = select(enabled | less(block.at.bodies[i].dynamic, T(0.5f)), link.freed, freed);
    }
    body.spin += work.inverseInertia * link.capped;
    above.spin -= workAbove.inverseInertia * link.capped;
  }
  factorFree(root, root.freed);

  // Contacts start from what they bore before.
  for (int k = 0; k < block.activePairs; ++k) {
    PairWork<T>& pair = block.work.pairs[k];
    const int a = block.kind.pairA[block.work.pairOf[k]], b = block.kind.pairB[block.work.pairOf[k]];
    preparePair(block.at.bodies[a], block.at.bodies[b], block.work.bodies[a], block.work.bodies[b], pair);
  }
  for (int k = 0; k < block.kind.slots; ++k) {
    SlotWork<T>& slot = block.work.slots[k];
    if (!any(less(T(0), slot.on))) continue;
    const int i = block.kind.slotBody[k];
    prepareSlot(block.at.bodies[i], block.work.bodies[i], slot, dt);
  }
}

template <class T>
void sweepTree(const Blocks<T>& block) {
  const int count = block.kind.bodies;
  const Vec3T<T> none;
  for (int i = 0; i < count; ++i) {
    Link<T>& link = block.work.links[i];
    link.pull = none;
    link.twist = none;
    if (block.pins == nullptr) continue;
    const BodyLanes<T>& body = block.at.bodies[i];
    link.pinPush = link.pinWanted - (body.velocity + cross(body.spin, link.pinArm - link.center)) * link.pinStiff - link.pinSoft;
    link.pinTurnPush = link.pinTurnWanted - link.pinTurnStiff * body.spin - link.pinTurnSoft;
    link.pull = -link.pinPush;
    link.twist = -(link.pinTurnPush + cross(link.pinArm, link.pinPush));
  }
  for (int i = count - 1; i > 0; --i) {
    const int p = block.kind.parent[i];
    sweepInward(block.at.bodies[i], block.at.bodies[p], block.work.links[i], block.work.links[p], block.moves(i),
                less(T(0), block.at.joints[i].enabled));
  }

  Link<T>& root = block.work.links[0];
  sweepFree(root, root.freed, root.moved, root.turned);
  root.moved = select(block.moves(0), root.moved, none);
  root.turned = select(block.moves(0), root.turned, none);
  for (int i = 1; i < count; ++i) {
    Link<T>& link = block.work.links[i];
    const Link<T>& parent = block.work.links[block.kind.parent[i]];
    sweepOutward(link, parent, block.moves(i));
    if (any(less(block.at.joints[i].enabled, T(0.5f)))) {
      Vec3T<T> moved, turned;
      sweepFree(link, link.freed, moved, turned);
      const auto kept = less(T(0), block.at.joints[i].enabled) | less(block.at.bodies[i].dynamic * block.at.whole->live, T(0.5f));
      link.moved = select(kept, link.moved, moved);
      link.turned = select(kept, link.turned, turned);
    }
    Vec3T<T> given = link.push - link.stiff * (link.turned - parent.turned);
    const auto type = static_cast<ConstraintType>(block.kind.type[i]);
    if (type == ConstraintType::fixed) continue;
    if (type == ConstraintType::hinge) given = link.axis * dot(link.axis, given);
    const Vec3T<T> spin = block.at.bodies[i].spin + link.turned - block.at.bodies[block.kind.parent[i]].spin - parent.turned;
    noteEnd(block.work.joints[i].twist, spin, given);
    noteEnd(block.work.joints[i].swing, spin, given);
    link.soft += given;
  }
  for (int i = 0; i < count; ++i) {
    BodyLanes<T>& body = block.at.bodies[i];
    Link<T>& link = block.work.links[i];
    body.spin += link.turned;
    body.velocity += link.moved + cross(link.turned, link.center);
    if (block.pins == nullptr) continue;
    link.pinSoft += link.pinPush - (link.moved + cross(link.turned, link.pinArm)) * link.pinStiff;
    link.pinTurnSoft += link.pinTurnPush - link.pinTurnStiff * link.turned;
  }
}

template <class T>
[[gnu::flatten]] void solveBlock(BlockView& view, const StepNumbers& step, bool push) {
  const Blocks<T> block(view);
  for (int i = 1; i < block.kind.bodies && !push; ++i) {
    calmJoint(static_cast<ConstraintType>(block.kind.type[i]), block.at.bodies[i], block.at.bodies[block.kind.parent[i]],
              block.work.links[i], block.work.joints[i]);
  }
  for (int k = 0; k < block.activePairs; ++k) {
    PairWork<T>& pair = block.work.pairs[k];
    const int a = block.kind.pairA[block.work.pairOf[k]], b = block.kind.pairB[block.work.pairOf[k]];
    solvePair(block.at.bodies[a], block.at.bodies[b], block.work.bodies[a], block.work.bodies[b], pair, step, push);
  }
  for (int k = 0; k < block.kind.slots; ++k) {
    SlotWork<T>& slot = block.work.slots[k];
    if (!any(less(T(0), slot.on))) continue;
    const int i = block.kind.slotBody[k];
    solveSlot(block.at.bodies[i], block.work.bodies[i], slot, step, push);
  }
  sweepTree(block);
}

template <class T>
void sweepBlock(BlockView& view, const StepNumbers& step) {
  solveBlock<T>(view, step, true);
}

template <class T>
[[gnu::flatten]] void relaxBlock(BlockView& view, const StepNumbers& step) {
  solveBlock<T>(view, step, false);
  const Blocks<T> block(view);
  const auto live = less(T(0), block.at.whole->live);

  // What the limits bore, and the motors gave.
  for (int i = 1; i < block.kind.bodies; ++i) {
    JointLanes<T>& joint = block.at.joints[i];
    const JointWork<T>& work = block.work.joints[i];
    joint.twistLoad = select(live, work.twist.impulse, joint.twistLoad);
    joint.swingLoad = select(live, work.swing.impulse, joint.swingLoad);
    if (!any(less(T(0), joint.hertz)) || block.kind.type[i] == static_cast<std::uint8_t>(ConstraintType::fixed)) continue;
    const Link<T>& link = block.work.links[i];
    const BodyLanes<T>&body = block.at.bodies[i], &above = block.at.bodies[block.kind.parent[i]];
    const Vec3T<T> given = link.capped + link.motorStiff * (link.motorSpin - body.spin + above.spin);
    const QuatT<T> frame = above.turn * joint.parentFrame;
    joint.motorSum += select(live, transposeTimes(matrixOf(frame), given), Vec3T<T>{});
    joint.saturated = select(live & less(T(0), dot(link.capped, link.capped)), T(1), joint.saturated);
  }
  for (int k = 0; k < block.activePairs; ++k) block.work.pairs[k].sum += block.work.pairs[k].impulse;
  for (int k = 0; k < block.kind.slots; ++k) {
    if (any(less(T(0), block.work.slots[k].on))) block.work.slots[k].sum += block.work.slots[k].impulse;
  }
}

template <class T>
[[gnu::flatten]] void advanceBlock(BlockView& view, const StepNumbers& step) {
  const Blocks<T> block(view);
  const T dt(step.dt);
  const auto live = less(T(0), block.at.whole->live);
  for (int i = 0; i < block.kind.bodies; ++i) {
    BodyLanes<T>& body = block.at.bodies[i];
    const BodyWork<T>& work = block.work.bodies[i];
    const auto moves = block.moves(i);

    // Half a step ahead the free body spins thus; the turn of the middle is that of the whole (Cayley's form of the turn).
    body.spin = select(moves, shortened(body.spin, T(kMostTurn / step.dt)), body.spin);
    const Vec3T<T> momentum = work.axes * scaled(body.inertia, transposeTimes(work.axes, body.spin));
    const Vec3T<T> middle = select(moves, body.spin - (work.inverseInertia * cross(body.spin, momentum)) * (T(0.5f) * dt), body.spin);
    const Vec3T<T> half = middle * (T(0.5f) * dt);
    const QuatT<T> next = unitOf(QuatT<T>{half.x, half.y, half.z, T(1)} * body.turn);
    body.place = select(live, body.place + body.velocity * dt, body.place);
    body.turn = select(live, next, body.turn);

    // The momentum stays, so the spin changes.
    const Mat3T<T> axes = matrixOf(body.turn);
    body.spin = select(moves, axes * scaled(body.inverseInertia, transposeTimes(axes, momentum)), body.spin);
  }
  block.at.whole->struck = select(live, T(0), block.at.whole->struck);
}

template <class T>
void bounceBlock(BlockView& view, const StepNumbers&) {
  const Blocks<T> block(view);
  bool bounced = false;
  for (int k = 0; k < block.kind.slots; ++k) {
    SlotWork<T>& slot = block.work.slots[k];
    if (!any(less(T(0), slot.on * slot.restitution))) continue;
    const int i = block.kind.slotBody[k];
    bounceSlot(block.at.bodies[i], block.work.bodies[i], slot);
    bounced = true;
  }
  if (bounced) sweepTree(block);
}

template <class T>
[[gnu::flatten]] void keepBlock(BlockView& view, const StepNumbers&) {
  const Blocks<T> block(view);
  const auto live = less(T(0), block.at.whole->live);
  for (int k = 0; k < block.activePairs; ++k) {
    const PairWork<T>& work = block.work.pairs[k];
    PairLanes<T>& pair = block.at.pairs[block.work.pairOf[k]];
    pair.impulse = select(live, work.impulse, pair.impulse);
  }
  for (int k = 0; k < block.kind.slots; ++k) {
    const SlotWork<T>& work = block.work.slots[k];
    const auto on = live & less(T(0), work.on);
    block.at.slots[k].impulse = select(live, select(on, work.impulse, Vec3T<T>{}), block.at.slots[k].impulse);
    block.at.slots[k].normal = select(on, work.normal, block.at.slots[k].normal);
  }

  // How lively it is; and whether its numbers have burst.
  WholeLanes<T>& whole = *block.at.whole;
  whole.fastest = whole.spinning = whole.burst = T(0);
  for (int i = 0; i < block.kind.bodies; ++i) {
    const BodyLanes<T>& body = block.at.bodies[i];
    const T fast = dot(body.velocity, body.velocity), spin = dot(body.spin, body.spin);
    whole.fastest = maxOf(whole.fastest, fast);
    whole.spinning = maxOf(whole.spinning, spin);
    const auto sane = less(fast, T(kFastest * kFastest)) & less(spin, T(kFastest * kFastest)) &
                      less(dot(body.place, body.place), T(kFarthest * kFarthest)) & less(T(0.5f), dot(body.turn, body.turn));
    whole.burst = select(sane, whole.burst, T(1));
  }
}

template <class T>
Kernel kernelOf(int width) {
  return {width,         measureBlock<T>, findBlock<T>,    standBlock<T>,  reachBlock<T>, prepareBlock<T>,
          sweepBlock<T>, relaxBlock<T>,   advanceBlock<T>, bounceBlock<T>, keepBlock<T>};
}

}  // namespace sinew::crowd
