#include <algorithm>
#include <cmath>

#include "pose/builtin.h"

// Motions authored as key poses, degrees: what happens between them follows the clock smoothly.

namespace sinew {

namespace {

/// One key: pelvis pitch (forward positive), trunk flexion, then arms and legs, left and right.
struct Key {
  float time = 0;             ///< s
  float pitch = 0, roll = 0;  ///< pelvis
  float trunk = 0, neck = 0;  ///< flexion, spread over spine and chest; neck and head
  float armFlex[2]{}, armOut[2]{}, armTurn[2]{}, elbow[2]{};
  float thigh[2]{}, thighOut[2]{}, knee[2]{}, ankle[2]{};
  float level = 0;           ///< [0, 1] as ClipPose has it
  float down = 0;            ///< of the leg's length that the pelvis sinks, where feet are planted
  bool planted = false;      ///< feet stand where they stand at bind; else the lowest part touches the ground
  Role anchor = Role::none;  ///< its joint stays where it is until the next key
};

constexpr Key kStagger[]{
    {.time = 0, .armFlex = {2, 2}, .armOut = {8, 8}, .elbow = {12, 12}, .down = 0.012f, .planted = true},
    {.time = 0.14f,
     .pitch = -10,
     .trunk = -18,
     .neck = 14,
     .armFlex = {28, 24},
     .armOut = {34, 30},
     .elbow = {40, 46},
     .down = 0.06f,
     .planted = true},
    {.time = 0.42f,
     .pitch = 12,
     .trunk = 24,
     .neck = -8,
     .armFlex = {34, 20},
     .armOut = {40, 44},
     .elbow = {55, 40},
     .down = 0.13f,
     .planted = true},
    {.time = 0.72f,
     .pitch = 2,
     .trunk = 8,
     .neck = -4,
     .armFlex = {12, 14},
     .armOut = {22, 20},
     .elbow = {30, 30},
     .down = 0.06f,
     .planted = true},
    {.time = 1.1f, .armFlex = {2, 2}, .armOut = {8, 8}, .elbow = {12, 12}, .down = 0.012f, .planted = true},
};

constexpr Key kKneel[]{
    {.time = 0, .armFlex = {2, 2}, .armOut = {8, 8}, .elbow = {12, 12}, .anchor = Role::leftFoot},
    {.time = 0.9f,
     .pitch = 6,
     .trunk = 10,
     .neck = -6,
     .armFlex = {24, 10},
     .armOut = {10, 12},
     .elbow = {50, 24},
     .thigh = {88, -8},
     .knee = {92, 96},
     .ankle = {4, -35}},
    {.time = 2.2f,
     .pitch = 4,
     .trunk = 8,
     .neck = -6,
     .armFlex = {26, 8},
     .armOut = {10, 12},
     .elbow = {52, 22},
     .thigh = {88, -6},
     .knee = {92, 94},
     .ankle = {4, -35}},
};

constexpr Key kProne{.time = 0,
                     .pitch = 90,
                     .trunk = -4,
                     .neck = -12,
                     .armOut = {78, 78},
                     .armTurn = {84, 84},
                     .elbow = {86, 86},
                     .thighOut = {8, 8},
                     .knee = {3, 3},
                     .ankle = {-40, -40},
                     .level = 1,
                     .anchor = Role::leftShin};
constexpr Key kSupine{.time = 0,
                      .pitch = -90,
                      .trunk = 2,
                      .neck = 6,
                      .armFlex = {-2, -2},
                      .armOut = {30, 30},
                      .elbow = {10, 10},
                      .thighOut = {9, 9},
                      .knee = {5, 5},
                      .ankle = {-20, -20},
                      .level = 1};

constexpr Key kGetUpFront[]{
    kProne,
    {.time = 0.55f,
     .pitch = 74,
     .trunk = -8,
     .neck = -24,
     .armFlex = {50, 50},
     .armOut = {34, 34},
     .armTurn = {20, 20},
     .elbow = {66, 66},
     .thigh = {8, 4},
     .thighOut = {6, 6},
     .knee = {22, 16},
     .ankle = {-20, -20},
     .level = 1,
     .anchor = Role::leftShin},
    {.time = 1.05f,
     .pitch = 78,
     .trunk = 6,
     .neck = -26,
     .armFlex = {82, 82},
     .armOut = {8, 8},
     .elbow = {8, 8},
     .thigh = {82, 74},
     .thighOut = {6, 6},
     .knee = {88, 84},
     .ankle = {-30, -30},
     .level = 1,
     .anchor = Role::rightShin},
    {.time = 1.6f,
     .pitch = 26,
     .trunk = 22,
     .neck = -14,
     .armFlex = {44, 30},
     .armOut = {14, 16},
     .elbow = {40, 40},
     .thigh = {100, 18},
     .thighOut = {6, 4},
     .knee = {104, 92},
     .ankle = {14, -30},
     .anchor = Role::leftFoot},
    {.time = 2.1f,
     .pitch = 24,
     .trunk = 20,
     .neck = -18,
     .armFlex = {30, 26},
     .armOut = {14, 14},
     .elbow = {40, 36},
     .thigh = {84, 70},
     .thighOut = {6, 6},
     .knee = {98, 92},
     .ankle = {20, 20},
     .anchor = Role::leftFoot},
    {.time = 2.7f, .armFlex = {2, 2}, .armOut = {8, 8}, .elbow = {12, 12}, .thigh = {6, 6}, .knee = {12, 12}, .ankle = {6, 6}},
};

constexpr Key kGetUpBack[]{
    kSupine,
    {.time = 0.5f,
     .pitch = -64,
     .trunk = 40,
     .neck = 26,
     .armFlex = {-24, -24},
     .armOut = {30, 30},
     .elbow = {52, 52},
     .thigh = {38, 30},
     .thighOut = {8, 8},
     .knee = {64, 50},
     .ankle = {-8, -8}},
    {.time = 1.0f,
     .pitch = -26,
     .trunk = 46,
     .neck = 4,
     .armFlex = {-18, -26},
     .armOut = {26, 30},
     .elbow = {24, 20},
     .thigh = {118, 112},
     .thighOut = {10, 10},
     .knee = {128, 120},
     .ankle = {4, 4},
     .anchor = Role::leftFoot},
    {.time = 1.55f,
     .pitch = 18,
     .trunk = 44,
     .neck = -16,
     .armFlex = {62, 56},
     .armOut = {16, 16},
     .elbow = {30, 30},
     .thigh = {112, 108},
     .thighOut = {10, 10},
     .knee = {132, 130},
     .ankle = {20, 20},
     .anchor = Role::leftFoot},
    {.time = 2.05f,
     .pitch = 26,
     .trunk = 28,
     .neck = -16,
     .armFlex = {34, 34},
     .armOut = {14, 14},
     .elbow = {34, 34},
     .thigh = {84, 82},
     .thighOut = {8, 8},
     .knee = {98, 96},
     .ankle = {20, 20},
     .anchor = Role::leftFoot},
    {.time = 2.7f, .armFlex = {2, 2}, .armOut = {8, 8}, .elbow = {12, 12}, .thigh = {6, 6}, .knee = {12, 12}, .ankle = {6, 6}},
};

/// A lying body that breathes.
constexpr Key breathing(Key key, float time, float breath) {
  key.time = time;
  key.trunk += breath;
  return key;
}
constexpr Key kLieFront[]{kProne, breathing(kProne, 1.6f, 1.5f), breathing(kProne, 4, 0)};
constexpr Key kLieBack[]{kSupine, breathing(kSupine, 1.6f, -1.5f), breathing(kSupine, 4, 0)};

float mixed(float a, float b, float t) { return a + (b - a) * t; }

Key mixed(const Key& a, const Key& b, float t) {
  Key out = a;
  const auto all = [t](float& x, float y) { x = mixed(x, y, t); };
  all(out.pitch, b.pitch), all(out.roll, b.roll), all(out.trunk, b.trunk), all(out.neck, b.neck), all(out.down, b.down),
      all(out.level, b.level);
  for (std::size_t s = 0; s < 2; ++s) {
    all(out.armFlex[s], b.armFlex[s]), all(out.armOut[s], b.armOut[s]), all(out.armTurn[s], b.armTurn[s]), all(out.elbow[s], b.elbow[s]);
    all(out.thigh[s], b.thigh[s]), all(out.thighOut[s], b.thighOut[s]), all(out.knee[s], b.knee[s]), all(out.ankle[s], b.ankle[s]);
  }
  return out;
}

Key keyAt(std::span<const Key> keys, float time) {
  if (time <= keys.front().time) return keys.front();
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (time > keys[i].time) continue;
    const float t = (time - keys[i - 1].time) / (keys[i].time - keys[i - 1].time);
    return mixed(keys[i - 1], keys[i], t * t * (3 - 2 * t));
  }
  return keys.back();
}

ClipPose poseOf(const Key& key, const std::array<Vec3, 2>& ankle) {
  constexpr std::array kUpperArm{Role::leftUpperArm, Role::rightUpperArm}, kForearm{Role::leftForearm, Role::rightForearm};
  constexpr std::array kThigh{Role::leftThigh, Role::rightThigh}, kShin{Role::leftShin, Role::rightShin},
      kFoot{Role::leftFoot, Role::rightFoot};
  ClipPose out;
  out.grounded = !key.planted;
  out.anchor = key.anchor;
  out.level = key.level;
  AnatomicalPose& body = out.body;
  body.pelvisRotation = exponential(Vec3{radians(key.pitch), 0, radians(-key.roll)});
  body.pelvisOffset = {0, -key.down, 0};
  body.angles[Role::spine] = {.flexion = radians(key.trunk * 0.5f)};
  body.angles[Role::chest] = {.flexion = radians(key.trunk * 0.5f)};
  body.angles[Role::neck] = {.flexion = radians(key.neck * 0.5f)};
  body.angles[Role::head] = {.flexion = radians(key.neck * 0.5f)};
  for (std::size_t s = 0; s < 2; ++s) {
    body.angles[kUpperArm[s]] = {
        .flexion = radians(key.armFlex[s]), .abduction = radians(key.armOut[s]), .rotation = radians(key.armTurn[s])};
    body.angles[kForearm[s]] = {.flexion = radians(key.elbow[s])};
    body.angles[kThigh[s]] = {.flexion = radians(key.thigh[s]), .abduction = radians(key.thighOut[s])};
    body.angles[kShin[s]] = {.flexion = radians(key.knee[s])};
    body.angles[kFoot[s]] = {.flexion = radians(key.ankle[s])};
    out.feet[s] = {.ankle = ankle[s], .wanted = key.planted};
  }
  return out;
}

std::span<const Key> keysOf(std::string_view name) {
  if (name == "kneel") return kKneel;
  if (name == "getUpFront") return kGetUpFront;
  if (name == "getUpBack") return kGetUpBack;
  if (name == "lieFront") return kLieFront;
  if (name == "lieBack") return kLieBack;
  return kStagger;
}

}  // namespace

ClipRecipe keyedRecipe(std::string_view name, BodyPoser& poser) {
  const std::span<const Key> keys = keysOf(name);
  const std::array<Vec3, 2> ankle{poser.ankle(0), poser.ankle(1)};
  const float duration = keys.back().time * std::sqrt(std::clamp(poser.legLength() / 0.93f, 0.5f, 2.0f));
  const float last = keys.back().time;
  return {.name = std::string(name), .duration = duration, .loops = name.starts_with("lie"), .root = {}, .at = [=](float share) {
            return poseOf(keyAt(keys, share * last), ankle);
          }};
}

}  // namespace sinew
