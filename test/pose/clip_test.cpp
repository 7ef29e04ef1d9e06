#include <gtest/gtest.h>

#include <cmath>

#include <sinew/base/random.h>
#include <sinew/pose/clip.h>
#include <sinew/pose/sample.h>

#include "support/hand_asset.h"

// Compiled clips, keyed ones with every interpolation that a file may use, against the file's own sampling.

namespace sinew {
namespace {

using test::HandAsset;

/// Hips, spine and head as three joints of one skin, and a clip with one channel a path that may be keyed.
struct Three {
  HandAsset file;
  std::int32_t hips = file.node("hips", -1, Trs{{0, 1, 0}, {}, {1, 1, 1}});
  std::int32_t spine = file.node("spine", hips, Trs{{0, 0.3f, 0.02f}, axisAngle(Vec3{1, 0, 0}, 0.1f), {1, 1, 1}});
  std::int32_t head = file.node("head", spine, Trs{{0, 0.4f, 0}, {}, {1, 1, 1}});
  AssetClip clip;
  Rig rig;
  Skeleton skeleton;

  explicit Three(Interpolation interpolation) {
    const std::int32_t mesh = file.node("mesh", -1, Vec3{});
    file.mesh(mesh, HandAsset::primitive({{0, 1, 0}, {0.1f, 1.3f, 0}, {0, 1.7f, 0.1f}}, {0, 1, 2}), file.skin({hips, spine, head}));
    Random random{11};
    const std::vector<float> times{0, 0.2f, 0.45f, 1.0f, 1.3f};
    const bool cubic = interpolation == Interpolation::cubicSpline;
    const auto channel = [&](std::int32_t node, ChannelPath path) {
      std::vector<float> values;
      for (std::size_t k = 0; k < times.size(); ++k) {
        for (int part = cubic ? 0 : 1; part < (cubic ? 3 : 2); ++part) {
          if (path == ChannelPath::rotation) {
            const Quat q = part == 1 ? exponential(Vec3{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)})
                                     : Quat{random.range(-0.5f, 0.5f), random.range(-0.5f, 0.5f), random.range(-0.5f, 0.5f), 0.1f};
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
          } else {
            for (int i = 0; i < 3; ++i) values.push_back(random.range(-0.2f, 0.2f));
          }
        }
      }
      clip.channels.push_back({node, path, interpolation, times, values});
    };
    channel(spine, ChannelPath::rotation);
    channel(head, ChannelPath::rotation);
    channel(head, ChannelPath::translation);
    clip.name = "one";
    clip.duration = times.back();
    rig = *buildRig(file.asset);
    skeleton = skeletonOf(rig);
  }

  /// rad and m, largest difference of the compiled clip to the file's own sampling at `count` moments.
  std::pair<float, float> apart(const Clip& compiled, int count, float from = 0) const {
    float turned = 0, moved = 0;
    std::vector<Transform> pose(skeleton.size()), model(skeleton.size());
    for (int i = 0; i < count; ++i) {
      const float time = from + clip.duration * static_cast<float>(i) / static_cast<float>(count - 1);
      std::vector<Trs> locals = restLocals(file.asset);
      sampleClip(file.asset, clip, time, locals);
      const std::vector<Transform> wanted = modelFromJoints(file.asset, rig, locals);
      samplePose(compiled, skeleton, time, pose);
      toModel(skeleton, pose, model);
      for (std::size_t j = 0; j < model.size(); ++j) {
        turned = std::max(turned, angleBetween(wanted[j].rotation, model[j].rotation));
        moved = std::max(moved, distance(wanted[j].translation, model[j].translation));
      }
    }
    return {turned, moved};
  }
};

class KeyedClip : public testing::TestWithParam<Interpolation> {};

TEST_P(KeyedClip, IsTheFilesOwnAtEveryMoment) {
  const Three three(GetParam());
  const Result<Clip> compiled =
      compileClip(three.file.asset, three.rig, three.skeleton, three.clip, {.form = ClipForm::keyed, .extractRoot = false});
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->keyCount, 0u);
  EXPECT_TRUE(compiled->samples.empty());
  bool kept = false;
  for (const Clip::Track& track : compiled->tracks) kept = kept || track.interpolation == GetParam();
  EXPECT_TRUE(kept);  // its own keys, not samples of them
  const auto [turned, moved] = three.apart(*compiled, 1001, -0.1f);
  EXPECT_LT(turned, 2e-4f);
  EXPECT_LT(moved, 1e-5f);
}

TEST_P(KeyedClip, SampledUniformlyIsNearAndExactAtItsKeys) {
  const Three three(GetParam());
  const Result<Clip> compiled = compileClip(three.file.asset, three.rig, three.skeleton, three.clip, {.rate = 120, .extractRoot = false});
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->tracks.size(), 0u);
  const auto [turned, moved] = three.apart(*compiled, static_cast<int>(compiled->keyCount));
  EXPECT_LT(turned, 1e-3f);
  EXPECT_LT(moved, 1e-4f);
}

TEST_P(KeyedClip, RotationsAreUnitAndASequenceOfKeysTakesTheShortArc) {
  const Three three(GetParam());
  const Result<Clip> compiled =
      compileClip(three.file.asset, three.rig, three.skeleton, three.clip, {.form = ClipForm::keyed, .extractRoot = false});
  ASSERT_TRUE(compiled);
  std::vector<Transform> pose(three.skeleton.size());
  for (float time = -1; time < 3; time += 0.01f) {
    samplePose(*compiled, three.skeleton, time, pose);
    for (const Transform& joint : pose) ASSERT_NEAR(dot(joint.rotation, joint.rotation), 1, 1e-5f) << time;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, KeyedClip, testing::Values(Interpolation::step, Interpolation::linear, Interpolation::cubicSpline), [](const auto& one) {
      return std::string(one.param == Interpolation::step ? "step" : one.param == Interpolation::linear ? "linear" : "cubicSpline");
    });

TEST(KeyedClipKeys, OfNoUnitLengthAreMadeSo) {
  Three three(Interpolation::linear);
  for (ClipChannel& channel : three.clip.channels)
    if (channel.path == ChannelPath::rotation)
      for (float& value : channel.values) value *= 1.7f;
  const Result<Clip> compiled =
      compileClip(three.file.asset, three.rig, three.skeleton, three.clip, {.form = ClipForm::keyed, .extractRoot = false});
  ASSERT_TRUE(compiled);
  const auto [turned, moved] = three.apart(*compiled, 301);
  EXPECT_LT(turned, 2e-4f);
  EXPECT_LT(moved, 1e-5f);
}

}  // namespace
}  // namespace sinew
