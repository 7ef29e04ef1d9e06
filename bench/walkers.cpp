// A thousand walkers without ragdolls, all stages, one core: at most 12 us a character and frame, flat in their number.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <ctime>

#include <tbb/global_control.h>

#include <sinew/asset/read.h>
#include <sinew/base/random.h>
#include <sinew/locomotion/walkers.h>
#include <sinew/manikin/fit.h>

namespace sinew::bench {
namespace {

/// Fingers, as game rigs have them: joints in rows from the hands until the skin has `count`.
void addFingers(Asset& asset, std::size_t count) {
  AssetSkin& skin = asset.skins.front();
  std::array<std::int32_t, 2> hands{-1, -1};
  for (const std::int32_t joint : skin.joints) {
    std::string name = asset.nodes[static_cast<std::size_t>(joint)].name;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    if (name.find("hand") == std::string::npos) continue;
    hands.at(hands[0] < 0 ? 0 : 1) = joint;
  }
  for (std::size_t i = 0; skin.joints.size() < count; ++i) {
    const std::size_t finger = i / 2 / 3, phalanx = i / 2 % 3;
    const std::int32_t hand = hands.at(i % 2);
    // The two hands take turns: the phalanx before is two nodes back.
    const auto parent = phalanx == 0 ? hand : static_cast<std::int32_t>(asset.nodes.size()) - 2;
    AssetNode node;
    node.name = "finger" + std::to_string(finger) + (i % 2 == 0 ? "a" : "b") + std::to_string(phalanx);
    node.parent = parent;
    node.rest.translation = {0, 0.025f, 0.01f * static_cast<float>(finger)};
    node.parentFromNode.translation = node.rest.translation;
    const auto index = static_cast<std::int32_t>(asset.nodes.size());
    asset.nodes.push_back(node);
    asset.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
    skin.joints.push_back(index);
    const auto at = static_cast<std::size_t>(std::find(skin.joints.begin(), skin.joints.end(), parent) - skin.joints.begin());
    skin.inverseBinds.push_back(skin.inverseBinds[at]);
    skin.inverseBinds.back().translation -= node.rest.translation;
  }
}

std::shared_ptr<const WalkerKind> kindOf(const char* file, std::size_t joints) {
  Asset asset = *readAsset(file);
  addFingers(asset, joints);
  const Rig rig = *buildRig(asset);
  const Manikin manikin = *fitManikin(rig, mapRoles(rig));
  Findings findings;
  return *walkerKindOf(asset, rig, manikin, {}, findings);
}

void measure(const std::shared_ptr<const WalkerKind>& kind, int count, std::size_t workers) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, workers);
  Walkers walkers(*builtInLevel("flat"));
  Random random{1};
  const float size = std::sqrt(static_cast<float>(count)) * 1.2f;
  for (int i = 0; i < count; ++i)
    walkers.add(kind, {axisAngle(Vec3{0, 1, 0}, random.range(-3, 3)), {random.range(-size, size), 0, random.range(-size, size)}});
  std::vector<WalkerInput> inputs(static_cast<std::size_t>(count));
  const auto run = [&](int frames) {
    for (int frame = 0; frame < frames; ++frame) {
      for (WalkerInput& input : inputs)
        if (random.unit() < 0.02f) input.demand = {.speed = random.range(-0.3f, 1), .turn = random.range(-1, 1)};
      walkers.step(inputs, 1.0f / 60);
    }
  };
  run(60);
  const int frames = std::max(20, 60000 / count);
  const std::clock_t from = std::clock();  // processor time: others on the machine do not count
  run(frames);
  const double seconds = static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
  std::printf("%5d walkers of %3zu joints, %zu workers: %6.2f us a character and frame (bar 12)   hash %016llx\n", count,
              kind->animation->skeleton.size(), workers, 1e6 * seconds / frames / count,
              static_cast<unsigned long long>(walkers.stateHash()));
}

}  // namespace
}  // namespace sinew::bench

int main() {
  for (const std::size_t joints : {22u, 65u}) {
    const auto kind = sinew::bench::kindOf(joints > 22 ? "@figure:fine+serialtwist" : "@figure:fine", joints);
    for (const int count : {1, 10, 100, 1000, 4000}) sinew::bench::measure(kind, count, 1);
    sinew::bench::measure(kind, 1000, 2);
  }
}
