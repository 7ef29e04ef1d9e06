#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <set>

#include <sinew/base/random.h>
#include <sinew/manikin/json.h>
#include <nlohmann/json.hpp>

#include "manikin/bodies.h"

namespace sinew::test {
namespace {

using Json = nlohmann::json;

std::string documentOf(const std::string& spec) { return writeManikin(fitOf(spec)); }

Result<Manikin> readWith(const std::function<void(Json&)>& change) {
  static const std::string text = writeManikin(makeHumanoid().fit());
  Json document = Json::parse(text);
  change(document);
  return readManikin(document.dump());
}

void expectRefused(const Result<Manikin>& read, std::string_view place, std::string_view word) {
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().place.find(place), std::string::npos) << read.error().place;
  EXPECT_NE(read.error().message.find(word), std::string::npos) << read.error().message;
}

TEST(ManikinJson, ReadsBackBitForBit) {
  std::vector<Manikin> all{fitOf(rigOf("@figure"), {.preset = Preset::full}), fitOf("@quadruped"), fitOf("@figure:hair"),
                           fitOf("@figure:noends"), fitOf(rigOf("@figure"), {}, {.creature = Creature::bones})};
  // Every float there is: random bits in the fields that may hold any.
  Random random{3};
  for (Part& part : all[0].parts) {
    const auto any = [&] {
      float value = 0;
      do {
        const auto bits = static_cast<std::uint32_t>(random.next() >> 32);
        std::memcpy(&value, &bits, sizeof value);
      } while (!(std::abs(value) <= 1e6f));  // as far as a place may lie
      return value;
    };
    part.center = {any(), -0.0f, any()};
    part.tail.position = {any(), any(), any()};
    if (part.parent >= 0) part.toParent.bindAngles = {random.range(-3, 3), random.range(-3, 3), random.range(-1e-6f, 1e-6f)};
  }
  for (const Manikin& manikin : all) {
    const std::string text = writeManikin(manikin);
    const Result<Manikin> read = readManikin(text);
    ASSERT_TRUE(read) << read.error().place << ": " << read.error().message;
    EXPECT_EQ(writeManikin(*read), text);
    ASSERT_EQ(read->parts.size(), manikin.parts.size());
    for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
      const Part &a = manikin.parts[i], &b = read->parts[i];
      EXPECT_EQ(std::memcmp(&a.center, &b.center, sizeof a.center), 0) << a.name;
      EXPECT_EQ(std::memcmp(&a.tail.position, &b.tail.position, sizeof a.center), 0) << a.name;
      const PartJoint &j = a.toParent, &k = b.toParent;
      EXPECT_EQ(j.type, k.type);
      for (const auto range : {&PartJoint::twist, &PartJoint::swing1, &PartJoint::swing2, &PartJoint::flexion})
        EXPECT_EQ(std::memcmp(&(j.*range), &(k.*range), sizeof(Range)), 0) << a.name;
      EXPECT_EQ(std::memcmp(&j.bindAngles, &k.bindAngles, sizeof j.bindAngles), 0) << a.name;
      EXPECT_EQ(j.parentFromFrame, k.parentFromFrame);
      EXPECT_EQ(j.childFromFrame, k.childFromFrame);
      EXPECT_EQ(j.maxTorque, k.maxTorque);
      EXPECT_EQ(std::memcmp(&a.box, &b.box, sizeof a.box), 0) << a.name << " box";
      EXPECT_EQ(a.modelFromPart, b.modelFromPart);
      EXPECT_EQ(a.riders, b.riders);
      EXPECT_EQ(a.coverage, b.coverage);
      EXPECT_EQ(a.boxAngle, b.boxAngle);
    }
    EXPECT_EQ(read->overlapping, manikin.overlapping);
    EXPECT_EQ(read->findings.size(), manikin.findings.size());
    EXPECT_EQ(read->absent, manikin.absent);
  }
}

