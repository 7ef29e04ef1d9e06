#include "rig/body_mesh.h"

#include <algorithm>

#include <sinew/base/text.h>

#include "rig/precision.h"

namespace sinew::rig {
namespace {

const Primitive& primitiveOf(const Asset& asset, const PrimitiveUse& use) {
  return asset.meshes[static_cast<std::size_t>(use.mesh)].primitives[static_cast<std::size_t>(use.primitive)];
}

std::string materialName(const Asset& asset, const Primitive& primitive) {
  return primitive.material < 0 ? std::string{} : asset.materials[static_cast<std::size_t>(primitive.material)].name;
}

bool excluded(const Asset& asset, const PrimitiveUse& use, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return false;
  const std::string names[] = {foldCase(asset.nodes[static_cast<std::size_t>(use.node)].name),
                               foldCase(asset.meshes[static_cast<std::size_t>(use.mesh)].name),
                               foldCase(materialName(asset, primitiveOf(asset, use)))};
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    const std::string folded = foldCase(pattern);
    return std::any_of(std::begin(names), std::end(names), [&](const std::string& name) { return matchesWildcard(name, folded); });
  });
}

MeshPart describe(const Asset& asset, const PrimitiveUse& use, const BodyMesh& body) {
  const Primitive& primitive = primitiveOf(asset, use);
  return {.node = printable(asset.nodes[static_cast<std::size_t>(use.node)].name),
          .mesh = printable(asset.meshes[static_cast<std::size_t>(use.mesh)].name),
          .material = printable(materialName(asset, primitive)),
          .firstVertex = static_cast<std::uint32_t>(body.vertices.size()),
          .vertexCount = static_cast<std::uint32_t>(primitive.positions.size()),
          .firstIndex = static_cast<std::uint32_t>(body.indices.size()),
          .indexCount = static_cast<std::uint32_t>(primitive.indices.size()),
          .nodeIndex = use.node,
          .primitive = use.primitive,
          .rigid = use.skin < 0};
}

/// Weighted mean of the joints' own placements: glTF skinning at rest, for skins without a common bind pose.
Vec3d blended(const Primitive& primitive, std::size_t vertex, const std::vector<Affined>& worldFromMesh) {
  const Vec3d position = toDouble(primitive.positions[vertex]);
  Vec3d sum;
  double weights = 0;
  for (std::uint32_t i = primitive.influenceStart[vertex]; i < primitive.influenceStart[vertex + 1]; ++i) {
    const double weight = static_cast<double>(primitive.influences[i].weight);
    sum += (worldFromMesh[primitive.influences[i].joint] * position) * weight;
    weights += weight;
  }
  return weights > 0 ? sum / weights : position;
}

void appendSkinned(const BindInput& input, const PrimitiveUse& use, const SkinBind& bind, double metersPerUnit, BodyMesh& body) {
  const Primitive& primitive = primitiveOf(input.asset, use);
  const AssetSkin& skin = input.asset.skins[static_cast<std::size_t>(use.skin)];
  std::vector<std::int32_t> jointOfSlot;
  for (const std::int32_t node : skin.joints) jointOfSlot.push_back(input.joints.jointOfNode[static_cast<std::size_t>(node)]);

  const auto shift = static_cast<std::uint32_t>(body.influences.size());
  const Affined modelFromMesh = inUnit(bind.worldFromMesh, metersPerUnit);
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const Vec3d position = bind.worldFromMeshByJoint.empty() ? modelFromMesh * toDouble(primitive.positions[v])
                                                             : blended(primitive, v, bind.worldFromMeshByJoint) * metersPerUnit;
    const std::uint32_t first = primitive.influenceStart[v];
    body.vertices.push_back({toFloat(position), shift + first, primitive.influenceStart[v + 1] - first});
  }
  for (const Influence& influence : primitive.influences) body.influences.push_back({jointOfSlot[influence.joint], influence.weight});
}

void appendRigid(const BindInput& input, const PrimitiveUse& use, const Transformd& bindFromRest, double metersPerUnit, BodyMesh& body) {
  const Primitive& primitive = primitiveOf(input.asset, use);
  const Affined modelFromMesh =
      inUnit(toAffine(bindFromRest) * input.tree.worldFromNode[static_cast<std::size_t>(use.node)], metersPerUnit);
  for (const Vec3& position : primitive.positions) {
    body.vertices.push_back({toFloat(modelFromMesh * toDouble(position)), static_cast<std::uint32_t>(body.influences.size()), 1});
    body.influences.push_back({use.joint, 1.0f});
  }
}

void reserve(const Asset& asset, const std::vector<PrimitiveUse>& uses, BodyMesh& body) {
  std::size_t vertices = 0, influences = 0, indices = 0;
  for (const PrimitiveUse& use : uses) {
    const Primitive& primitive = primitiveOf(asset, use);
    vertices += primitive.positions.size();
    influences += use.skin < 0 ? primitive.positions.size() : primitive.influences.size();
    indices += primitive.indices.size();
  }
  body.vertices.reserve(vertices);
  body.influences.reserve(influences);
  body.indices.reserve(indices);
}

}  // namespace

bool matchesWildcard(const std::string& name, const std::string& pattern) {
  // Greedy match with one point of return: the last '*' seen.
  std::size_t n = 0, p = 0, star = std::string::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

BodyMesh gatherBody(const BindInput& input, const BindPose& pose, const std::vector<Transformd>& bindFromRest, double metersPerUnit,
                    const std::vector<std::string>& exclude) {
  std::vector<PrimitiveUse> uses;
  std::copy_if(input.primitives.begin(), input.primitives.end(), std::back_inserter(uses),
               [&](const PrimitiveUse& use) { return !excluded(input.asset, use, exclude); });

  BodyMesh body;
  reserve(input.asset, uses, body);
  for (const PrimitiveUse& use : uses) {
    body.parts.push_back(describe(input.asset, use, body));
    const auto firstVertex = static_cast<std::uint32_t>(body.vertices.size());
    if (use.skin < 0) {
      appendRigid(input, use, bindFromRest[static_cast<std::size_t>(use.joint)], metersPerUnit, body);
    } else {
      appendSkinned(input, use, pose.skins[static_cast<std::size_t>(use.skin)], metersPerUnit, body);
    }
    for (const std::uint32_t index : primitiveOf(input.asset, use).indices) body.indices.push_back(firstVertex + index);
  }
  return body;
}

}  // namespace sinew::rig
