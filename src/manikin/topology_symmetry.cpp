#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "manikin/topology_body.h"

namespace sinew::topology {

namespace {

// Lengths in units of the body's height.
constexpr float kMatchSigma = 0.02f;   // how far twins of a carefully made rig are apart
constexpr float kTwinLimit = 0.05f;    // farther apart than this two joints are no twins
constexpr float kNephewLimit = 0.15f;  // the same where their parents are twins: posed fingers, rigs fitted to a scan
constexpr float kOnPlane = 0.02f;      // a joint whose reflection is this near is its own twin
constexpr float kMainArea = 0.002f;    // share of the skin
constexpr std::size_t kMostMainJoints = 128;
constexpr float kPerfect = 0.97f;  // no other plane need be tried
constexpr std::size_t kMostPlanes = 256;

/// A vertical plane: n . p = offset, n level and of unit length.
struct Plane {
  Vec3 normal{1, 0, 0};
  float offset = 0;

  Vec3 reflect(const Vec3& p) const { return p - normal * (2 * (dot(normal, p) - offset)); }
};

/// Distance of the joints, and a little of their branches' centroids: two clavicles may start at one point and still belong to
/// two sides, while a thing held in one hand must not part the arms.
float mismatch(const Body& body, const Plane& plane, std::int32_t a, std::int32_t b) {
  const float at = distance(plane.reflect(body[a].at), body[b].at);
  const float centre = distance(plane.reflect(body[a].centreBelow), body[b].centreBelow);
  return at + 0.3f * std::min(centre, 0.1f);
}

/// Unlike branches at the same place (a duplicate, a twist leaf) are worse twins than like ones.
float unlikeness(const Body& body, std::int32_t a, std::int32_t b) {
  return 0.01f * std::abs(std::log(body[a].areaBelow / body[b].areaBelow)) +
         0.005f * static_cast<float>(std::max(body[a].children.size(), body[b].children.size()) -
                                     std::min(body[a].children.size(), body[b].children.size()));
}

/// Joints whose branches move enough skin to shape the body; fingers and face are left out.
std::vector<std::int32_t> mainJoints(const Body& body) {
  std::vector<std::int32_t> main;
  for (std::size_t j = 0; j < body.joints.size(); ++j)
    if (body.joints[j].areaBelow >= kMainArea && main.size() < kMostMainJoints) main.push_back(static_cast<std::int32_t>(j));
  return main;
}

/// How well the plane maps the joints onto each other, [0, 1].
float agreement(const Body& body, std::span<const std::int32_t> joints, const Plane& plane) {
  float sum = 0;
  for (const std::int32_t a : joints) {
    float best = std::numeric_limits<float>::max();
    for (const std::int32_t b : joints) best = std::min(best, mismatch(body, plane, a, b));
    sum += std::exp(-best * best / (2 * kMatchSigma * kMatchSigma));
  }
  return joints.empty() ? 0 : sum / static_cast<float>(joints.size());
}

/// Every pair of siblings that could be left and right puts up the plane between them; so do the rig's own axes.
std::vector<Plane> candidatePlanes(const Body& body, std::span<const std::int32_t> joints) {
  std::vector<Plane> planes{{{1, 0, 0}, 0}, {{0, 0, 1}, 0}};
  for (const std::int32_t a : joints) {
    for (const std::int32_t b : joints) {
      if (b <= a || planes.size() >= kMostPlanes || body[a].parent != body[b].parent) continue;
      const Vec3 apart = body[a].centreBelow - body[b].centreBelow;
      const Vec3 level{apart.x, 0, apart.z};
      const float ratio = body[a].areaBelow / body[b].areaBelow;
      if (length(level) < 0.02f || std::abs(apart.y) > 0.05f || ratio < 0.5f || ratio > 2) continue;
      const Vec3 normal = normalized(level);
      const Plane plane{normal, dot(normal, body[a].centreBelow + body[b].centreBelow) / 2};
      const bool known = std::any_of(planes.begin(), planes.end(), [&](const Plane& other) {
        const float same = dot(other.normal, plane.normal);
        return std::abs(same) > 0.9998f && std::abs(other.offset - plane.offset * (same > 0 ? 1.0f : -1.0f)) < 0.005f;
      });
      if (!known) planes.push_back(plane);
    }
  }
  return planes;
}

/// Turns the frame about the vertical so that the plane's normal becomes x and the plane x = 0.
void turn(Body& body, const Plane& plane) {
  const Vec3 x = plane.normal, y{0, 1, 0}, z = cross(x, y);
  const auto turned = [&](const Vec3& p) { return Vec3{dot(x, p) - plane.offset, p.y, dot(z, p)}; };
  for (BodyJoint& joint : body.joints) {
    joint.at = turned(joint.at);
    joint.centre = turned(joint.centre);
    joint.centreBelow = turned(joint.centreBelow);
  }
  for (SkinSample& s : body.skin) s.at = turned(s.at);
  const Vec3 side = body.side * x.x + body.forward * x.z;
  body.forward = body.side * z.x + body.forward * z.z;
  body.side = side;
}

std::int32_t nearestTwin(const Body& body, const Plane& plane, std::int32_t joint) {
  if (mismatch(body, plane, joint, joint) < kOnPlane) return joint;
  std::int32_t best = -1;
  float least = std::numeric_limits<float>::max();
  for (std::int32_t other = 0; other < static_cast<std::int32_t>(body.joints.size()); ++other) {
    const float distance = mismatch(body, plane, joint, other) + unlikeness(body, joint, other);
    if (distance < least && mismatch(body, plane, joint, other) < kTwinLimit) {
      least = distance;
      best = other;
    }
  }
  return best;
}

/// Twins are each other's nearest reflection; joints left over find one among the children of their parent's twin.
void pairTwins(Body& body) {
  const Plane plane;
  const auto count = static_cast<std::int32_t>(body.joints.size());
  std::vector<std::int32_t> nearest(body.joints.size());
  for (std::int32_t j = 0; j < count; ++j) nearest[static_cast<std::size_t>(j)] = nearestTwin(body, plane, j);
  for (std::int32_t j = 0; j < count; ++j) {
    const std::int32_t twin = nearest[static_cast<std::size_t>(j)];
    if (twin >= 0 && nearest[static_cast<std::size_t>(twin)] == j) body.joints[static_cast<std::size_t>(j)].mirror = twin;
  }
  for (std::int32_t j = 0; j < count; ++j) {
    BodyJoint& joint = body.joints[static_cast<std::size_t>(j)];
    if (joint.mirror >= 0 || joint.parent < 0) continue;
    const std::int32_t uncle = body[joint.parent].mirror;
    if (uncle < 0 || uncle == joint.parent) continue;
    float least = kNephewLimit;
    for (const std::int32_t other : body[uncle].children) {
      if (body[other].mirror >= 0 || mismatch(body, plane, j, other) >= least) continue;
      least = mismatch(body, plane, j, other);
      joint.mirror = other;
    }
    if (joint.mirror >= 0) body.joints[static_cast<std::size_t>(joint.mirror)].mirror = j;
  }
}

}  // namespace

void alignToMirror(Body& body) {
  // The rig's own lateral axis comes first and wins ties: a table has two planes of symmetry, its maker chose one.
  Plane best;
  float most = -1;
  const std::vector<std::int32_t> joints = mainJoints(body);
  for (const Plane& plane : candidatePlanes(body, joints)) {
    const float score = agreement(body, joints, plane);
    if (score > most + 0.01f) {
      most = score;
      best = plane;
    }
    if (most > kPerfect) break;
  }
  if (best.normal.x < 0) best = {-best.normal, -best.offset};
  turn(body, best);
  pairTwins(body);

  std::size_t beside = 0, paired = 0;
  for (std::size_t j = 0; j < body.joints.size(); ++j) {
    if (body.joints[j].mirror == static_cast<std::int32_t>(j)) continue;
    ++beside;
    if (body.joints[j].mirror >= 0) ++paired;
  }
  body.symmetry = beside == 0 ? 0 : static_cast<float>(paired) / static_cast<float>(beside);
}

}  // namespace sinew::topology