TEST(ManikinJson, HasTheKeysOfTheContract) {
  const Json document = Json::parse(documentOf("@figure"));
  EXPECT_EQ(document["schema"], 1);
  EXPECT_EQ(document["creature"], "humanoid");
  for (const char* key : {"source", "metersPerUnit", "referenceLength_m", "stature_m", "mass_kg", "massTable", "method", "absent", "roles",
                          "parts", "findings"})
    EXPECT_TRUE(document.contains(key)) << key;
  EXPECT_TRUE(document["source"].contains("sha256"));
  for (const char* key : {"node", "joint", "by", "confidence"}) EXPECT_TRUE(document["roles"]["leftThigh"].contains(key)) << key;
  EXPECT_TRUE(document["roles"].contains("leftClavicle")) << "merged roles stand in roles";
  for (const Json& part : document["parts"]) {
    for (const char* key :
         {"role",     "node",           "parent",       "shape",    "boneLength_m",       "radius_m",     "halfHeight_m", "length_m",
          "center_m", "axis",           "shapeSource",  "factors",  "factorsOfReference", "boxAngle_deg", "verticesUsed", "tail",
          "mass_kg",  "centerOfMass_m", "inertia_kgm2", "coverage", "jointType",          "limits_deg"})
      EXPECT_TRUE(part.contains(key)) << key;
    EXPECT_NE(part["role"], "leftClavicle") << "and not in parts";
    EXPECT_NEAR(part["factors"]["radius"].get<double>() * part["boneLength_m"].get<double>(), part["radius_m"].get<double>(), 1e-6);
  }
  EXPECT_TRUE(document["parts"][0]["parent"].is_null());
  for (const Json& part : document["parts"]) {
    if (part["role"] == "leftShin") {
      EXPECT_EQ(part["limits_deg"], (Json{{"flexion", {0, 140}}}));
    }
    if (part["role"] == "leftThigh") {
      EXPECT_EQ(part["limits_deg"]["swing1"], (Json{-20, 120}));
    }
  }
}

// Every key that is written stands in the published schema, and every key that the schema requires is written.
TEST(ManikinJson, SchemaAndDocumentAgree) {
  std::ifstream file(std::string(SINEW_SOURCE_DIR) + "/docs/manikin.schema.json");
  ASSERT_TRUE(file);
  const Json schema = Json::parse(file);
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  const auto follow = [&](const Json& node) -> const Json& {
    return node.contains("$ref") ? schema.at(Json::json_pointer(node["$ref"].get<std::string>().substr(1))) : node;
  };
  const std::function<void(const Json&, const Json&, const std::string&)> check = [&](const Json& unresolved, const Json& value,
                                                                                      const std::string& place) {
    const Json& rule = follow(unresolved);
    if (value.is_array() && rule.contains("items")) {
      for (const Json& element : value) check(rule["items"], element, place + "[]");
    }
    if (!value.is_object()) return;
    for (const auto& required : rule.value("required", Json::array())) EXPECT_TRUE(value.contains(required)) << place << "." << required;
    for (const auto& [key, member] : value.items()) {
      if (rule.contains("properties") && rule["properties"].contains(key))
        check(rule["properties"][key], member, place + "." + key);
      else if (rule.contains("additionalProperties") && rule["additionalProperties"].is_object())
        check(rule["additionalProperties"], member, place + "." + key);
      else
        ADD_FAILURE() << place << "." << key << " is not in the schema";
    }
  };
  check(schema, Json::parse(documentOf("@figure:hair")), "");
  check(schema, Json::parse(documentOf("@quadruped")), "");
}

TEST(ManikinJson, ARefusalSaysSo) {
  Body body = makeHumanoid();
  body.map.refused = true;
  body.map.findings.push_back({Severity::failure, "roles.unresolved", "leftShin", {}, {}, {}, "left shin unresolved"});
  const Json document = Json::parse(writeRefusal(body.rig, body.map));
  EXPECT_EQ(document["refused"], true);
  EXPECT_EQ(document["findings"][0]["role"], "leftShin");
  EXPECT_TRUE(document["roles"].contains("head"));
  expectRefused(readManikin(document.dump()), "refused", "refusal");
}

