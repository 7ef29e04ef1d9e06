#include <algorithm>

#include "manikin/bodies.h"

// What rides on a part: near the part it is body, far from it a thing that hangs there.

namespace sinew::test {
namespace {

/// The built-in figure, open for more joints and more skin in its own mesh.
Body openFigure() {
  Body body;
  body.rig = rigOf("@figure");
  body.map = mapRoles(body.rig);
  return body;
}

void addSkin(Body& body, std::int32_t joint, const Vec3& a, const Vec3& b, float radius) {
  const std::size_t before = body.rig.body.vertices.size();
  body.tube({{joint, 1.0f}}, a, b, radius);
  body.rig.body.parts.back().vertexCount += static_cast<std::uint32_t>(body.rig.body.vertices.size() - before);
}

Vec3 placeOf(const Body& body, Role role) {
  return body.rig.joints[static_cast<std::size_t>(body.map.jointOf(role))].modelFromBind.translation;
}

const Finding* attachment(const Manikin& manikin) {
  const auto found =
      std::find_if(manikin.findings.begin(), manikin.findings.end(), [](const Finding& f) { return f.rule == "fit.attachment"; });
  return found == manikin.findings.end() ? nullptr : &*found;
}

void expectSameShape(const Part& part, const Part& bare) {
  EXPECT_NEAR(part.radius, bare.radius, 0.02f * bare.radius) << part.name;
  EXPECT_NEAR(part.length(), bare.length(), 0.02f * bare.length()) << part.name;
  EXPECT_LT(distance(part.center, bare.center), 0.02f * bare.boneLength) << part.name;
  ASSERT_TRUE(part.coverage && bare.coverage);
  EXPECT_NEAR(*part.coverage, *bare.coverage, 0.03f) << part.name;
}

TEST(Attachments, AThirdArmIsNoChest) {
  const Manikin bare = openFigure().fit();
  Body body = openFigure();
  const Vec3 at = placeOf(body, Role::chest) + body.rig.axes.forward * 0.1f;
  const auto shoulder = body.joint("third arm", body.map.jointOf(Role::chest), at);
  const auto hand = body.joint("third hand", shoulder, at + body.rig.axes.forward * 0.6f);
  addSkin(body, shoulder, at, at + body.rig.axes.forward * 0.6f, 0.05f);
  addSkin(body, hand, at + body.rig.axes.forward * 0.6f, at + body.rig.axes.forward * 1.1f, 0.05f);

  const Manikin manikin = body.fit();
  expectSameShape(partOf(manikin, Role::chest), partOf(bare, Role::chest));
  EXPECT_EQ(count(manikin.findings, "fit.attachment", "chest"), 1);
  ASSERT_NE(attachment(manikin), nullptr);
  EXPECT_NE(attachment(manikin)->message.find("'third arm'"), std::string::npos) << attachment(manikin)->message;
  EXPECT_NE(attachment(manikin)->message.find(" %"), std::string::npos) << attachment(manikin)->message;
  EXPECT_GT(*attachment(manikin)->measured, 0.8);
  EXPECT_LT(*attachment(manikin)->measured, 1.3);

  const Part& chest = partOf(manikin, Role::chest);
  for (const std::int32_t joint : {shoulder, hand})
    EXPECT_EQ(std::count(chest.riders.begin(), chest.riders.end(), joint), 1) << "it still moves with the chest";

  const Manikin kept = body.fit({.accessories = Accessories::keep});
  EXPECT_GT(partOf(kept, Role::chest).length(), 1.5f * chest.length()) << "the test's arm must matter";
  EXPECT_EQ(count(kept.findings, "fit.attachment", "chest"), 1);
}

TEST(Attachments, AWeaponIsNoHand) {
  const Manikin bare = openFigure().fit();
  Body body = openFigure();
  const Vec3 at = placeOf(body, Role::rightHand);
  const auto weapon = body.joint("Prop1", body.map.jointOf(Role::rightHand), at);
  addSkin(body, weapon, at - body.rig.axes.forward * 0.8f, at + body.rig.axes.forward * 1.0f, 0.015f);
  const Manikin manikin = body.fit();
  expectSameShape(partOf(manikin, Role::rightHand), partOf(bare, Role::rightHand));
  EXPECT_EQ(count(manikin.findings, "fit.attachment", "rightHand"), 1);
  EXPECT_EQ(count(manikin.findings, "fit.attachment"), 1);
}

TEST(Attachments, WingsAreNoSpineHoweverMuchOfItsSkinTheyAre) {
  const Manikin bare = openFigure().fit();
  Body body = openFigure();
  for (const float side : {1.0f, -1.0f}) {
    const Vec3 at = placeOf(body, Role::chest) + body.rig.axes.left * (0.1f * side);
    const auto wing = body.joint(side > 0 ? "wing.L" : "wing.R", body.map.jointOf(Role::chest), at);
    for (int i = 0; i < 6; ++i)
      addSkin(body, wing, at, at + body.rig.axes.left * (2.0f * side) - body.rig.axes.up * (0.1f * static_cast<float>(i)), 0.01f);
  }
  const Manikin manikin = body.fit();
  expectSameShape(partOf(manikin, Role::chest), partOf(bare, Role::chest));
  EXPECT_EQ(count(manikin.findings, "fit.attachment", "chest"), 2);
}

TEST(Attachments, AHeadOnItsLeafIsAHead) {
  const Manikin bare = openFigure().fit();
  // All of the head's skin, and a head three times its size, hangs from a leaf; the joint itself is bare.
  for (const float size : {1.0f, 3.0f}) {
    Body body = openFigure();
    const auto head = body.map.jointOf(Role::head);
    const Vec3 base = placeOf(body, Role::head);
    const auto leaf = body.joint("head_leaf", head, base + body.rig.axes.up * 0.02f);
    for (SkinVertex& vertex : body.rig.body.vertices) {
      float held = 0;
      for (std::uint32_t i = 0; i < vertex.influenceCount; ++i) {
        JointWeight& influence = body.rig.body.influences[vertex.influenceStart + i];
        if (influence.joint != head) continue;
        influence.joint = leaf;
        held = influence.weight;
      }
      if (held > 0.49f) vertex.position = base + (vertex.position - base) * size;
    }
    const Manikin manikin = body.fit();
    EXPECT_EQ(attachment(manikin), nullptr) << attachment(manikin)->message;
    EXPECT_NEAR(partOf(manikin, Role::head).radius, size * partOf(bare, Role::head).radius, 0.05f * size * partOf(bare, Role::head).radius);
  }
}

TEST(Attachments, FingersBelongToTheHand) {
  const Manikin bare = openFigure().fit();
  Body body = openFigure();
  const Part& hand = partOf(bare, Role::leftHand);
  const Vec3 along = rotate(hand.modelFromPart.rotation, hand.axis), knuckles = placeOf(body, Role::leftHand) + along * 0.09f;
  for (int i = 0; i < 4; ++i) {
    const Vec3 root = knuckles + body.rig.axes.forward * (0.02f * static_cast<float>(i) - 0.03f);
    const auto finger = body.joint("finger" + std::to_string(i), body.map.jointOf(Role::leftHand), root);
    addSkin(body, finger, root, root + along * 0.16f, 0.01f);
  }
  const Manikin manikin = body.fit();
  EXPECT_EQ(attachment(manikin), nullptr) << attachment(manikin)->message;
  EXPECT_GT(partOf(manikin, Role::leftHand).length(), 1.1f * hand.length());
}

TEST(Attachments, TwistsSecondSpinesAndJawsAreBody) {
  for (const char* spec :
       {"@figure", "@figure:child", "@figure:twist", "@figure:serialtwist", "@figure:hair", "@figure:backpack", "@quadruped"}) {
    const Manikin manikin = fitOf(std::string(spec));
    EXPECT_EQ(attachment(manikin), nullptr) << spec << ": " << attachment(manikin)->message;
  }

  // Presets that merge limbs into others: hands, feet, necks and clavicles are roles, wherever their skin counts.
  for (const Preset preset : {Preset::minimal, Preset::full}) EXPECT_EQ(attachment(fitOf("@figure", {.preset = preset})), nullptr);
}

}  // namespace
}  // namespace sinew::test
