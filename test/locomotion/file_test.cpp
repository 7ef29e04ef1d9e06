#include <gtest/gtest.h>

#include <sinew/base/random.h>

#include "locomotion/levels.h"
#include "locomotion/walking.h"

namespace sinew {
namespace {

using test::figureKind;
using test::straight;

/// A triangle at the origin, one node with these extras; further nodes as text.
std::string levelText(const std::string& node, const std::string& more = "") {
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0)" + std::string(more.empty() ? "" : ", 1") + R"(]}],
    "nodes": [)" +
         node + (more.empty() ? "" : ", " + more) + R"(],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [-1, -1, -1], "max": [1, 1, 1]}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}],
    "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AACAvwAAgL8AAIC/AACAPwAAgL8AAIC/AACAvwAAgD8AAIA/"}]})";
}

Result<Level> levelFrom(const std::string& text) {
  const Result<Asset> asset = readAsset(std::as_bytes(std::span(text)), "level.gltf");
  if (!asset) return Failure(asset.error());
  return levelOf(*asset);
}

std::string errorOf(const std::string& extras) {
  const Result<Level> level = levelFrom(levelText(R"({"name": "gate", "mesh": 0, "extras": )" + extras + "}"));
  return level ? "" : level.error().place + " " + level.error().message;
}

TEST(LevelFile, ExtrasSayWhatANodeIs) {
  const Result<Level> level =
      levelFrom(levelText(R"({"name": "crate", "mesh": 0, "translation": [0, 1, 5], "scale": [2, 1, 1], "extras": {"crushable": true}},
                   {"name": "lift", "mesh": 0, "extras": {"moving": {"travel_m": [0, 2, 0], "period_s": 4, "turn_degps": 90, "phase": 0.25}}},
                   {"name": "door", "mesh": 0, "extras": {"trigger": true}},
                   {"name": "ramp", "mesh": 0, "extras": {"solid": "wedge"}},
                   {"name": "air", "mesh": 0, "extras": {"solid": "none"}},
                   {"name": "here", "translation": [3, 0, 0], "rotation": [0, 0.7071068, 0, 0.7071068], "extras": {"start": true, "shadows": false}})",
                          "{}"));
  // Only the first two nodes stand in the scene above.
  ASSERT_TRUE(level) << level.error().message;
  ASSERT_EQ(level->solids.size(), 2u);
  EXPECT_EQ(level->solids[0].role, SolidRole::crushable);
  EXPECT_EQ(level->solids[0].shape, SolidShape::box);
  EXPECT_NEAR(level->solids[0].halfExtent.x, 2, 1e-5f);
  EXPECT_EQ(level->names[static_cast<std::size_t>(level->solids[0].name)], "crate");
  ASSERT_EQ(level->movers.size(), 1u);
  EXPECT_EQ(level->solids[1].mover, 0);
  EXPECT_EQ(level->movers[0].travel, (Vec3{0, 2, 0}));
  EXPECT_NEAR(level->movers[0].turn, kPi / 2, 1e-5f);
  EXPECT_EQ(level->movers[0].phase, 0.25f);
}

TEST(LevelFile, TriggersWedgesAndTheStart) {
  const auto one = [](const std::string& extras, const std::string& more = "") {
    Result<Level> level = levelFrom(levelText(R"({"mesh": 0, "extras": )" + extras + "}", more));
    EXPECT_TRUE(level) << (level ? "" : level.error().message);
    return level ? *level : Level{};
  };
  EXPECT_EQ(one(R"({"trigger": true})").solids.at(0).role, SolidRole::trigger);
  EXPECT_EQ(one(R"({"solid": "wedge"})").solids.at(0).shape, SolidShape::wedge);
  EXPECT_EQ(one("{}").solids.at(0).shape, SolidShape::triangle);
  const Level level =
      one("{}", R"({"translation": [3, 0, 0], "rotation": [0, 0.7071068, 0, 0.7071068], "extras": {"start": true, "shadows": false}})");
  EXPECT_EQ(level.start, (Vec3{3, 0, 0}));
  EXPECT_NEAR(level.startYaw, kPi / 2, 1e-4f);
  EXPECT_FALSE(level.shadows);
  // What other tools keep in extras is theirs.
  EXPECT_EQ(one(R"("a note")").solids.size(), 1u);
  EXPECT_EQ(one(R"({"collider": [1, 2]})").solids.size(), 1u);
}

