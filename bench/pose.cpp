// The pose pipeline on one core, in nanoseconds a joint, against its bars; a rig of 65 joints made of the figure's own clips on a longer
// skeleton.

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <sinew/base/random.h>
#include <sinew/pose/animator.h>

namespace sinew::bench {
namespace {

constexpr std::size_t kJoints = 65;

/// A tree of 65 joints: a trunk of five and twelve chains of five, so that limbs and fingers are what most joints are.
std::shared_ptr<AnimationSet> animation() {
  auto set = std::make_shared<AnimationSet>();
  Skeleton& skeleton = set->skeleton;
  for (std::size_t j = 0; j < kJoints; ++j) {
    const std::int32_t parent = j < 5        ? static_cast<std::int32_t>(j) - 1
                                : j % 5 == 0 ? static_cast<std::int32_t>(j / 5 % 5)
                                             : static_cast<std::int32_t>(j) - 1;
    const Transform step{{}, {0.02f * static_cast<float>(j % 3), 0.2f, 0}};
    skeleton.paths.push_back("j" + std::to_string(j));
    skeleton.parents.push_back(parent);
    skeleton.rest.push_back(step);
    skeleton.restScale.push_back({1, 1, 1});
    skeleton.scaleAbove.push_back({1, 1, 1});
    skeleton.modelFromBind.push_back(parent < 0 ? step : skeleton.modelFromBind[static_cast<std::size_t>(parent)] * step);
  }
  prepare(skeleton);
  Random random{1};
  for (const char* name : {"idle", "walk", "wave"}) {
    Clip clip;
    clip.name = name;
    clip.duration = 1;
    clip.loops = true;
    clip.rate = 30;
    clip.keyCount = 31;
    clip.jointCount = kJoints;
    clip.root = {.rate = 1, .position = {Vec3{}, Vec3{0, 0, 1.4f}}, .yaw = {0, 0}};
    for (std::size_t k = 0; k < 31 * kJoints; ++k)
      clip.samples.push_back({exponential(Vec3{random.range(-0.5f, 0.5f), random.range(-0.5f, 0.5f), random.range(-0.5f, 0.5f)}),
                              skeleton.rest[k % kJoints].translation});
    set->clips.push_back(std::move(clip));
  }
  for (const std::int32_t top : {10, 20, 30, 40}) {
    Limb limb{.upper = top + 1, .lower = top + 2, .end = top + 3, .foot = top + 3};
    limb.belowUpper = {top + 1, top + 2, top + 3, top + 4};
    limb.belowLower = {top + 2, top + 3, top + 4};
    limb.belowEnd = {top + 3, top + 4};
    set->limbs.arms.push_back(limb);
  }
  return set;
}

template <class Work>
double nanosecondsOf(int times, const Work& work) {
  for (int i = 0; i < times / 10; ++i) work(i);
  // The best of ten runs: what else the machine does only ever makes one slower.
  double best = 1e30;
  for (int run = 0; run < 10; ++run) {
    const auto from = std::chrono::steady_clock::now();
    for (int i = 0; i < times / 10; ++i) work(i);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count());
  }
  return 1e9 * best / (times / 10) / kJoints;
}

void line(const char* what, double nanoseconds, double bar) { std::printf("%-64s %6.1f ns a joint (bar %.0f)\n", what, nanoseconds, bar); }

void run() {
  const auto set = animation();
  const Skeleton& skeleton = set->skeleton;
  std::vector<Transform> a(kJoints), b(kJoints), model(kJoints);
  line("sampling a clip", nanosecondsOf(200000, [&](int i) { samplePose(set->clips[1], skeleton, static_cast<float>(i % 997) / 997, a); }),
       15);
  line("two clips, blended, in model space",
       nanosecondsOf(100000,
                     [&](int i) {
                       samplePose(set->clips[0], skeleton, static_cast<float>(i % 997) / 997, a);
                       samplePose(set->clips[1], skeleton, static_cast<float>(i % 991) / 991, b);
                       blendLayer({.weight = 0.4f, .mask = {}, .pose = b, .reference = {}}, a);
                       toModel(skeleton, a, model);
                     }),
       40);

  Animator animator(set);
  animator.play(0);
  animator.addLayer(1, {.weight = 0.5f, .mask = {}});
  animator.addLayer(2, {.mode = LayerMode::additive, .weight = 0.3f, .mask = {}});
  for (std::int32_t limb = 0; limb < 4; ++limb) animator.reach(limb, {.position = {0.3f, 1, 0.4f}});
  animator.advance(1.0f / 60);
  animator.compose();
  const std::vector<Mat4> pose(animator.jointModelTransforms().begin(), animator.jointModelTransforms().end());
  animator.setPhysicsPose(pose, std::vector<float>(kJoints, 0.5f));
  line("whole update: two layers, transition, four limbs, physics",
       nanosecondsOf(30000,
                     [&](int i) {
                       if (i % 10 == 0) animator.jump(i / 10 % 2, 0.3, 0.2f);
                       animator.advance(1.0f / 60);
                       animator.compose();
                     }),
       80);
}

}  // namespace
}  // namespace sinew::bench

int main() { sinew::bench::run(); }
