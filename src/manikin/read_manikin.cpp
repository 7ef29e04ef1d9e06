#include <algorithm>
#include <map>
#include <numeric>

#include <sinew/manikin/fit.h>
#include <sinew/manikin/json.h>

#include "base/json_reader.h"
#include "manikin/names.h"

namespace sinew {
namespace {

constexpr std::int64_t kSchema = 1;
constexpr std::int64_t kLargestIndex = 1 << 24;
constexpr std::size_t kMostParts = 4096;

std::optional<Severity> severityFromName(std::string_view name) {
  for (const Severity severity : {Severity::note, Severity::warning, Severity::failure})
    if (nameOf(severity) == name) return severity;
  return std::nullopt;
}

Range rangeOf(const JsonObject& in, const char* key) {
  const auto ends = in.angles(key, 2);
  if (ends[0] > ends[1]) in.refuse(key, ErrorCode::value, "its low end is above its high end");
  return {ends[0], ends[1]};
}

Transform frameOf(const JsonObject& in, const char* key) {
  const JsonObject frame = in.object(key);
  return {frame.rotation("rotation"), frame.vector("position_m", kPlaceRange)};
}

RigAxes axesOf(const JsonObject& in) {
  return {in.direction("up"),
          in.direction("forward"),
          in.direction("left"),
          in.text("upFrom"),
          in.text("forwardFrom"),
          in.text("leftFrom"),
          in.number("confidence", kShareRange)};
}

std::int32_t indexOf(const JsonObject& in, const char* key) { return static_cast<std::int32_t>(in.integer(key, 0, kLargestIndex)); }

Role roleOfPart(const JsonObject& in, const std::string& name) {
  const std::string base = name.substr(0, name.find('.'));
  const std::optional<Role> role = roleFromName(base);
  if (!role) in.refuse("role", ErrorCode::value, "'" + name + "' is no role");
  return role.value_or(Role::none);
}

void readShape(const JsonObject& in, Part& part) {
  part.shape = in.name("shape", shapeTypeFromName);
  part.boneLength = in.number("boneLength_m", kLengthRange);
  part.radius = in.number("radius_m", kLengthRange);
  part.halfHeight = in.number("halfHeight_m", kHalfHeightRange);
  part.center = in.vector("center_m", kPlaceRange);
  part.axis = in.direction("axis");
  part.shapeSource = in.name("shapeSource", shapeSourceFromName);
  part.boxAngle = in.angle("boxAngle_deg", kBoxAngleRange);
  const JsonObject box = in.object("box");
  part.box = {box.vector("center_m", kPlaceRange), box.vector("halfExtent_m", kHalfHeightRange), box.vector("rawCenter_m", kPlaceRange),
              box.vector("rawHalfExtent_m", kHalfHeightRange), box.rotation("rotation")};
  part.verticesUsed = static_cast<std::uint32_t>(in.integer("verticesUsed", 0, UINT32_MAX));
  part.samplesUsed = static_cast<std::uint32_t>(in.integer("samplesUsed", 0, UINT32_MAX));
  const JsonObject tail = in.object("tail");
  part.tail.source = tail.name("source", tailSourceFromName);
  part.tail.node = tail.isNull("node") ? -1 : indexOf(tail, "node");
  part.tail.position = tail.vector("position_m", kPlaceRange);
}

// A joint that cannot be read must never drop out silently: the body would fall apart there.
void readJoint(const JsonObject& in, const std::string& edge, PartJoint& joint) {
  const std::string type = in.text("jointType");
  const std::optional<JointType> known = jointTypeFromName(type);
  if (!known || (*known == JointType::none) != edge.empty()) {
    in.refuse("jointType", ErrorCode::value,
              edge.empty() ? "the root hangs from nothing and has no joint" : "'" + type + "' is no joint that could hold " + edge);
    return;
  }
  joint.type = *known;
  if (joint.type == JointType::none) return;
  const JsonObject limits = in.object("limits_deg");
  if (joint.type == JointType::ball) {
    joint.twist = rangeOf(limits, "twist");
    joint.swing1 = rangeOf(limits, "swing1");
    joint.swing2 = rangeOf(limits, "swing2");
  }
  if (joint.type == JointType::hinge) joint.flexion = rangeOf(limits, "flexion");
  const auto bind = in.angles("bind_deg", 3);
  joint.bindAngles = {bind[0], bind[1], bind[2]};
  joint.parentFromFrame = frameOf(in, "parentFromFrame");
  joint.childFromFrame = frameOf(in, "partFromFrame");
  joint.maxTorque = in.number("maxTorque_Nm", kTorqueRange);
}

Part readPart(const JsonObject& in) {
  Part part;
  part.name = in.text("role");
  part.role = roleOfPart(in, part.name);
  part.node = indexOf(in, "node");
  part.jointName = in.text("joint");
  part.joint = indexOf(in, "jointIndex");
  for (const std::int64_t rider : in.integers("riders", 0, kLargestIndex)) part.riders.push_back(static_cast<std::int32_t>(rider));
  readShape(in, part);
  part.mass = in.number("mass_kg", kMassRange);
  part.centerOfMass = in.vector("centerOfMass_m", kPlaceRange);
  part.inertia = in.vector("inertia_kgm2", kInertiaRange);
  if (!in.isNull("coverage")) part.coverage = in.number("coverage", kShareRange);
  readJoint(in, in.isNull("parent") ? "" : in.text("parent") + " - " + part.name, part.toParent);
  part.modelFromPart = frameOf(in, "modelFromPart");
  return part;
}

/// Parts and how they hang together. Parents may stand anywhere in the file; the result has them first.
Result<void> readParts(const std::vector<JsonObject>& items, std::optional<Error>& error, Manikin& manikin) {
  if (items.empty()) return fail(ErrorCode::value, "parts", "there is no part");
  if (items.size() > kMostParts) return fail(ErrorCode::limit, "parts", "more than 4096 parts");
  std::vector<Part> parts;
  std::map<std::string, std::int32_t> byName;
  for (const JsonObject& item : items) {
    parts.push_back(readPart(item));
    if (error) return Failure(*error);
    if (!byName.emplace(parts.back().name, static_cast<std::int32_t>(parts.size()) - 1).second)
      return fail(ErrorCode::value, item.place() + ".role", "there are two parts '" + parts.back().name + "'");
  }
  std::int32_t root = -1;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (items[i].isNull("parent")) {
      if (root >= 0)
        return fail(ErrorCode::value, items[i].place() + ".parent",
                    "a second root beside '" + parts[static_cast<std::size_t>(root)].name + "': the body would fall apart");
      root = static_cast<std::int32_t>(i);
      continue;
    }
    const auto found = byName.find(items[i].text("parent"));
    if (found == byName.end())
      return fail(ErrorCode::reference, items[i].place() + ".parent", "there is no part '" + items[i].text("parent") + "'");
    parts[i].parent = found->second;
  }

