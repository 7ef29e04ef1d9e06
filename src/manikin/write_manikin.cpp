#include <sinew/manikin/json.h>

#include "base/json_writer.h"

namespace sinew {
namespace {

constexpr int kSchema = 1;

void writeRange(JsonWriter& out, std::string_view name, const Range& range) { out.key(name).angles({range.low, range.high}); }

void writeFrame(JsonWriter& out, std::string_view name, const Transform& frame) {
  out.key(name).beginObject();
  out.key("position_m").vector(frame.translation);
  out.key("rotation").rotation(frame.rotation);
  out.endObject();
}

void writeAxes(JsonWriter& out, const RigAxes& axes) {
  out.key("axes").beginObject();
  out.key("up").vector(axes.up);
  out.key("forward").vector(axes.forward);
  out.key("left").vector(axes.left);
  out.key("upFrom").text(axes.upFrom);
  out.key("forwardFrom").text(axes.forwardFrom);
  out.key("leftFrom").text(axes.leftFrom);
  out.key("confidence").number(axes.confidence);
  out.endObject();
}

void writeRole(JsonWriter& out, Role role, const FittedRole& mapped) {
  out.key(nameOf(role)).beginObject();
  out.key("node").integer(mapped.node);
  out.key("joint").text(mapped.jointName);
  out.key("jointIndex").integer(mapped.joint);
  out.key("by").text(nameOf(mapped.by));
  out.key("confidence").number(mapped.confidence);
  out.endObject();
}

void writeAbsent(JsonWriter& out, const std::vector<Role>& absent) {
  out.key("absent").beginArray();
  for (const Role role : absent) out.text(nameOf(role));
  out.endArray();
}

void writeShape(JsonWriter& out, const Part& part, float referenceLength) {
  out.key("shape").text(nameOf(part.shape));
  out.key("boneLength_m").number(part.boneLength);
  out.key("radius_m").number(part.radius);
  out.key("halfHeight_m").number(part.halfHeight);
  out.key("length_m").number(part.length());
  out.key("center_m").vector(part.center);
  out.key("axis").vector(part.axis);
  out.key("shapeSource").text(nameOf(part.shapeSource));
  const auto factors = [&](std::string_view name, float of) {
    out.key(name).beginObject();
    out.key("radius").number(part.radius / of);
    out.key("halfHeight").number(part.halfHeight / of);
    out.key("center").vector(part.center / of);
    out.endObject();
  };
  factors("factors", part.boneLength);
  factors("factorsOfReference", referenceLength);
  out.key("boxAngle_deg").angle(part.boxAngle);
  out.key("box").beginObject();
  out.key("center_m").vector(part.box.center);
  out.key("halfExtent_m").vector(part.box.halfExtent);
  out.key("rawCenter_m").vector(part.box.rawCenter);
  out.key("rawHalfExtent_m").vector(part.box.rawHalfExtent);
  out.key("rotation").rotation(part.box.partFromBox);
  out.endObject();
  out.key("verticesUsed").integer(part.verticesUsed);
  out.key("samplesUsed").integer(part.samplesUsed);
  out.key("tail").beginObject();
  out.key("source").text(nameOf(part.tail.source));
  out.key("node");
  part.tail.node >= 0 ? out.integer(part.tail.node) : out.null();
  out.key("position_m").vector(part.tail.position);
  out.endObject();
}

void writeJoint(JsonWriter& out, const PartJoint& joint) {
  out.key("jointType").text(nameOf(joint.type));
  out.key("limits_deg").beginObject();
  if (joint.type == JointType::ball) {
    writeRange(out, "twist", joint.twist);
    writeRange(out, "swing1", joint.swing1);
    writeRange(out, "swing2", joint.swing2);
  }
  if (joint.type == JointType::hinge) writeRange(out, "flexion", joint.flexion);
  out.endObject();
  if (joint.type == JointType::none) return;
  out.key("bind_deg").angles({joint.bindAngles.x, joint.bindAngles.y, joint.bindAngles.z});
  writeFrame(out, "parentFromFrame", joint.parentFromFrame);
  writeFrame(out, "partFromFrame", joint.childFromFrame);
  out.key("maxTorque_Nm").number(joint.maxTorque);
}

void writePart(JsonWriter& out, const Part& part, const Manikin& manikin) {
  out.beginObject();
  out.key("role").text(part.name);
  out.key("node").integer(part.node);
  out.key("joint").text(part.jointName);
  out.key("jointIndex").integer(part.joint);
  out.key("parent");
  part.parent >= 0 ? out.text(manikin.parts[static_cast<std::size_t>(part.parent)].name) : out.null();
  out.key("riders").beginArray();
  for (const std::int32_t rider : part.riders) out.integer(rider);
  out.endArray();
  writeShape(out, part, manikin.referenceLength);
  out.key("mass_kg").number(part.mass);
  out.key("centerOfMass_m").vector(part.centerOfMass);
  out.key("inertia_kgm2").vector(part.inertia);
  out.key("coverage");
  part.coverage ? out.number(*part.coverage) : out.null();
  writeJoint(out, part.toParent);
  writeFrame(out, "modelFromPart", part.modelFromPart);
  out.endObject();
}

void writeSource(JsonWriter& out, std::string_view file, std::string_view sha256) {
  out.key("source").beginObject();
  out.key("file").text(file);
  out.key("sha256").text(sha256);
  out.endObject();
}

}  // namespace

std::string writeManikin(const Manikin& manikin) {
  JsonWriter out;
  out.beginObject();
  out.key("schema").integer(kSchema);
  out.key("creature").text(nameOf(manikin.creature));
  writeSource(out, manikin.file, manikin.sha256);
  out.key("metersPerUnit").number(manikin.metersPerUnit);
  out.key("referenceLength_m").number(manikin.referenceLength);
  out.key("referenceFrom").text(manikin.referenceFrom);
  out.key("stature_m").number(manikin.stature);
  out.key("mass_kg").number(manikin.mass);
  out.key("massTable").text(manikin.massTable);
  out.key("method").text(nameOf(manikin.method));
  out.key("preset").text(manikin.preset);
  writeAbsent(out, manikin.absent);
  writeAxes(out, manikin.axes);
  out.key("roles").beginObject();
  for (const auto& [role, mapped] : manikin.roles) writeRole(out, role, mapped);
  out.endObject();
  out.key("parts").beginArray();
  for (const Part& part : manikin.parts) writePart(out, part, manikin);
  out.endArray();
  out.key("overlapping").beginArray();
  for (const auto& [a, b] : manikin.overlapping) {
    out.beginArray();
    out.text(manikin.parts[static_cast<std::size_t>(a)].name);
    out.text(manikin.parts[static_cast<std::size_t>(b)].name);
    out.endArray();
  }
  out.endArray();
  out.key("findings").findings(manikin.findings);
  out.endObject();
  return out.take();
}

std::string writeRefusal(const Rig& rig, const RoleMap& map) {
  JsonWriter out;
  out.beginObject();
  out.key("schema").integer(kSchema);
  out.key("refused").flag(true);
  out.key("creature").text(nameOf(map.creature));
  writeSource(out, rig.file, rig.sha256);
  out.key("metersPerUnit").number(rig.metersPerUnit);
  out.key("referenceLength_m").number(rig.referenceLength);
  out.key("stature_m").number(rig.stature);
  writeAbsent(out, map.absent);
  out.key("roles").beginObject();
  for (const auto& [role, mapped] : map.roles) {
    const Joint& joint = rig.joints[static_cast<std::size_t>(mapped.joint)];
    writeRole(out, role, {mapped.joint, joint.node, joint.name, mapped.by, mapped.confidence});
  }
  out.endObject();
  out.key("parts").beginArray();
  out.endArray();
  Findings findings = rig.findings;
  findings.insert(findings.end(), map.findings.begin(), map.findings.end());
  out.key("findings").findings(findings);
  out.endObject();
  return out.take();
}

}  // namespace sinew