TEST(ManikinJson, UnknownVersionsAreRefused) {
  const auto read = readWith([](Json& d) { d["schema"] = 2; });
  expectRefused(read, "schema", "2");
  EXPECT_EQ(read.error().code, ErrorCode::unsupported);
  expectRefused(readWith([](Json& d) { d.erase("schema"); }), "schema", "missing");
}

TEST(ManikinJson, AnUnknownJointNamesItsEdge) {
  const auto read = readWith([](Json& d) {
    for (Json& part : d["parts"])
      if (part["role"] == "leftShin") part["jointType"] = "spring";
  });
  expectRefused(read, "jointType", "leftThigh - leftShin");
  expectRefused(readWith([](Json& d) { d["parts"][3]["jointType"] = "none"; }), "parts[3].jointType", " - ");
}

TEST(ManikinJson, BodiesThatWouldFallApartAreRefused) {
  expectRefused(readWith([](Json& d) { d["parts"][4]["parent"] = nullptr, d["parts"][4]["jointType"] = "none"; }), "parts[4].parent",
                "second root");
  expectRefused(readWith([](Json& d) { d["parts"][5]["parent"] = "nobody"; }), "parts[5].parent", "nobody");
  expectRefused(readWith([](Json& d) { d["parts"][1]["parent"] = d["parts"][2]["role"]; }), "parent", "loop");
  expectRefused(readWith([](Json& d) { d["parts"][2]["role"] = d["parts"][1]["role"]; }), "role", "two parts");
  expectRefused(readWith([](Json& d) { d["parts"] = Json::array(); }), "parts", "no part");
}

TEST(ManikinJson, PartsMayStandInAnyOrder) {
  const auto read = readWith([](Json& d) { std::reverse(d["parts"].begin(), d["parts"].end()); });
  ASSERT_TRUE(read) << read.error().message;
  for (std::size_t i = 0; i < read->parts.size(); ++i) EXPECT_LT(read->parts[i].parent, static_cast<std::int32_t>(i));
  EXPECT_EQ(read->parts[static_cast<std::size_t>(partOf(*read, Role::leftShin).parent)].role, Role::leftThigh);
}

TEST(ManikinJson, NumbersThatAreNoneAreRefused) {
  for (const char* key : {"radius_m", "mass_kg", "boneLength_m", "halfHeight_m"})
    expectRefused(readWith([&](Json& d) { d["parts"][2][key] = nullptr; }), std::string("parts[2].") + key, "finite");
  std::string text = writeManikin(makeHumanoid().fit());
  const auto at = text.find("\"radius_m\": ") + 12;
  text.replace(at, text.find(',', at) - at, "1e999");
  EXPECT_FALSE(readManikin(text));
  expectRefused(readWith([](Json& d) { d["parts"][2]["radius_m"] = 0; }), "radius_m", "outside");
  expectRefused(readWith([](Json& d) { d["parts"][2]["radius_m"] = 1e30; }), "radius_m", "outside");
  expectRefused(readWith([](Json& d) { d["stature_m"] = -1.75; }), "stature_m", "outside");
  expectRefused(readWith([](Json& d) { d["parts"][2]["axis"] = {0, 0, 0}; }), "axis", "unit");
  expectRefused(readWith([](Json& d) { d["parts"][2]["node"] = -7; }), "node", "index");
  expectRefused(readWith([](Json& d) { d["parts"][2]["modelFromPart"]["rotation"] = {1, 1, 1, 1}; }), "rotation", "unit");
}