  // How deep each hangs; one that never reaches the root hangs in a loop.
  std::vector<std::size_t> depth(parts.size(), 0), order(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::int32_t at = parts[i].parent; at >= 0; at = parts[static_cast<std::size_t>(at)].parent)
      if (++depth[i] > parts.size()) return fail(ErrorCode::value, items[i].place() + ".parent", "'" + parts[i].name + "' hangs in a loop");
  }
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool inOrder =
      std::all_of(order.begin(), order.end(), [&](std::size_t i) { return parts[i].parent < static_cast<std::int32_t>(i); });
  if (!inOrder) std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return depth[a] < depth[b]; });
  std::vector<std::int32_t> placeOf(parts.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i) placeOf[order[i]] = static_cast<std::int32_t>(i);
  for (const std::size_t i : order) {
    if (parts[i].parent >= 0) parts[i].parent = placeOf[static_cast<std::size_t>(parts[i].parent)];
    manikin.parts.push_back(std::move(parts[i]));
  }
  return {};
}

std::int32_t partNamed(const Manikin& manikin, std::string_view name) {
  for (std::size_t i = 0; i < manikin.parts.size(); ++i)
    if (manikin.parts[i].name == name) return static_cast<std::int32_t>(i);
  return -1;
}

void readOverlapping(const JsonObject& in, Manikin& manikin) {
  const nlohmann::json* pairs = in.array("overlapping");
  for (std::size_t i = 0; pairs != nullptr && i < pairs->size(); ++i) {
    const nlohmann::json& pair = (*pairs)[i];
    const bool named = pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_string();
    const std::int32_t a = named ? partNamed(manikin, pair[0].get_ref<const std::string&>()) : -1;
    const std::int32_t b = named ? partNamed(manikin, pair[1].get_ref<const std::string&>()) : -1;
    if (a < 0 || b < 0) return in.refuse("overlapping", ErrorCode::reference, "its pairs must name two parts");
    manikin.overlapping.emplace_back(a, b);
  }
}

