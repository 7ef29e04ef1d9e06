// A small motion matcher: six times a second it jumps to the moment of any clip that fits best what the body does now and what is wanted of
// it. Half way the body goes limp and all of it is drawn from physics; the matcher goes on below as if nothing had happened.
//
//     ./matcher character.glb

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>
#include <sinew/ragdoll/character.h>

using namespace sinew;

namespace {

constexpr float kDt = 1.0f / 60, kEvery = 1.0f / 30;

/// What is compared: speed ahead (m/s), turning (rad/s), where both feet are (m) and how they move (m/s).
using Features = std::array<float, 14>;

struct Moment {
  std::int32_t clip = 0;
  double time = 0;
  Features features{};
};

Features featuresOf(const AnimationSet& set, float speed, float turning, std::span<const Transform> now, std::span<const Transform> before,
                    float dt) {
  Features out{speed, turning};
  std::size_t at = 2;
  for (const Limb& leg : set.limbs.legs) {
    const auto foot = static_cast<std::size_t>(leg.foot);
    const Vec3 place = now[foot].translation, rate = (place - before[foot].translation) / dt;
    for (const float number : {place.x, place.y, place.z, 0.3f * rate.x, 0.3f * rate.y, 0.3f * rate.z}) out[at++] = number;
  }
  return out;
}

/// Every clip that loops, thirty times a second.
std::vector<Moment> library(const AnimationSet& set) {
  std::vector<Moment> all;
  std::vector<Transform> local(set.skeleton.size()), now(local), before(local);
  for (std::size_t c = 0; c < set.clips.size(); ++c) {
    const Clip& clip = set.clips[c];
    for (float time = kEvery; clip.loops && time < clip.duration; time += kEvery) {
      samplePose(clip, set.skeleton, time - kEvery, local);
      toModel(set.skeleton, local, before);
      samplePose(clip, set.skeleton, time, local);
      toModel(set.skeleton, local, now);
      const RootDelta travel = travelOf(clip, time - double{kEvery}, time);
      all.push_back(
          {static_cast<std::int32_t>(c), time, featuresOf(set, travel.translation.z / kEvery, travel.yaw / kEvery, now, before, kEvery)});
    }
  }
  return all;
}

const Moment& nearest(const std::vector<Moment>& all, const Features& wish) {
  const auto far = [&](const Moment& one) {
    float sum = 0;
    for (std::size_t i = 0; i < wish.size(); ++i) sum += (one.features[i] - wish[i]) * (one.features[i] - wish[i]);
    return sum;
  };
  return *std::min_element(all.begin(), all.end(), [&](const Moment& a, const Moment& b) { return far(a) < far(b); });
}

}  // namespace

int main(int argc, char** argv) {
  const auto asset = readAsset(argc > 1 ? argv[1] : "@figure");
  if (!asset) return 2;
  const auto rig = buildRig(*asset);
  if (!rig) return 2;
  const RoleMap map = mapRoles(*rig);
  if (map.refused) return 1;
  const auto manikin = fitManikin(*rig, map);
  auto world = createWorld(kDefaultWorld);
  if (!manikin || !world || !(*world)->createPlane({0, 1, 0}, 0, {})) return 2;
  Findings findings;
  const auto kind = characterKindOf(*asset, *rig, *manikin, findings);
  const AnimationSet& set = *kind->animation;
  if (set.limbs.legs.size() != 2 || kind->idle < 0) return 2;

  // The same matcher twice: with a body that takes the drawn pose over after four seconds, and without.
  const std::vector<Moment> all = library(set);
  Animator plain(kind->animation), driven(kind->animation);
  auto doll = buildRagdoll(**world, kind->body);
  if (all.empty() || !doll) return 2;
  for (Animator* one : {&plain, &driven}) one->play(kind->idle);
  std::vector<Transform> before, local(set.skeleton.rest), model(local.size());
  std::vector<Mat4> pose(local.size());
  // All of it is physics but what the pelvis hangs from: the top of what is driven takes the place of its body.
  std::vector<float> weights(local.size(), 1);
  const auto pelvis = static_cast<std::size_t>(kind->body->headJoint[0]);
  for (std::int32_t above = set.skeleton.parents[pelvis]; above >= 0; above = set.skeleton.parents[static_cast<std::size_t>(above)])
    weights[static_cast<std::size_t>(above)] = 0;
  bool same = true;
  for (int frame = 0; frame < 480; ++frame) {
    const float seconds = static_cast<float>(frame) * kDt, wanted = seconds < 1 ? 0 : seconds < 3 ? 1.4f : seconds < 6 ? 3.5f : 0;
    const bool limp = seconds > 4;
    if (frame % 10 == 9) {
      const Moment& next = nearest(all, featuresOf(set, wanted, 0, plain.animatedModel(), before, kDt));
      // Where it is already, it plays on.
      if (next.clip != plain.clip() || std::abs(next.time - plain.time()) > 0.2)
        for (Animator* one : {&plain, &driven}) one->jump(next.clip, next.time, 0.12f);
    }
    before.assign(plain.animatedModel().begin(), plain.animatedModel().end());
    const RootDelta travel = plain.advance(kDt).root;
    driven.advance(kDt);
    if (frame % 60 == 59)
      std::printf("%3.0f s  wanted %.1f m/s, goes %.1f: %s\n", static_cast<double>(seconds), static_cast<double>(wanted),
                  static_cast<double>(travel.translation.z / kDt), set.clips[static_cast<std::size_t>(plain.clip())].name.c_str());
    plain.compose();
    driven.compose();
    same = same && std::equal(plain.animatedModel().begin(), plain.animatedModel().end(), driven.animatedModel().begin());

    if (!limp) {
      doll->sync(**world, driven.animatedModel());
      continue;
    }
    (*world)->step(kDt);
    doll->readModel({}, local, model);
    for (std::size_t j = 0; j < model.size(); ++j) pose[j] = toMat4(model[j]);
    driven.setPhysicsPose(pose, weights);
  }
  const bool fell = driven.displayedModel()[pelvis].translation.y < 0.5f;
  std::printf("the body %s; the animation below it is %s\n", fell ? "lies" : "stands", same ? "the same to the last bit" : "another one");
  return same && fell ? 0 : 1;
}
