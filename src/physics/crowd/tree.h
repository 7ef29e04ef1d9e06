#pragma once

#include <sinew/physics/world.h>

#include "physics/crowd/fields.h"

// All joints of a character solved at once.
//
// A sweep looks for the change of velocities (dv, dw) of least kinetic energy after which every joint holds:
//
//     minimise  1/2 d' M d  +  soft terms of motors, dampers, locks and pins     so that   parting(v + d) = -bias
//
// The tree makes this two passes (Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 7): inward, where each body hands
// its parent an articulated inertia (A, B, M) about the joint, and outward, where the changes come back. The inertias are
// factored once a sub-step; a sweep then only carries vectors. Impulses act on both bodies at one point, the child's end of the
// joint, so that momenta are kept exactly.
//
//     factor:  (A B M of child) --free the turn: Z = (A + K)^-1--> --shift to the parent's joint--> add to the parent
//     inward:  g = wanted - K w_rel - soft;   y = g - twist - B s;   parent: pull += pull + M s + B' Z y,  twist += g - K Z y + r x pull
//     outward: u = dv_parent + dw_parent x r;  dv = u + s;  dw = Z (y + K dw_parent - B u)
//
// A part that is kinematic in its lane gets no change and bears on its parent as a mass thirty times the character's; what that leaves, the
// next sweep takes.

