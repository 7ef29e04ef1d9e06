#include <sinew/rig/axes.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "rig/facing.h"
#include "rig/mirror_plane.h"
#include "rig/precision.h"
#include "rig/stance.h"

namespace sinew {
namespace {

using namespace rig;

struct Upright {
  Vec3d up{0, 1, 0};
  std::optional<MirrorPlane> plane;
  double fall = 0;        ///< [-1, 1] how much the limbs fall against `up`
  double steadiness = 0;  ///< [0, 1] how well the body stands on its feet
  double score() const { return steadiness > 0.8 ? fall + steadiness : 0.5 * fall; }
};

Upright tryUp(const BodyView& view, const Vec3d& up) {
  Upright result{up, findMirrorPlane(view, up), 0, 0};
  if (!result.plane) return result;
  result.fall = -dot(fallOfLimbs(view, *result.plane), up);
  result.steadiness = steadiness(standBody(view, *result.plane, up, cross(result.plane->normal, up)));
  return result;
}

/// +Y as glTF has it, unless the limbs fall along another axis, and the body stands on them there, by a clear margin.
Upright findUp(const BodyView& view) {
  Upright best = tryUp(view, {0, 1, 0});
  if (best.score() > 1.45) return best;
  const double margin = best.score() + 0.5;
  for (const Vec3d& up : {Vec3d{0, 0, 1}, Vec3d{1, 0, 0}, Vec3d{0, 0, -1}, Vec3d{-1, 0, 0}}) {
    Upright other = tryUp(view, up);
    if (other.score() > std::max(margin, best.score())) best = std::move(other);
  }
  return best;
}

std::string phrase(const char* format, double value) {
  char text[120];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// The features that spoke loudest for the outcome.
std::string reasons(std::vector<FacingVote> votes, double sign) {
  const auto loudness = [sign](const FacingVote& vote) { return sign * vote.value * vote.weight; };
  std::stable_sort(votes.begin(), votes.end(), [&](const FacingVote& a, const FacingVote& b) { return loudness(a) > loudness(b); });
  std::string text;
  for (const FacingVote& vote : votes) {
    if (loudness(vote) >= 0.2) text += (text.empty() ? "" : ", ") + vote.feature;
  }
  return text.empty() ? "hardly anything" : text;
}

/// A body without left and right: along its longest horizontal side, which way round nobody knows.
Vec3d longSide(const BodyView& view, const Vec3d& up) {
  Extent x, z;
  const Vec3d side = cross(up, std::abs(up.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0}), front = cross(side, up);
  for (const BodyJoint& joint : view.joints) {
    x.add(dot(joint.position, side));
    z.add(dot(joint.position, front));
  }
  return x.size() > 2 * z.size() ? side : front;
}

/// Figures are made along the axes: a few degrees off are the asymmetry of the measure, not of the figure.
Vec3d squared(const Vec3d& direction) {
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
    const double along = dot(direction, axis);
    if (std::abs(along) > 0.9986) return axis * (along < 0 ? -1.0 : 1.0);  // 3 degrees
  }
  return direction;
}

void face(RigAxes& axes, const Vec3d& forward) {
  axes.forward = toFloat(squared(forward));
  axes.left = cross(axes.up, axes.forward);
}

}  // namespace

RigAxes axesFromGeometry(const Rig& rig) {
  RigAxes axes;
  const BodyView view = viewBody(rig);
  const Upright upright = findUp(view);
  axes.up = toFloat(upright.up);
  if (upright.up.y < 0.5) {
    axes.upFrom = phrase("fall of the limbs (%.2f), against glTF convention", upright.fall);
  } else if (upright.score() > 0.8) {
    axes.upFrom = phrase("glTF convention, confirmed by feet and fall of the limbs (%.2f)", upright.fall);
  } else {
    axes.upFrom = "glTF convention";
  }
  axes.leftFrom = "up x forward";
  if (!upright.plane) {
    face(axes, view.size > 0 ? longSide(view, upright.up) : Vec3d{0, 0, 1});
    axes.forwardFrom = "no left and right found: the long side";
    return axes;
  }

  // One of the two directions along the mirror plane is the front: the body's features vote.
  const Vec3d forward = cross(upright.plane->normal, upright.up);
  const std::vector<FacingVote> votes = voteOnFacing(standBody(view, *upright.plane, upright.up, forward));
  double sum = 0, total = 0;
  for (const FacingVote& vote : votes) {
    sum += vote.value * vote.weight;
    total += vote.weight;
  }
  const double sign = sum < 0 ? -1 : 1;
  face(axes, forward * sign);
  axes.forwardFrom = reasons(votes, sign);
  axes.leftFrom = phrase("mirror plane (quality %.2f)", upright.plane->quality);
  axes.confidence =
      static_cast<float>(total > 0 ? std::min(1.0, 1.5 * upright.plane->quality) * std::min(1.0, 1.5 * std::abs(sum) / total) : 0);
  return axes;
}

RigAxes findAxes(const Rig& rig, Findings& findings) {
  RigAxes seen = axesFromGeometry(rig);
  const auto report = [&](Severity severity, std::string rule, std::string message) {
    findings.push_back({severity, std::move(rule), {}, static_cast<double>(seen.confidence), {}, {}, std::move(message)});
  };
  if (rig.vrm == VrmVersion::none) {
    if (seen.up.y < 0.5f)
      report(Severity::warning, "axes.up", "the figure does not stand along +Y as glTF requires: up is taken from its limbs");
    if (seen.confidence < 0.3f) report(Severity::note, "axes.facing", "front and back are uncertain: " + seen.forwardFrom);
    return seen;
  }

  // What a VRM file declares holds, even over a body that seems to look the other way.
  RigAxes axes;
  axes.upFrom = axes.forwardFrom = rig.vrm == VrmVersion::vrm0 ? "VRM 0 file convention" : "VRM 1 file convention";
  axes.leftFrom = "up x forward";
  axes.confidence = 1;
  face(axes, {0, 0, rig.vrm == VrmVersion::vrm0 ? -1.0 : 1.0});
  if (seen.confidence > 0.5f && dot(seen.forward, axes.forward) < -0.5f) {
    report(Severity::warning, "axes.facing", "the body seems to face against the VRM convention (" + seen.forwardFrom + ")");
  }
  return axes;
}

}  // namespace sinew