void readRoles(const JsonObject& in, Manikin& manikin) {
  for (const std::string& key : in.keys()) {
    const std::optional<Role> role = roleFromName(key);
    if (!role) return in.refuse("roles", ErrorCode::value, "holds a name that is no role");
    const JsonObject mapped = in.object(key.c_str());
    manikin.roles[*role] = {indexOf(mapped, "jointIndex"), indexOf(mapped, "node"), mapped.text("joint"),
                            mapped.name("by", mapSourceFromName), mapped.number("confidence", kShareRange)};
  }
}

void readFindings(const JsonObject& in, Findings& findings) {
  for (const JsonObject& item : in.objects("findings")) {
    findings.push_back({item.name("severity", severityFromName), item.text("rule"), item.text("role"), item.optionalNumber("measured"),
                        item.optionalNumber("low"), item.optionalNumber("high"), item.text("message")});
  }
}

}  // namespace

Result<Manikin> readManikin(std::string_view json) {
  const Result<nlohmann::json> document = parseJson(json);
  if (!document) return Failure(document.error());
  std::optional<Error> error;
  const JsonObject in(*document, "", error);
  const std::int64_t schema = in.integer("schema", INT64_MIN, INT64_MAX);
  if (error) return Failure(*error);
  if (schema != kSchema)
    return fail(ErrorCode::unsupported, "schema", "version " + std::to_string(schema) + " is not known here; version 1 is");
  if (in.has("refused")) return fail(ErrorCode::value, "refused", "this is a refusal, there is no manikin in it");

  Manikin manikin;
  manikin.creature = in.name("creature", creatureFromName);
  const JsonObject source = in.object("source");
  manikin.file = source.text("file");
  manikin.sha256 = source.text("sha256");
  manikin.metersPerUnit = in.number("metersPerUnit", kUnitRange);
  manikin.referenceLength = in.number("referenceLength_m", kLengthRange);
  manikin.referenceFrom = in.text("referenceFrom");
  manikin.stature = in.number("stature_m", kLengthRange);
  manikin.mass = in.number("mass_kg", kMassRange);
  manikin.massTable = in.text("massTable");
  manikin.method = in.name("method", fitMethodFromName);
  manikin.preset = in.text("preset");
  manikin.axes = axesOf(in.object("axes"));
  for (const std::string& name : in.texts("absent")) {
    const std::optional<Role> role = roleFromName(name);
    if (!role) return fail(ErrorCode::value, "absent", "'" + name + "' is no role");
    manikin.absent.push_back(*role);
  }
  readRoles(in.object("roles"), manikin);
  const std::vector<JsonObject> parts = in.objects("parts");
  if (error) return Failure(*error);
  if (const Result<void> read = readParts(parts, error, manikin); !read) return Failure(read.error());
  readOverlapping(in, manikin);
  readFindings(in, manikin.findings);
  if (error) return Failure(*error);
  return manikin;
}

}  // namespace sinew
