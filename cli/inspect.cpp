#include <algorithm>

#include <fmt/core.h>

#include <sinew/base/text.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "table.h"

namespace sinew::cli {
namespace {

std::size_t triangleCount(const Asset& asset) {
  std::size_t count = 0;
  for (const AssetMesh& mesh : asset.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.topology == Topology::triangles) count += primitive.indices.size() / 3;
    }
  }
  return count;
}

std::string vrmName(VrmVersion version) { return version == VrmVersion::vrm0 ? "0" : version == VrmVersion::vrm1 ? "1" : "none"; }

std::string direction(const Vec3& v) { return fmt::format("({:.2f}, {:.2f}, {:.2f})", v.x, v.y, v.z); }

std::string treeText(const Rig& rig) {
  std::string out;
  std::vector<int> depth(rig.joints.size());
  // Joints stand parents first, but siblings' subtrees are not contiguous: walk them.
  std::vector<std::int32_t> stack;
  for (std::size_t j = rig.joints.size(); j-- > 0;) {
    if (rig.joints[j].parent < 0) stack.push_back(static_cast<std::int32_t>(j));
  }
  while (!stack.empty()) {
    const std::int32_t index = stack.back();
    stack.pop_back();
    const auto at = static_cast<std::size_t>(index);
    const Joint& joint = rig.joints[at];
    if (joint.parent >= 0) depth[at] = depth[static_cast<std::size_t>(joint.parent)] + 1;
    const Vec3 p = joint.modelFromBind.translation;
    out += fmt::format("  {}{} [node {}] ({:.3f}, {:.3f}, {:.3f}) weight {:.1f}{}\n",
                       std::string(static_cast<std::size_t>(2 * depth[at]), ' '), joint.name.empty() ? "(nameless)" : joint.name,
                       joint.node, p.x, p.y, p.z, joint.weight, joint.bindSource == BindSource::rest ? ", placed by rest" : "");
    std::vector<std::int32_t> children = rig.childrenOf(index);
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }
  return out;
}

Outcome inspectOne(const std::string& file, const InspectOptions& options) {
  const Result<Character> loaded = loadRig(file, options.input);
  if (!loaded) return failed(file, loaded.error());
  const Asset& asset = loaded->asset;
  const Rig& rig = loaded->rig;
  const Findings& findings = rig.findings;  // the reader's among them

  Outcome outcome;
  outcome.status = hasFailure(findings) ? 1 : 0;
  const std::size_t weighted =
      static_cast<std::size_t>(std::count_if(rig.joints.begin(), rig.joints.end(), [](const Joint& joint) { return joint.weight > 0; }));
  outcome.row = {std::to_string(rig.joints.size()), std::to_string(rig.body.vertices.size()), fmt::format("{:.3f}", rig.stature),
                 std::to_string(asset.clips.size()), std::to_string(findings.size())};

  if (options.input.json) {
    Json clips = Json::array();
    for (const AssetClip& clip : asset.clips) clips.push_back({{"name", printable(clip.name)}, {"duration_s", clip.duration}});
    Json parts = Json::array();
    for (const MeshPart& part : rig.body.parts) {
      parts.push_back(
          {{"node", part.node}, {"mesh", part.mesh}, {"material", part.material}, {"vertices", part.vertexCount}, {"rigid", part.rigid}});
    }
    Json joints = Json::array();
    for (const Joint& joint : rig.joints) {
      joints.push_back({{"node", joint.node},
                        {"name", joint.name},
                        {"parent", joint.parent < 0 ? Json() : Json(rig.joints[static_cast<std::size_t>(joint.parent)].node)},
                        {"position_m", toJson(joint.modelFromBind.translation)},
                        {"weight", joint.weight},
                        {"bind", joint.bindSource == BindSource::skin ? "skin" : "rest"}});
    }
    outcome.json = dump(
        {{"schema", 1},
         {"source", {{"file", asset.file}, {"sha256", asset.sha256}, {"bytes", asset.bytes}, {"generator", printable(asset.generator)}}},
         {"vrm", vrmName(asset.vrm)},
         {"nodes", asset.nodes.size()},
         {"skins", asset.skins.size()},
         {"metersPerUnit", rig.metersPerUnit},
         {"stature_m", rig.stature},
         {"referenceLength_m", rig.referenceLength},
         {"referenceFrom", rig.referenceFrom},
         {"axes",
          {{"up", toJson(rig.axes.up)},
           {"forward", toJson(rig.axes.forward)},
           {"left", toJson(rig.axes.left)},
           {"upFrom", rig.axes.upFrom},
           {"forwardFrom", rig.axes.forwardFrom},
           {"leftFrom", rig.axes.leftFrom},
           {"confidence", rig.axes.confidence}}},
         {"clips", clips},
         {"meshParts", parts},
         {"joints", joints},
         {"findings", toJson(findings)}});
    return outcome;
  }

  std::string& text = outcome.text;
  text += fmt::format("{}: {} bytes, sha256 {}\n", asset.file, asset.bytes, asset.sha256.substr(0, 16));
  text += fmt::format("  nodes {}, joints {} ({} with skin), skins {}, vertices {}, triangles {}, VRM {}\n", asset.nodes.size(),
                      rig.joints.size(), weighted, asset.skins.size(), rig.body.vertices.size(), triangleCount(asset), vrmName(asset.vrm));
  text += fmt::format("  stature {:.3f} m, reference length {:.3f} m ({}), {} metres a unit\n", rig.stature, rig.referenceLength,
                      rig.referenceFrom, rig.metersPerUnit);
  text += fmt::format("  up {} from {}; forward {} from {}; left {} from {}; confidence {:.2f}\n", direction(rig.axes.up), rig.axes.upFrom,
                      direction(rig.axes.forward), rig.axes.forwardFrom, direction(rig.axes.left), rig.axes.leftFrom, rig.axes.confidence);
  for (const MeshPart& part : rig.body.parts) {
    text += fmt::format("  mesh '{}' on node '{}', material '{}': {} vertices{}\n", part.mesh, part.node, part.material, part.vertexCount,
                        part.rigid ? ", rigid" : "");
  }
  for (const AssetClip& clip : asset.clips) text += fmt::format("  clip '{}' {:.3f} s\n", printable(clip.name), clip.duration);
  if (options.tree) text += treeText(rig);
  text += findingsText(findings);
  return outcome;
}

}  // namespace

int inspect(const InspectOptions& options) {
  return forEachFile(options.input, {"joints", "vertices", "stature", "clips", "findings"},
                     [&](const std::string& file) { return inspectOne(file, options); });
}

}  // namespace sinew::cli
