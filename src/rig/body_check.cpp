#include "rig/body_check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "rig/precision.h"

namespace sinew::rig {
namespace {

constexpr int kLeastJoints = 4;       // fewer that pull vertices are a thing, and may lie anywhere in it
constexpr double kPoint = 1e-4;       // of the skeleton: vertices within this are one point
constexpr double kFarFromBone = 1.5;  // of the skeleton: vertices this far from their joints do not belong to it
constexpr double kStep = 1.2e-7;      // of a coordinate: what single precision can tell apart (2^-23)
constexpr double kCoarse = 1e-4;      // of the reference length: from here on a word is due ...
constexpr double kUseless = 1e-2;     // ... and from here on no shape can be measured

struct Box {
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  void add(const Vec3d& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  double size() const { return high.x < low.x ? 0 : distance(low, high); }
};

/// Skinned vertices: their box, and how far they lie from the joints that pull them, weighted mean, m.
struct SkinPlace {
  Box box;
  double fromJoints = 0;
};

SkinPlace placeOfSkin(const Rig& rig) {
  SkinPlace place;
  double weights = 0;
  for (const MeshPart& part : rig.body.parts) {
    if (part.rigid) continue;
    for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      const SkinVertex& vertex = rig.body.vertices[v];
      const Vec3d position = toDouble(vertex.position);
      place.box.add(position);
      for (std::uint32_t i = vertex.influenceStart; i < vertex.influenceStart + vertex.influenceCount; ++i) {
        const JointWeight& pull = rig.body.influences[i];
        const Vec3d joint = toDouble(rig.joints[static_cast<std::size_t>(pull.joint)].modelFromBind.translation);
        place.fromJoints += static_cast<double>(pull.weight) * distance(position, joint);
        weights += static_cast<double>(pull.weight);
      }
    }
  }
  if (weights > 0) place.fromJoints /= weights;
  return place;
}

Result<void> checkSkin(const Rig& rig, double skeleton) {
  const SkinPlace skin = placeOfSkin(rig);
  if (skin.box.high.x < skin.box.low.x) return {};
  if (skin.box.size() < kPoint * skeleton)
    return fail(ErrorCode::value, "meshes", "all vertices of the body lie in one point: there is no shape to measure");
  if (!(skin.fromJoints > kFarFromBone * std::max(skeleton, skin.box.size()))) return {};
  char text[160];
  std::snprintf(text, sizeof text,
                "the body's vertices lie %.3g m from the joints that pull them, on a skeleton of %.3g m: they do not belong together",
                skin.fromJoints, skeleton);
  return fail(ErrorCode::value, "meshes", text);
}

}  // namespace

Result<void> checkBody(const Rig& rig, Findings& findings) {
  Box joints;
  int pulling = 0;
  double farthest = 0;
  for (const Joint& joint : rig.joints) {
    const Vec3d p = toDouble(joint.modelFromBind.translation);
    if (joint.weight > 0) joints.add(p), ++pulling;
    farthest = std::max({farthest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  }
  if (pulling >= kLeastJoints && joints.size() > 0) {
    if (const Result<void> skin = checkSkin(rig, joints.size()); !skin) return skin;
  }

  // The figure is as exact as the numbers that say where it stands.
  const double step = kStep * farthest, share = step / static_cast<double>(rig.referenceLength);
  if (share < kCoarse) return {};
  char text[200];
  std::snprintf(text, sizeof text, "the figure stands %.3g m from the origin, where single precision tells no less than %.2g m apart",
                farthest, step);
  if (share > kUseless) return fail(ErrorCode::value, "nodes", text + std::string(": its parts cannot be measured there"));
  findings.push_back({.severity = Severity::warning,
                      .rule = "units.far",
                      .role = {},
                      .measured = share,
                      .low = 0.0,
                      .high = kCoarse,
                      .message = text + std::string(": its measures are that coarse")});
  return {};
}

}  // namespace sinew::rig