namespace sinew::crowd {

inline constexpr float kLockStiffness = 30;  ///< locked axes, in units of the child's articulated inertia
inline constexpr float kKinematicHeft = 30;  ///< of a kinematic part, in units of the whole character's mass

/// What a body brings into the tree: itself, and its pin.
template <class T>
void startLink(const BodyLanes<T>& body, const BodyWork<T>& work, Link<T>& link) {
  const Vec3T<T> c = link.center, mc = c * body.mass;
  link.rotary = turnedDiagonal(work.axes, body.inertia) + SymT<T>::diagonal(dot(c, mc)) -
                SymT<T>{c.x * mc.x, c.x * mc.y, c.x * mc.z, c.y * mc.y, c.y * mc.z, c.z * mc.z};
  link.coupling = {{T(0), mc.z, -mc.y}, {-mc.z, T(0), mc.x}, {mc.y, -mc.x, T(0)}};
  link.mass = SymT<T>::diagonal(body.mass);
}

template <class T>
void addPin(Link<T>& link) {
  const Vec3T<T> d = link.pinArm, kd = d * link.pinStiff;
  link.rotary = link.rotary + link.pinTurnStiff + SymT<T>::diagonal(dot(d, kd)) -
                SymT<T>{d.x * kd.x, d.x * kd.y, d.x * kd.z, d.y * kd.y, d.y * kd.z, d.z * kd.z};
  link.coupling = link.coupling + Mat3T<T>{{T(0), kd.z, -kd.y}, {-kd.z, T(0), kd.x}, {kd.y, -kd.x, T(0)}};
  link.mass = link.mass + SymT<T>::diagonal(link.pinStiff);
}

/// B' times: rows of B against a vector.
template <class T>
SymT<T> schurOf(const SymT<T>& a, const Mat3T<T>& b, const Mat3T<T>& c) {
  // a - b' c, symmetric by construction.
  return {a.xx - dot(b.x, c.x), a.xy - dot(b.x, c.y), a.xz - dot(b.x, c.z),
          a.yy - dot(b.y, c.y), a.yz - dot(b.y, c.z), a.zz - dot(b.z, c.z)};
}

/// A root, or a part whose joint is gone: free in all six ways.
template <class T>
void factorFree(Link<T>& link, SymT<T>& freed) {
  link.rootMass = inverseOf(link.mass);
  const Mat3T<T> bt = transpose(link.coupling);
  freed = inverseOf(schurOf(link.rotary, bt, link.rootMass * bt));
}

/// Frees the turn of the joint and hands the rest to the parent: K - K Z K, K Z B, M - B' Z B.
template <class T, class M>
void factorLink(Link<T>& link, Link<T>& parent, const M& moves, const M& enabled, bool someOff, const T& heft) {
  link.freed = select(moves, inverseOf(link.rotary + link.stiff), SymT<T>{});
  link.mass = select(moves, link.mass, SymT<T>::diagonal(heft * T(kKinematicHeft)));
  const SymT<T>& k = link.stiff;
  const Mat3T<T> gain = link.freed * link.coupling;
  SymT<T> mass = schurOf(link.mass, link.coupling, gain);
  Mat3T<T> coupling = k * gain;
  const Mat3T<T> pass = link.freed * Mat3T<T>{{k.xx, k.xy, k.xz}, {k.xy, k.yy, k.yz}, {k.xz, k.yz, k.zz}};
  SymT<T> rotary = schurOf(k, {{k.xx, k.xy, k.xz}, {k.xy, k.yy, k.yz}, {k.xz, k.yz, k.zz}}, pass);
  if (someOff) {
    mass = select(enabled, mass, SymT<T>{});
    rotary = select(enabled, rotary, SymT<T>{});
    coupling = {select(enabled, coupling.x, Vec3T<T>{}), select(enabled, coupling.y, Vec3T<T>{}), select(enabled, coupling.z, Vec3T<T>{})};
  }

  // Shift to the parent's joint: Bn = B + [r] M,  A + [r] B' + Bn [r]'.
  const Vec3T<T> r = link.fromParent;
  const Mat3T<T> bn{coupling.x + cross(r, Vec3T<T>{mass.xx, mass.xy, mass.xz}), coupling.y + cross(r, Vec3T<T>{mass.xy, mass.yy, mass.yz}),
                    coupling.z + cross(r, Vec3T<T>{mass.xz, mass.yz, mass.zz})};
  const Mat3T<T> rows = transpose(bn), rowsB = transpose(coupling);
  const Vec3T<T> a0 = cross(r, rows.x), a1 = cross(r, rows.y), a2 = cross(r, rows.z);
  const Vec3T<T> c0 = cross(r, rowsB.x), c1 = cross(r, rowsB.y), c2 = cross(r, rowsB.z);
  parent.rotary = parent.rotary + rotary + SymT<T>{a0.x + c0.x, a0.y + c1.x, a0.z + c2.x, a1.y + c1.y, a1.z + c2.y, a2.z + c2.z};
  parent.coupling = parent.coupling + bn;
  parent.mass = parent.mass + mass;
}

/// m/s, at which the two ends of a joint part.
template <class T>
Vec3T<T> partingOf(const BodyLanes<T>& body, const BodyLanes<T>& above, const Link<T>& link) {
  return body.velocity - cross(body.spin, link.center) - above.velocity - cross(above.spin, link.parentArm);
}

/// Inward: what one joint and all beyond it ask of the parent.
template <class T, class M>
void sweepInward(const BodyLanes<T>& body, const BodyLanes<T>& above, Link<T>& link, Link<T>& parent, const M& moves, const M& enabled) {
  const Vec3T<T> none;
  const Vec3T<T> spin = body.spin - above.spin;
  link.slide = -(partingOf(body, above, link) + link.bias);
  link.push = link.wanted - link.stiff * spin - link.soft;
  const Vec3T<T> pull = select(moves, link.pull, none), twist = select(moves, link.twist, none);
  link.load = link.push - twist - link.coupling * link.slide;
  const Vec3T<T> answer = link.freed * link.load;
  const Vec3T<T> force = select(enabled, pull + link.mass * link.slide + transposeTimes(link.coupling, answer), none);
  const Vec3T<T> torque = select(enabled, link.push - link.stiff * answer, none);
  parent.pull += force;
  parent.twist += torque + cross(link.fromParent, force);
}

template <class T>
void sweepFree(Link<T>& link, const SymT<T>& freed, Vec3T<T>& moved, Vec3T<T>& turned) {
  turned = freed * (link.coupling * (link.rootMass * link.pull) - link.twist);
  moved = -(link.rootMass * (link.pull + transposeTimes(link.coupling, turned)));
}

template <class T, class M>
void sweepOutward(Link<T>& link, const Link<T>& parent, const M& moves) {
  const Vec3T<T> none;
  const Vec3T<T> u = parent.moved + cross(parent.turned, link.fromParent);
  link.moved = select(moves, u + link.slide, none);
  link.turned = link.freed * (link.load + link.stiff * parent.turned - link.coupling * u);
}

}  // namespace sinew::crowd