TEST(LevelFile, MalformedExtrasAreRefusedWithTheirPlace) {
  const std::string place = "nodes[0] 'gate'.extras";
  EXPECT_EQ(errorOf(R"({"solid": "sphere"})"), place + R"(.solid is "mesh", "box", "wedge" or "none")");
  for (const char* extras :
       {R"({"solid": 3})", R"({"moving": 3})", R"({"moving": {"travel_m": [1, 2]}})", R"({"moving": {"travel_m": [1, 2, 1e30]}})",
        R"({"moving": {"period_s": 0}})", R"({"moving": {"period_s": -1}})", R"({"moving": {"period_s": "soon"}})",
        R"({"moving": {"phase": 2}})", R"({"moving": {"turn_degps": 1e9}})", R"({"moving": {}, "solid": "mesh"})",
        R"({"crushable": true, "solid": "mesh"})", R"({"crushable": 1})", R"({"trigger": "yes"})", R"({"start": 1})",
        R"({"shadows": null})"}) {
    const std::string error = errorOf(extras);
    EXPECT_EQ(error.substr(0, place.size()), place) << extras << ": " << error;
    EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 0) << extras;
  }
  EXPECT_FALSE(levelFrom(levelText(R"({"name": "empty"})")));
  EXPECT_FALSE(levelFrom(levelText(R"({"mesh": 0, "scale": [0, 1, 1], "extras": {"solid": "box"}})")));
}

TEST(WalkScript, ReadsDemandsAndHits) {
  const Result<WalkScript> script = readScript(
      R"({"schema": 1, "duration_s": 3, "keys": [{"time_s": 0, "speed": 0.5, "turn": -1, "twist_deg": 30, "damage": 0.5}],
          "hits": [{"time_s": 1, "part": "chest", "impulse_Ns": [0, 10, -100]}]})");
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(script->keys[0].demand.speed, 0.5f);
  EXPECT_NEAR(script->keys[0].demand.torsoTwist, radians(30.0f), 1e-6f);
  ASSERT_EQ(script->hits.size(), 1u);
  EXPECT_EQ(script->hits[0].part, Role::chest);
  EXPECT_EQ(script->hits[0].impulse, (Vec3{0, 10, -100}));
}

TEST(WalkScript, WhatIsWrongIsRefusedWithItsPlace) {
  const auto error = [](const std::string& members) {
    const Result<WalkScript> script = readScript("{" + members + "}");
    return script ? std::string() : script.error().place + ": " + script.error().message;
  };
  const std::string keys = R"("keys": [{"time_s": 0}])", head = R"("schema": 1, "duration_s": 2, )";
  EXPECT_EQ(error(head + keys), "");
  for (const auto& [members, place] : std::vector<std::pair<std::string, std::string>>{
           {R"("duration_s": 2, )" + keys, "schema"},
           {R"("schema": 2, "duration_s": 2, )" + keys, "schema"},
           {R"("schema": 1, )" + keys, "duration_s"},
           {R"("schema": 1, "duration_s": 0, )" + keys, "duration_s"},
           {R"("schema": 1, "duration_s": -1, )" + keys, "duration_s"},
           {R"("schema": 1, "duration_s": 1e300, )" + keys, "duration_s"},
           {R"("schema": 1, "duration_s": "long", )" + keys, "duration_s"},
           {R"("schema": 1, "duration_s": null, )" + keys, "duration_s"},
           {head + R"("keys": [])", "keys"},
           {head + R"("keys": {})", "keys"},
           {head + R"("keys": [3])", "keys[0]"},
           {head + R"("keys": [{"time_s": 1}])", "keys"},
           {head + R"("keys": [{"time_s": 0}, {"time_s": 1e9}])", "keys[1].time_s"},
           {head + R"("keys": [{"time_s": 0}, {"time_s": 2}, {"time_s": 1}])", "keys[2].time_s"},
           {head + R"("keys": [{"time_s": 0, "speed": 2}])", "keys[0].speed"},
           {head + R"("keys": [{"time_s": 0, "speed": "fast"}])", "keys[0].speed"},
           {head + R"("keys": [{"time_s": 0, "speed": null}])", "keys[0].speed"},
           {head + R"("keys": [{"time_s": 0, "turn": [1]}])", "keys[0].turn"},
           {head + R"("keys": [{"time_s": 0, "damage": -0.1}])", "keys[0].damage"},
           {head + R"("keys": [{"time_s": 0, "sped": 1}])", "keys[0].sped"},
           {head + keys + R"(, "repeat": true)", "repeat"},
           {head + keys + R"(, "hits": [{"time_s": 0, "part": "wing", "impulse_Ns": [0, 0, 1]}])", "hits[0].part"},
           {head + keys + R"(, "hits": [{"time_s": 0, "part": "chest", "impulse_Ns": [0, 0]}])", "hits[0].impulse_Ns"},
           {head + keys + R"(, "hits": [{"time_s": 0, "part": "chest", "impulse_Ns": [0, 0, 1e9]}])", "hits[0].impulse_Ns"}}) {
    const std::string said = error(members);
    EXPECT_EQ(said.substr(0, place.size() + 1), place + ":") << members << " -> " << said;
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 0);
  }
  // No JSON at all: NaN, infinity, cut off, nothing.
  for (const char* text : {"", "{", "[]", "3", "null", R"({"schema": 1, "duration_s": NaN, "keys": []})",
                           R"({"schema": 1, "duration_s": Infinity, "keys": []})", "\xff\xfe"})
    EXPECT_FALSE(readScript(text)) << text;
  EXPECT_FALSE(readScript(std::string(100000, '[')));
}

