#include "report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <sinew/base/text.h>
#include <sinew/manikin/draw.h>

#include "canvas.h"
#include "model.h"
#include "motion.h"
#include "pack.h"

namespace sinew::view {
namespace {

using Json = nlohmann::json;

constexpr double kMillimetres = 1000;

Json vector(const Vec3& v) { return {v.x, v.y, v.z}; }

Json transforms(std::span<const Transform> values) {
  std::vector<float> flat;
  flat.reserve(values.size() * 7);
  for (const Transform& t : values)
    flat.insert(flat.end(), {t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w});
  return packed<float>("f32", flat);
}

/// Many poses of a motion, small: places of sixteen bits over their box, rotations of sixteen bits. (count * 7), as `transforms`.
Json motionTransforms(std::span<const Transform> values) {
  Vec3 low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
  for (const Transform& t : values) {
    const Vec3& p = t.translation;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  if (values.empty()) low = high = {};
  std::vector<std::int16_t> flat;
  flat.reserve(values.size() * 7);
  for (const Transform& t : values) {
    for (int k = 0; k < 3; ++k) {
      const float extent = std::max(component(high, k) - component(low, k), 1e-9f);
      flat.push_back(static_cast<std::int16_t>(std::lround((component(t.translation, k) - component(low, k)) / extent * 65535.0f) - 32768));
    }
    for (const float q : {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w})
      flat.push_back(static_cast<std::int16_t>(std::lround(std::clamp(q, -1.0f, 1.0f) * 32767.0f)));
  }
  Json out = packed<std::int16_t>("i16", flat);
  out["low"] = vector(low);
  out["high"] = vector(high);
  return out;
}

/// Whole numbers in as few bytes as hold them all.
template <class T>
Json packedSmall(std::span<const T> values) {
  const std::uint64_t most = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  if (most <= 0xff) {
    const std::vector<std::uint8_t> bytes(values.begin(), values.end());
    return packed<std::uint8_t>("u8", bytes);
  }
  if (most > 0xffff) return packed<T>("u32", values);
  const std::vector<std::uint16_t> words(values.begin(), values.end());
  return packed<std::uint16_t>("u16", words);
}

/// Sixteen bits where the picture is not repeated.
Json packedUvs(std::span<const float> uvs) {
  if (!std::all_of(uvs.begin(), uvs.end(), [](float value) { return value >= 0 && value <= 1; })) return packed<float>("f32", uvs);
  std::vector<std::uint16_t> words;
  for (const float value : uvs) words.push_back(static_cast<std::uint16_t>(std::lround(value * 65535.0f)));
  return packed<std::uint16_t>("u16", words);
}

std::string text(const char* format, double value) {
  char out[64];
  std::snprintf(out, sizeof out, format, value);
  return out;
}

Json findingsJson(const ReportInput& input) {
  Json out = Json::array();
  const auto add = [&](const Findings& findings) {
    for (const Finding& f : findings)
      out.push_back({{"severity", nameOf(f.severity)}, {"rule", f.rule}, {"role", f.role}, {"message", f.message}});
  };
  if (input.manikin == nullptr) add(input.map->findings);
  if (input.manikin != nullptr) add(input.manikin->findings);
  if (input.probe != nullptr) add(input.probe->findings);
  add(input.settleFindings);
  return out;
}

Json partsJson(const Manikin& manikin, const Probe& probe) {
  Json out = Json::array();
  for (const ProbedPart& probed : probe.parts) {
    const Part& part = manikin.parts[static_cast<std::size_t>(probed.part)];
    const auto mapped = manikin.roles.find(part.role);
    const bool known = mapped != manikin.roles.end() && mapped->second.joint == part.joint;
    Json one = {{"role", part.name},
                {"joint", part.jointName.empty() ? "node " + std::to_string(part.node) : part.jointName},
                {"by", known ? nameOf(mapped->second.by) : std::string_view("-")},
                {"tail", nameOf(part.tail.source)},
                {"bone_mm", kMillimetres * part.boneLength},
                {"radius_mm", kMillimetres * probed.body.radius},
                {"halfHeight_mm", kMillimetres * probed.body.halfHeight},
                {"offset_mm", kMillimetres * length(probed.center)},
                {"centerError_mm", kMillimetres * probed.centerError},
                {"mass_kg", probed.body.mass},
                {"overlap_mm", kMillimetres * probed.overlapDepth},
                {"shape", std::string(nameOf(part.shape)) + " (" + std::string(nameOf(part.shapeSource)) + ")"},
                {"center", vector(probed.center)},
                {"length", part.length()}};
    one["confidence"] = known ? Json(mapped->second.confidence) : Json();
    one["coverage_pct"] = part.coverage ? Json(100.0 * static_cast<double>(*part.coverage)) : Json();
    out.push_back(std::move(one));
  }
  return out;
}

/// The body in the world that the fall happens in, packed small: places of sixteen bits over the box, four influences of eight bits.
Json meshJson(const Asset& asset, const ModelData& data, const Transform& worldFromModel, Json& bounds) {
  constexpr std::size_t kInfluences = 4;
  Vec3 low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
  std::vector<Vec3> places;
  for (const ModelVertex& vertex : data.vertices) {
    const Vec3 p = worldFromModel * vertex.position;
    places.push_back(p);
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  if (places.empty()) low = high = {};
  bounds = {{"low", vector(low)}, {"high", vector(high)}};

  std::vector<std::int16_t> positions;
  std::vector<float> uvs;
  std::vector<std::uint32_t> joints;
  std::vector<std::uint8_t> weights;
  for (std::size_t v = 0; v < places.size(); ++v) {
    for (int k = 0; k < 3; ++k) {
      const float extent = std::max(component(high, k) - component(low, k), 1e-9f);
      positions.push_back(
          static_cast<std::int16_t>(std::lround((component(places[v], k) - component(low, k)) / extent * 65535.0f) - 32768));
    }
    const ModelVertex& vertex = data.vertices[v];
    uvs.insert(uvs.end(), {vertex.uv[0], vertex.uv[1]});
    // Influences are sorted, strongest first; the first takes what rounding leaves, so that the sum is exact.
    float sum = 0;
    for (std::size_t i = 0; i < kInfluences; ++i) sum += vertex.weights[i];
    std::array<int, kInfluences> rounded{};
    int left = 255;
    for (std::size_t i = 1; i < kInfluences; ++i) {
      rounded[i] = static_cast<int>(std::lround(255 * vertex.weights[i] / sum));
      left -= rounded[i];
    }
    rounded[0] = std::clamp(left, 0, 255);
    for (std::size_t i = 0; i < kInfluences; ++i) {
      joints.push_back(vertex.joints[i]);
      weights.push_back(static_cast<std::uint8_t>(rounded[i]));
    }
  }

  Json materials = Json::array(), groups = Json::array();
  bool textured = false;
  for (const ModelPart& part : data.parts) {
    Json material = {{"color", part.color}};
    if (part.image >= 0 && !asset.images[static_cast<std::size_t>(part.image)].bytes.empty()) {
      const AssetImage& image = asset.images[static_cast<std::size_t>(part.image)];
      material["image"] = "data:" + (image.mimeType == "image/jpeg" ? std::string("image/jpeg") : std::string("image/png")) + ";base64," +
                          base64(image.bytes);
      textured = true;
    }
    groups.push_back({part.firstIndex, part.indexCount, materials.size()});
    materials.push_back(std::move(material));
  }
  Json mesh = {{"vertexCount", places.size()},
               {"positions", packed<std::int16_t>("i16", positions)},
               {"low", vector(low)},
               {"high", vector(high)},
               {"joints", packedSmall<std::uint32_t>(joints)},
               {"weights", packed<std::uint8_t>("u8", weights)},
               {"indices", packedSmall<std::uint32_t>(data.indices)},
               {"materials", materials},
               {"groups", groups}};
  if (textured) mesh["uvs"] = packedUvs(uvs);
  return mesh;
}

/// What the parts draw of themselves, each in the frame of the part that carries it.
Json linesJson(const Manikin& manikin) {
  Json out = Json::array();
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    Canvas canvas;
    drawPart(canvas, manikin, i, {}, {});
    for (const Layer layer : {Layer::colliders, Layer::limits, Layer::mass}) {
      const std::vector<CanvasVertex>& lines = canvas.lines(layer);
      if (lines.empty()) continue;
      std::vector<float> positions;
      for (const CanvasVertex& vertex : lines) positions.insert(positions.end(), {vertex.position.x, vertex.position.y, vertex.position.z});
      const Color& color = lines.front().color;
      // A limit is held by the part above.
      const std::size_t carrier = layer == Layer::limits ? static_cast<std::size_t>(std::max(manikin.parts[i].parent, 0)) : i;
      out.push_back({{"part", carrier},
                     {"layer", kLayerNames[static_cast<std::size_t>(layer)]},
                     {"color", {color.r, color.g, color.b}},
                     {"positions", packed<float>("f32", positions)}});
    }
  }
  return out;
}

Json plotsJson(const Motion& motion) {
  const auto scaledBy = [](const std::vector<float>& values, float factor) {
    std::vector<float> out;
    for (const float value : values) out.push_back(value * factor);
    return packed<float>("f32", out);
  };
  return Json::array(
      {{{"title", "joint separation, largest"}, {"unit", "mm"}, {"values", scaledBy(motion.separation, 1000)}, {"bar", 10}},
       {{"title", "limit overshoot, largest"}, {"unit", "deg"}, {"values", scaledBy(motion.overshoot, 180 / kPi)}, {"bar", 8}},
       {{"title", "energy"}, {"unit", "J"}, {"values", scaledBy(motion.energy, 1)}}});
}

std::vector<std::string> factsOf(const ReportInput& input) {
  const Manikin& m = *input.manikin;
  std::vector<std::string> facts{std::string(nameOf(m.creature)), std::to_string(m.parts.size()) + " parts",
                                 text("stature %.3f m", m.stature), text("%.1f kg", m.mass) + " (" + m.massTable + ")"};
  if (input.settle != nullptr) {
    facts.push_back(text("separation at rest %.2f mm", kMillimetres * input.settle->jointSeparation.rest));
    facts.push_back(text("overshoot at rest %.2f degrees", degrees(input.settle->limitOvershoot.rest)));
    facts.push_back(input.settle->restTime ? text("asleep after %.2f s", *input.settle->restTime) : "never at rest");
  }
  return facts;
}

/// Nodes that a finding's sentence names: "(node 17)".
std::vector<std::int32_t> nodesNamedIn(const std::string& message) {
  constexpr std::string_view kMark = "(node ";
  std::vector<std::int32_t> nodes;
  for (std::size_t at = message.find(kMark); at != std::string::npos; at = message.find(kMark, at + 1)) {
    nodes.push_back(static_cast<std::int32_t>(std::strtol(message.c_str() + at + kMark.size(), nullptr, 10)));
  }
  return nodes;
}

/// What a refused map found, and the joints that its failures name: words at joints of the picture.
Json marksJson(const ReportInput& input) {
  Json out = Json::array();
  const std::vector<Joint>& joints = input.rig->joints;
  for (const auto& [role, mapped] : input.map->roles) {
    const Joint& joint = joints[static_cast<std::size_t>(mapped.joint)];
    out.push_back({{"joint", mapped.joint},
                   {"role", nameOf(role)},
                   {"name", joint.name.empty() ? "node " + std::to_string(joint.node) : joint.name},
                   {"by", nameOf(mapped.by)},
                   {"confidence", mapped.confidence}});
  }
  for (const Finding& finding : input.map->findings) {
    if (finding.severity != Severity::failure) continue;
    const std::vector<std::int32_t> nodes = nodesNamedIn(finding.message);
    const std::string role = finding.role.empty() ? finding.rule : finding.role;
    if (nodes.empty()) out.push_back({{"joint", -1}, {"role", role}, {"name", "-"}, {"by", "unresolved"}});
    for (const std::int32_t node : nodes) {
      const auto joint = std::find_if(joints.begin(), joints.end(), [node](const Joint& one) { return one.node == node; });
      if (joint == joints.end()) continue;
      out.push_back({{"joint", joint - joints.begin()},
                     {"role", role + "?"},
                     {"name", joint->name.empty() ? "node " + std::to_string(node) : joint->name},
                     {"by", "in question"}});
    }
  }
  return out;
}

/// The character as it stands in its file, with what was found of it: why there is no body.
void addRefusal(const ReportInput& input, Json& document) {
  const Rig& rig = *input.rig;
  const Transform worldFromModel{fromTo(rig.axes.up, Vec3{0, 1, 0}), {}};
  std::vector<Transform> bind;
  std::vector<std::int32_t> parents;
  Vec3 low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
  for (const Joint& joint : rig.joints) {
    bind.push_back(worldFromModel * joint.modelFromBind);
    parents.push_back(joint.parent);
    const Vec3& p = bind.back().translation;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  bind.push_back({});
  parents.push_back(-1);
  Json bounds;
  document["mesh"] = meshJson(*input.asset, modelData(*input.asset, rig), worldFromModel, bounds);
  if (document["mesh"]["vertexCount"] == 0) bounds = {{"low", vector(low)}, {"high", vector(high)}};
  document["facts"] = {"nothing was built", std::to_string(input.map->roles.size()) + " roles found"};
  document["bounds"] = bounds;
  document["floor"] = bounds["low"][1];
  document["forward"] = vector(rotate(worldFromModel.rotation, rig.axes.forward));
  document["skeleton"] = {{"parents", parents}, {"bind", transforms(bind)}};
  document["marks"] = marksJson(input);
  document["parts"] = document["lines"] = document["plots"] = Json::array();
  document["motion"] = {{"frames", 1}, {"dt", 1.0}, {"joints", motionTransforms(bind)}, {"parts", motionTransforms({})}};
}

}  // namespace

bool proved(const ReportInput& input) {
  return input.manikin != nullptr && input.probe != nullptr && !hasFailure(input.manikin->findings) && !hasFailure(input.probe->findings) &&
         !hasFailure(input.settleFindings);
}

std::string reportPage(const ReportInput& input) {
  Json document = {{"kind", "character"},
                   {"title", input.rig->file},
                   {"refused", input.manikin == nullptr},
                   {"proved", proved(input)},
                   {"findings", findingsJson(input)}};
  document["provenance"] = Json::array({{"file", input.asset->file}, {"sha256", input.asset->sha256}});
  for (const auto& [name, value] : input.provenance) document["provenance"].push_back({name, value});
  if (input.manikin == nullptr) {
    if (!input.rig->joints.empty()) addRefusal(input, document);
    return pageAround(document, input.rig->file);
  }

  // Thirty frames a second are enough to watch, and half as much to carry.
  const Rig& rig = *input.rig;
  const Manikin& manikin = *input.manikin;
  const Motion motion = motionOf(*input.asset, rig, manikin, input.settle->trajectory, 2);
  const Transform& worldFromModel = input.settle->trajectory.worldFromModel;
  std::vector<Transform> bind;
  std::vector<std::int32_t> parents;
  for (const Joint& joint : rig.joints) {
    bind.push_back(worldFromModel * joint.modelFromBind);
    parents.push_back(joint.parent);
  }
  // Vertices that no joint moves ride on one more joint that stands still.
  bind.push_back({});
  parents.push_back(-1);
  std::vector<Transform> joints;
  for (std::size_t frame = 0; frame < motion.frameCount; ++frame) {
    const auto first = motion.worldFromJoint.begin() + static_cast<std::ptrdiff_t>(frame * rig.joints.size());
    joints.insert(joints.end(), first, first + static_cast<std::ptrdiff_t>(rig.joints.size()));
    joints.push_back({});
  }

  document["facts"] = factsOf(input);
  document["bars"] = {{"center_mm", 1}};
  document["parts"] = partsJson(manikin, *input.probe);
  document["skeleton"] = {{"parents", parents}, {"bind", transforms(bind)}};
  Json bounds;
  document["mesh"] = meshJson(*input.asset, modelData(*input.asset, rig), worldFromModel, bounds);
  document["bounds"] = bounds;
  document["forward"] = vector(rotate(worldFromModel.rotation, rig.axes.forward));
  document["lines"] = linesJson(manikin);
  document["motion"] = {{"frames", motion.frameCount},
                        {"dt", motion.dt},
                        {"joints", motionTransforms(joints)},
                        {"parts", motionTransforms(motion.worldFromPart)}};
  document["plots"] = plotsJson(motion);
  return pageAround(document, input.rig->file);
}

std::string indexPage(const std::vector<IndexRow>& rows) {
  Json list = Json::array();
  const auto optional = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  for (const IndexRow& row : rows) {
    Json one = {{"file", row.file},
                {"page", row.page},
                {"verdict", row.verdict},
                {"creature", row.creature},
                {"parts", optional(row.parts)},
                {"stature_m", optional(row.stature)},
                {"coverage_pct", optional(row.coverage)},
                {"separation_mm", optional(row.separation)},
                {"restTime_s", optional(row.restTime)},
                {"findings", optional(row.findings)}};
    if (!row.thumbnail.empty()) one["thumbnail"] = "data:image/png;base64," + base64(row.thumbnail);
    list.push_back(std::move(one));
  }
  return pageAround({{"kind", "index"}, {"rows", list}}, "Sinew");
}

}  // namespace sinew::view
