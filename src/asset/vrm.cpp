#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <sinew/base/text.h>

#include "asset/json_text.h"
#include "asset/reading.h"

namespace sinew::gltf {
namespace {

void addBone(Reading& reading, std::set<std::string_view>& seen, std::string_view name, const Json& json) {
  const std::int32_t node = json.requiredIndex("node", reading.asset.nodes.size());
  if (!seen.insert(name).second) json.fail(ErrorCode::format, "the humanoid bone '" + printable(name) + "' is given twice");
  reading.asset.vrmBones.push_back({std::string(name), node});
}

// VRM 0.x: a list of {bone, node}. Exporters write -1 for a bone that the character has not.
void readVrm0(Reading& reading, const Json& vrm) {
  reading.asset.vrm = VrmVersion::vrm0;
  const Json bones = vrm.object("humanoid").array("humanBones");
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < bones.size() && reading.ok(); ++i) {
    if (bones[i].isUnset("node")) continue;
    addBone(reading, seen, bones[i].text("bone"), bones[i]);
  }
}

// The last member of a name, as the parser takes it.
std::string_view memberOf(std::string_view text, std::string_view quotedName) {
  std::string_view found;
  for (const TextMember& member : membersOf(text)) {
    if (member.key == quotedName) found = member.value;
  }
  return found;
}

// Of members that repeat, a parser keeps one in silence; the text shows them all.
void checkRepeats(Reading& reading, const Json& vrm) {
  std::string_view text = reading.container.json;
  for (const char* name : {"\"extensions\"", "\"VRMC_vrm\"", "\"humanoid\"", "\"humanBones\""}) text = memberOf(text, name);
  std::set<std::string_view> seen;
  for (const TextMember& member : membersOf(text)) {
    if (seen.insert(member.key).second) continue;
    const std::string_view name = member.key.substr(1, member.key.size() - 2);
    return vrm.fail("humanoid", ErrorCode::format, "the humanoid bone '" + printable(name) + "' is given twice");
  }
}

// VRM 1.0: an object with a member a bone.
void readVrm1(Reading& reading, const Json& vrm) {
  reading.asset.vrm = VrmVersion::vrm1;
  checkRepeats(reading, vrm);
  std::set<std::string_view> seen;
  for (const auto& [name, bone] : vrm.object("humanoid").object("humanBones").members()) {
    if (!reading.ok()) return;
    addBone(reading, seen, name, bone);
  }
}

// Two bones on one node would give one part two roles.
void checkNodes(Reading& reading, const Json& place) {
  std::set<std::int32_t> seen;
  for (const VrmBone& bone : reading.asset.vrmBones) {
    if (!reading.ok() || seen.insert(bone.node).second) continue;
    place.fail("humanoid", ErrorCode::format,
               "node " + std::to_string(bone.node) + " carries two humanoid bones, one of them '" + printable(bone.bone) + "'");
  }
}

// Bones that each version asks for (VRM 0.x, humanoid.md; VRMC_vrm-1.0, humanoid.md): a map without them is odd, and whoever
// relies on them should hear of it.
void checkRequired(Reading& reading, const Json& place) {
  std::vector<std::string_view> required{"hips",         "spine",         "head",          "leftUpperArm",  "leftLowerArm",
                                         "leftHand",     "rightUpperArm", "rightLowerArm", "rightHand",     "leftUpperLeg",
                                         "leftLowerLeg", "leftFoot",      "rightUpperLeg", "rightLowerLeg", "rightFoot"};
  const bool first = reading.asset.vrm == VrmVersion::vrm0;
  if (first) required.insert(required.end(), {"chest", "neck"});
  std::string missing;
  for (const std::string_view name : required) {
    const auto& bones = reading.asset.vrmBones;
    if (std::any_of(bones.begin(), bones.end(), [&](const VrmBone& bone) { return bone.bone == name; })) continue;
    missing += missing.empty() ? "" : ", ";
    missing += name;
  }
  if (missing.empty() || !reading.ok()) return;
  reading.find(Severity::warning, "vrm.bones", place,
               std::string("the humanoid map lacks bones that VRM ") + (first ? "0" : "1") + " requires: " + missing);
}

}  // namespace

void readVrm(Reading& reading) {
  const Json extensions = reading.root.object("extensions");
  const Json vrm1 = extensions.object("VRMC_vrm");
  const Json vrm0 = extensions.object("VRM");
  if (vrm1.exists()) {
    readVrm1(reading, vrm1);
    checkNodes(reading, vrm1);
    checkRequired(reading, vrm1);
  } else if (vrm0.exists()) {
    readVrm0(reading, vrm0);
    checkNodes(reading, vrm0);
    checkRequired(reading, vrm0);
  }
}

}  // namespace sinew::gltf
