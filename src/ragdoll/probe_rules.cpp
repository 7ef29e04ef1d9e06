#include "ragdoll/probe_rules.h"

#include <algorithm>
#include <cstdio>

#include "ragdoll/bend.h"

namespace sinew {
namespace {

constexpr double kRelative = 1e-5;      // radius, halfHeight: solver against fit
constexpr double kMassRelative = 1e-4;  // total mass
constexpr double kMassRatio = 10;       // heavier : lighter of two jointed parts
constexpr double kMirror = 0.1;         // of the bone length
constexpr double kAligned = 0.4;        // cosine: a hinge bends within 66 degrees of anatomy
constexpr float kBindSlack = 0.1f;      // degrees

struct Rules {
  const Manikin& manikin;
  const Probe& probe;
  Findings findings;

  const Part& partOf(const ProbedPart& probed) const { return manikin.parts[static_cast<std::size_t>(probed.part)]; }
  /// Millimetre bars are written for a body of 1.75 m and grow with it.
  double size() const { return std::max(static_cast<double>(manikin.stature) / 1.75, 1e-6); }

  void add(Severity severity, const char* rule, const std::string& role, double measured, std::optional<double> low,
           std::optional<double> high, std::string message) {
    findings.push_back({severity, rule, role, measured, low, high, std::move(message)});
  }
};

std::string text(const char* format, double a, double b = 0) {
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, format, a, b);
  return buffer;
}

bool isFinite(const ProbedPart& part) {
  const BodyInfo& body = part.body;
  const bool numbers =
      std::isfinite(body.radius) && std::isfinite(body.halfHeight) && std::isfinite(body.mass) && std::isfinite(part.bindOvershoot);
  return numbers && sinew::isFinite(body.bodyFromShape) && sinew::isFinite(body.centerOfMass) && sinew::isFinite(body.inertia) &&
         sinew::isFinite(part.bindAngles);
}

void judgeNumbers(Rules& rules, const ProbedPart& probed) {
  if (isFinite(probed)) return;
  rules.findings.push_back({Severity::failure, "solver.finite", rules.partOf(probed).name, std::nullopt, std::nullopt, std::nullopt,
                            "the solver reports a number that is not finite"});
}

/// The solver's own shape against the one that was authored.
void judgeShape(Rules& rules, const ProbedPart& probed) {
  const Part& part = rules.partOf(probed);
  const double allowed = 0.001 * rules.size();
  if (!(probed.centerError <= allowed)) {
    rules.add(Severity::failure, "solver.center", part.name, probed.centerError, std::nullopt, allowed,
              text("the solver has its centre %.3f mm from the fitted one", 1000.0 * probed.centerError));
  }
  if (!(probed.radiusError <= kRelative)) {
    rules.add(Severity::failure, "solver.radius", part.name, probed.radiusError, std::nullopt, kRelative,
              text("the solver has a radius of %.6f m where %.6f m were fitted", probed.body.radius, part.radius));
  }
  if (!(probed.halfHeightError <= kRelative)) {
    rules.add(Severity::failure, "solver.halfHeight", part.name, probed.halfHeightError, std::nullopt, kRelative,
              text("the solver has a half height of %.6f m where %.6f m were fitted", probed.body.halfHeight, part.halfHeight));
  }
  if (probed.body.type == BodyShape::sphere) {
    rules.add(Severity::warning, "probe.sphere", part.name, 0, std::nullopt, std::nullopt,
              text("this part is a sphere of %.1f mm radius: its half height met its floor", 1000.0 * probed.body.radius));
  }
}

void judgePlace(Rules& rules, const ProbedPart& probed) {
  const Part& part = rules.partOf(probed);
  const double offset = length(probed.center);
  if (offset <= part.boneLength) return;
  rules.add(Severity::warning, "probe.center", part.name, offset, std::nullopt, part.boneLength,
            text("its centre stands %.1f mm from its joint, further than its bone of %.1f mm", 1000 * offset, 1000.0 * part.boneLength));
}

/// Two sides of a body are alike: centres relative to the bone, compared after the right side was mirrored and its bone laid on
/// the left one, so that a pose that is not symmetric does not count.
void judgeMirror(Rules& rules, const ProbedPart& probed) {
  const Part& left = rules.partOf(probed);
  if (sideOf(left.role) <= 0) return;
  const std::int32_t other = rules.manikin.partOf(mirrored(left.role));
  if (other < 0) return;
  const Part& right = rules.manikin.parts[static_cast<std::size_t>(other)];
  const Vec3 across = rules.manikin.axes.left;
  const auto mirror = [&](const Vec3& v) { return v - across * (2 * dot(v, across)); };
  const Vec3 leftBone = rotate(left.modelFromPart.rotation, left.axis);
  const Vec3 rightBone = mirror(rotate(right.modelFromPart.rotation, right.axis));
  const Vec3 leftCenter = rotate(left.modelFromPart.rotation, probed.center);
  const Vec3 rightCenter = mirror(rotate(right.modelFromPart.rotation, rules.probe.parts[static_cast<std::size_t>(other)].center));
  const double apart = distance(leftCenter, rotate(fromTo(rightBone, leftBone), rightCenter));
  const double measured = apart / std::max(left.boneLength, 1e-6f);
  if (measured <= kMirror) return;
  rules.add(Severity::warning, "probe.mirror", left.name, measured, std::nullopt, kMirror,
            text("its centre differs from its mirror image on the right side by %.1f mm", 1000 * apart));
}

/// Each overlapping pair once, told by its later part.
void judgeOverlap(Rules& rules, const ProbedPart& probed) {
  const double allowed = 0.001 * rules.size();
  if (probed.overlapPart < 0 || probed.overlapDepth <= allowed) return;
  const ProbedPart& other = rules.probe.parts[static_cast<std::size_t>(probed.overlapPart)];
  if (other.overlapPart == probed.part && other.part > probed.part) return;
  rules.add(Severity::warning, "probe.overlap", rules.partOf(probed).name, probed.overlapDepth, std::nullopt, allowed,
            text("it stands %.1f mm deep in ", 1000.0 * probed.overlapDepth) + rules.partOf(other).name +
                " at bind, though the two share no joint");
}

void judgeJoint(Rules& rules, const ProbedPart& probed) {
  const Part& part = rules.partOf(probed);
  const float parentMass = rules.probe.parts[static_cast<std::size_t>(part.parent)].body.mass;
  const double ratio = std::max(parentMass, probed.body.mass) / std::max(std::min(parentMass, probed.body.mass), 1e-9f);
  if (ratio > kMassRatio) {
    rules.add(Severity::warning, "mass.ratio", part.name, ratio, std::nullopt, kMassRatio,
              text("it and the part it hangs from differ %.1f : 1 in mass", ratio));
  }
  const double overshoot = degrees(probed.bindOvershoot);
  if (overshoot > kBindSlack) {
    rules.add(Severity::warning, "probe.bind", part.name, overshoot, std::nullopt, kBindSlack,
              text("the bind pose stands %.1f degrees outside its limits", overshoot));
  }
}

void judgeHinge(Rules& rules, const ProbedPart& probed) {
  const Part& part = rules.partOf(probed);
  if (part.toParent.type != JointType::hinge || !flexionDirection(rules.manikin, part) || probed.flexionSign >= kAligned) return;
  const char* const how = probed.flexionSign == 0  ? "it does not move when it is pushed the anatomical way"
                          : probed.flexionSign < 0 ? "bending it the anatomical way counts as negative in the solver"
                                                   : "it bends aside of the anatomical direction";
  rules.add(Severity::failure, "hinge.sign", part.name, probed.flexionSign, kAligned, 1.0, how);
}

void judgeMass(Rules& rules) {
  const double error =
      std::abs(static_cast<double>(rules.probe.mass) - rules.manikin.mass) / std::max(static_cast<double>(rules.manikin.mass), 1e-9);
  if (error <= kMassRelative) return;
  rules.add(Severity::failure, "solver.mass", "", rules.probe.mass, rules.manikin.mass * (1 - kMassRelative),
            rules.manikin.mass * (1 + kMassRelative),
            text("the solver's bodies weigh %.4f kg together where %.4f kg were authored", rules.probe.mass, rules.manikin.mass));
}

}  // namespace

Findings judgeProbe(const Manikin& manikin, const Probe& probe) {
  Rules rules{manikin, probe, {}};
  for (const ProbedPart& part : probe.parts) {
    judgeNumbers(rules, part);
    judgeShape(rules, part);
    judgePlace(rules, part);
    judgeMirror(rules, part);
    judgeOverlap(rules, part);
    if (part.part == 0) continue;
    judgeJoint(rules, part);
    judgeHinge(rules, part);
  }
  judgeMass(rules);
  return std::move(rules.findings);
}

}  // namespace sinew