// Every number that is read has a range in the published schema, and the reader keeps to it on both ends.
TEST(ManikinJson, NumbersKeepToTheRangesOfTheSchema) {
  std::ifstream file(std::string(SINEW_SOURCE_DIR) + "/docs/manikin.schema.json");
  const Json schema = Json::parse(file);
  const Json document = Json::parse(documentOf("@figure"));
  int numbers = 0;
  const std::function<void(const Json&, const Json::json_pointer&)> check = [&](const Json& unresolved, const Json::json_pointer& at) {
    const Json& rule =
        unresolved.contains("$ref") ? schema.at(Json::json_pointer(unresolved["$ref"].get<std::string>().substr(1))) : unresolved;
    if (unresolved.contains("readOnly") || at.to_string().find("/findings") == 0) return;
    const Json& value = document.at(at);
    if (value.is_array()) {
      // One element stands for all, but among parts the second has what the root has not.
      const std::size_t index = value.size() > 1 && value[1].is_object() ? 1 : 0;
      if (!value.empty() && rule.contains("items")) check(rule["items"], at / index);
    } else if (value.is_object()) {
      for (const auto& [key, member] : value.items()) {
        if (rule.contains("properties") && rule["properties"].contains(key)) check(rule["properties"][key], at / key);
        if (rule.contains("additionalProperties")) check(rule["additionalProperties"], at / key);
      }
    } else if (value.is_number() && rule.value("type", Json()).dump().find("number") != std::string::npos) {
      ++numbers;
      ASSERT_TRUE(rule.contains("minimum") && rule.contains("maximum")) << at << " has no range";
      const double low = rule["minimum"], high = rule["maximum"];
      for (const double outside : {low - std::max(0.01 * std::abs(low), 1e-12), high + 0.01 * std::abs(high)}) {
        Json changed = document;
        changed[at] = outside;
        const Result<Manikin> read = readManikin(changed.dump());
        ASSERT_FALSE(read) << at << " = " << outside;
        EXPECT_NE(read.error().message.find("outside"), std::string::npos) << at << ": " << read.error().message;
      }
    }
  };
  check(schema, Json::json_pointer());
  EXPECT_GT(numbers, 40);
}

// Whatever a fit writes at either end of what it takes, it reads again.
TEST(ManikinJson, TheSmallestAndTheLargestBodiesAreReadBack) {
  for (const auto& [stature, mass] : {std::pair{1e-3f, 1e-3f}, std::pair{1e4f, 1e6f}}) {
    for (const Creature creature : {Creature::humanoid, Creature::bones}) {
      const Result<Asset> asset = readAsset("@figure");
      ASSERT_TRUE(asset);
      RigOptions scaled;
      scaled.stature = stature;
      const Result<Rig> rig = buildRig(*asset, scaled);
      ASSERT_TRUE(rig) << rig.error().message;
      const Manikin manikin = fitOf(*rig, {.preset = Preset::full, .mass = mass}, {.creature = creature});
      const Result<Manikin> read = readManikin(writeManikin(manikin));
      ASSERT_TRUE(read) << stature << " m: " << read.error().place << " " << read.error().message;
    }
  }
}

TEST(ManikinJson, NoTextCrashesTheReader) {
  std::string deep(100000, '[');
  EXPECT_EQ(readManikin(deep).error().code, ErrorCode::limit);
  EXPECT_FALSE(readManikin(""));
  EXPECT_FALSE(readManikin("[]"));
  const std::string text = writeManikin(makeHumanoid().fit({.preset = Preset::minimal}));
  for (std::size_t length = 0; length + 1 < text.size(); length += 97) EXPECT_FALSE(readManikin(std::string_view(text).substr(0, length)));
  Random random{11};
  for (int i = 0; i < 300; ++i) {
    std::string mutant = text;
    for (int k = 0; k < 3; ++k) mutant[random.next() % mutant.size()] = static_cast<char>(random.next());
    const Result<Manikin> read = readManikin(mutant);
    if (!read) continue;
    for (const Part& part : read->parts) EXPECT_TRUE(isFinite(part.center) && std::isfinite(part.radius));
  }
}

}  // namespace
}  // namespace sinew::test
