#include <gtest/gtest.h>

#include <sinew/record/play.h>

#include "support/fitted.h"

namespace sinew {
namespace {

using test::fitFigure;
using test::Fitted;

const Fitted& figure() {
  static const Fitted fitted = fitFigure("@figure");
  return fitted;
}

Result<PlayRecord> played(const PlayScript& script) {
  Findings findings;
  return play(figure().asset, figure().rig, figure().manikin, script, findings);
}

bool wentThrough(const PlayRecord& record, Balance balance) {
  return std::any_of(record.events.begin(), record.events.end(), [balance](const PlayEvent& event) { return event.to == balance; });
}

TEST(Play, AHardHitFellsAndItGetsUpAgain) {
  const Result<PlayRecord> record = played({.clip = "walk", .hits = {{.role = Role::chest, .time = 0.5, .impulse = 150}}, .duration = 10});
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_TRUE(wentThrough(*record, Balance::falling));
  EXPECT_TRUE(wentThrough(*record, Balance::gettingUp));
  EXPECT_EQ(record->end, Balance::standing);
  EXPECT_EQ(record->poses.frameCount(), 600u);
  for (const Transform& joint : record->poses.worldFromJoint) ASSERT_TRUE(isFinite(joint));
}

TEST(Play, ASoftHitDoesNot) {
  const Result<PlayRecord> record = played({.clip = "walk", .hits = {{.role = Role::chest, .time = 0.5, .impulse = 10}}, .duration = 2});
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_FALSE(wentThrough(*record, Balance::falling));
}

TEST(Play, TheSameInputsGiveTheSameFramesAndOthersDifferFromTheHitOn) {
  const PlayScript script{.clip = "walk", .hits = {{.role = Role::head, .time = 0.5, .impulse = 60}}, .duration = 2};
  const Result<PlayRecord> a = played(script), b = played(script);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(firstDifference(a->hashes, b->hashes), std::nullopt);
  PlayScript other = script;
  other.hits[0].impulse = 61;
  const Result<PlayRecord> c = played(other);
  ASSERT_TRUE(c);
  EXPECT_EQ(firstDifference(a->hashes, c->hashes), std::optional<std::size_t>(30));
}

TEST(Play, WhatIsNotThereIsNamed) {
  EXPECT_NE(played({.clip = "moonwalk"}).error().message.find("there is no clip 'moonwalk'; there are"), std::string::npos);
  EXPECT_NE(played({.hits = {{.role = Role::tail}}}).error().message.find("no part 'tail'"), std::string::npos);
  EXPECT_FALSE(played({.world = "aether"}));
}

TEST(Recording, ComesBackFromItsText) {
  const Recording recording{
      .file = "man.glb",
      .sha256 = "ab",
      .script = {.clip = "run", .hits = {{.role = Role::leftHand, .time = 1.5, .impulse = 20, .direction = {1, 0.5f, 0}}}, .duration = 3},
      .hashes = {0, 0xffffffffffffffffull, 0x0123456789abcdefull}};
  const std::string text = writeRecording(recording);
  const Result<Recording> again = readRecording(text);
  ASSERT_TRUE(again) << again.error().place << again.error().message;
  EXPECT_EQ(writeRecording(*again), text);
  EXPECT_EQ(again->hashes, recording.hashes);
}

TEST(Recording, DamageIsNamed) {
  const auto fault = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    const Result<Recording> recording = readRecording(text);
    return recording ? std::string() : recording.error().place + " " + recording.error().message;
  };
  const std::string text = writeRecording({.file = "a", .sha256 = "b", .script = {.hits = {{.time = 1}}}, .hashes = {7}});
  EXPECT_NE(fault(text, "0000000000000007", "seven").find("is no hash"), std::string::npos);
  EXPECT_NE(fault(text, "\"recordingSchema\": 1", "\"recordingSchema\": 9").find("version 9"), std::string::npos);
  EXPECT_NE(fault(text, "\"chest\"", "\"torso\"").find("torso"), std::string::npos);
}

}  // namespace
}  // namespace sinew