/// Every truncation is refused, and nothing that chance changes crashes or reads as something unsound.
template <class Read>
void mutate(const std::string& text, const Read& read, std::uint64_t seed, bool everyPrefix) {
  for (std::size_t length = 0; everyPrefix && length < text.size(); ++length) EXPECT_FALSE(read(text.substr(0, length))) << length;
  Random random{seed};
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = text;
    const std::uint64_t changes = 1 + random.next() % 3;
    for (std::uint64_t c = 0; c < changes; ++c) {
      const std::size_t at = random.next() % damaged.size();
      if (random.next() % 2 == 0) {
        damaged[at] = static_cast<char>(random.next());
      } else {
        damaged.erase(at, 1 + random.next() % 8);
      }
      if (damaged.empty()) break;
    }
    read(damaged);
  }
}

TEST(GaitFile, DamagedTablesAreRefusedOrBindOrSayWhy) {
  std::string text = writeGait(*builtInGait("quadruped"));
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
  const AnimationSet& animation = *figureKind()->animation;
  int bound = 0;
  const auto read = [&](const std::string& damaged) {
    const Result<GaitTable> table = readGait(damaged);
    if (!table) return false;
    Findings findings;
    const Result<GaitSet> set = bindGait(*table, animation, {0, 0, 1}, findings);
    if (!set) return true;
    ++bound;
    Gait gait;
    for (int i = 0; i < 20; ++i)
      stepGait(*set, animation, gait, {.demand = {.speed = i % 2 == 0 ? 1.0f : -1.0f, .turn = 1}, .dt = 0.3f}, nullptr);
    EXPECT_TRUE(std::isfinite(gait.pace));
    return true;
  };
  mutate(text, read, 3, true);
  EXPECT_GT(bound, 20);
}

TEST(WalkScript, DamagedScriptsNeverCrash) {
  const std::string text =
      R"({"schema": 1, "duration_s": 3, "keys": [{"time_s": 0, "speed": 0.5}, {"time_s": 1, "turn": 1}], "hits": [{"time_s": 1, "part": "chest", "impulse_Ns": [0, 10, -100]}]})";
  mutate(
      text, [](const std::string& damaged) { return static_cast<bool>(readScript(damaged)); }, 4, true);
}

TEST(BoxTreeFile, TruncatedIsRefusedAndDamagedNeverAnswersNonsense) {
  const Level level = test::randomLevel(2, 60, 5, 1);
  const std::vector<std::byte> bytes = BoxTree::build(level, startOf(level)).save();
  for (std::size_t length = 0; length < bytes.size(); ++length) EXPECT_FALSE(BoxTree::load(std::span(bytes).first(length))) << length;
  Random random{6};
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::byte> damaged = bytes;
    for (std::uint64_t c = 0; c < 1 + random.next() % 3; ++c)
      damaged[random.next() % damaged.size()] = static_cast<std::byte>(random.next());
    const Result<BoxTree> tree = BoxTree::load(damaged);
    if (!tree) continue;
    const ColumnHit hit = tree->column(random.range(-5, 5), 6, random.range(-5, 5));
    EXPECT_TRUE(!hit.hit || (hit.solid >= 0 && static_cast<std::size_t>(hit.solid) < level.solids.size() && std::isfinite(hit.height)));
  }
}

}  // namespace
}  // namespace sinew
