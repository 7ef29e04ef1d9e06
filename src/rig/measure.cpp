#include "rig/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "rig/body_view.h"
#include "rig/precision.h"

namespace sinew::rig {
namespace {

bool hasSkin(const Rig& rig) {
  return std::any_of(rig.body.parts.begin(), rig.body.parts.end(), [](const MeshPart& part) { return !part.rigid; });
}

/// Extent of the body: of its skinned vertices (what rides along may be a lance); in a body of rigid parts of all of them, and
/// of the joints, since such parts may be few.
Extent bodyExtent(const Rig& rig, const Vec3d& direction) {
  Extent extent;
  const bool skinned = hasSkin(rig);
  for (const MeshPart& part : rig.body.parts) {
    if (part.rigid && skinned) continue;
    for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      const SkinVertex& vertex = rig.body.vertices[v];
      if (vertex.influenceCount > 0) extent.add(dot(toDouble(vertex.position), direction));
    }
  }
  if (!skinned) {
    for (const Joint& joint : rig.joints) extent.add(dot(toDouble(joint.modelFromBind.translation), direction));
  }
  return extent;
}

/// Extent of the joints that pull skinned vertices; of all joints where nothing is skinned.
Extent jointExtent(const Rig& rig, const Vec3d& direction) {
  Extent extent;
  const bool skinned = hasSkin(rig);
  for (const Joint& joint : rig.joints) {
    if (!skinned || joint.weight > 0) extent.add(dot(toDouble(joint.modelFromBind.translation), direction));
  }
  return extent;
}

}  // namespace

void measureLengths(Rig& rig) {
  const std::array<Vec3d, 3> axes{toDouble(rig.axes.up), toDouble(rig.axes.forward), toDouble(rig.axes.left)};
  const auto longest = [&](auto&& extent) {
    return std::max({extent(rig, axes[0]).size(), extent(rig, axes[1]).size(), extent(rig, axes[2]).size()});
  };
  rig.stature = static_cast<float>(bodyExtent(rig, axes[0]).size());

  // Feet to head, by joints alone: one length that neither the pose of the arms nor end joints, stray vertices or the order of
  // the file can change.
  double reference = jointExtent(rig, axes[0]).size();
  rig.referenceFrom = hasSkin(rig) ? "lowest to highest weighted joint" : "lowest to highest joint";

  // A body that lies flat is measured along its longest side, and one of a single joint by its mesh.
  if (const double side = longest(jointExtent); !(reference > 0.1 * side)) {
    reference = side > 0 ? side : longest(bodyExtent);
    rig.referenceFrom = side > 0 ? "longest extent of the joints" : "longest extent of the body";
  }
  rig.referenceLength = static_cast<float>(reference);

  // A sheet that lies flat has no height; whatever scales with one takes its length.
  if (!(rig.stature > 0)) rig.stature = rig.referenceLength;
}

void rescale(Rig& rig, double factor) {
  const auto scale = [factor](Vec3& v) { v = toFloat(toDouble(v) * factor); };
  for (Joint& joint : rig.joints) {
    scale(joint.rest.translation);
    scale(joint.modelFromBind.translation);
    joint.modelFromRest = toFloat(inUnit(toDouble(joint.modelFromRest), factor));
  }
  for (RigNode& node : rig.nodes) {
    scale(node.positionBind);
    node.modelFromRest = toFloat(inUnit(toDouble(node.modelFromRest), factor));
  }
  for (SkinVertex& vertex : rig.body.vertices) scale(vertex.position);
  rig.metersPerUnit = static_cast<float>(static_cast<double>(rig.metersPerUnit) * factor);
  rig.stature = static_cast<float>(static_cast<double>(rig.stature) * factor);
  rig.referenceLength = static_cast<float>(static_cast<double>(rig.referenceLength) * factor);
}

std::optional<Finding> judgeUnits(const Rig& rig) {
  const auto stature = static_cast<double>(rig.stature);
  if (stature >= 0.3 && stature <= 3) return std::nullopt;

  // Centimetres first: nothing else is as common. Else the unit of some program that makes it most like a person: millimetres,
  // inches, decimetres, feet, and the other way round.
  constexpr std::array<double, 8> kUnits{0.001, 0.0254, 0.1, 0.3048, 10, 100, 1000, 39.3701};
  double best = stature > 50 && stature < 250 ? 0.01 : 0;
  for (const double unit : kUnits) {
    if (best == 0.01 || stature * unit < 1.2 || stature * unit > 2.2) continue;
    if (best == 0 || std::abs(std::log(stature * unit / 1.7)) < std::abs(std::log(stature * best / 1.7))) best = unit;
  }

  // Something that is longer than high may well be an animal or a thing: said, but no cause for worry.
  const double length = bodyExtent(rig, toDouble(rig.axes.forward)).size();
  const bool stands = rig.vrm != VrmVersion::none || stature > length;
  char text[240];
  if (best > 0) {
    std::snprintf(text, sizeof text, "%.4g m is no person's height; --meters-per-unit %.6g would make it %.2f m", stature,
                  best * static_cast<double>(rig.metersPerUnit), stature * best);
  } else {
    std::snprintf(text, sizeof text, "%.4g m is no person's height and no common unit makes it one; --stature 1.75 would scale it by %.4g",
                  stature, stature > 0 ? 1.75 / stature : 0.0);
  }
  return Finding{.severity = stands ? Severity::warning : Severity::note,
                 .rule = "units.scale",
                 .role = {},
                 .measured = stature,
                 .low = 0.3,
                 .high = 3.0,
                 .message = text};
}

}  // namespace sinew::rig
