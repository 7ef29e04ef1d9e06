#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sinew/asset/figure.h>
#include <sinew/asset/read.h>
#include <sinew/manikin/character.h>
#include <sinew/manikin/roles.h>
#include <sinew/rig/figures.h>
#include <sinew/rig/rig.h>

#include "asset/mutate.h"

// A built-in figure with things wrong with it: what can still be read becomes a rig with finite bones, or is refused, and its roles are
// mapped to bones that exist, with and without names. The input chooses the variant and the changes, eight bytes each.

namespace {

using Bytes = std::vector<std::byte>;

const Bytes& figure(std::size_t which) {
  static const std::vector<Bytes> figures = [] {
    std::vector<Bytes> out;
    for (const auto& variant : sinew::figureVariants()) {
      auto glb = sinew::makeFigure("figure:tiny+" + std::string(variant.name));
      if (glb) out.push_back(std::move(*glb));
    }
    if (auto dog = sinew::makeFigure("quadruped:tiny")) out.push_back(std::move(*dog));
    return out;
  }();
  return figures.at(which % figures.size());
}

void require(bool holds) {
  if (!holds) std::abort();
}

void mapBy(const sinew::Rig& rig, std::optional<sinew::MapSource> only) {
  sinew::MapOptions options;
  options.only = only;
  const sinew::RoleMap map = sinew::mapRoles(rig, options);
  for (const auto& [role, mapped] : map.roles) {
    require(mapped.joint >= 0 && static_cast<std::size_t>(mapped.joint) < rig.joints.size());
    require(mapped.confidence >= 0 && mapped.confidence <= 1);
  }
  require(map.helper.size() == rig.joints.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  Bytes bytes = figure(data[0]);
  for (std::size_t at = 1, changes = 0; at < size && changes < 3; at += 8, ++changes) {
    std::uint64_t seed = 0;
    std::memcpy(&seed, data + at, std::min<std::size_t>(8, size - at));
    if (bytes.size() > 28) bytes = sinew::test::mutated(bytes, seed);
  }
  sinew::ReadOptions options;
  options.maxDecodedBytes = 64u << 20;
  const auto asset = sinew::readAsset(bytes, "fuzz", {}, options);
  if (!asset) return 0;
  const auto rig = sinew::buildRig(*asset);
  if (!rig) return 0;
  for (const sinew::Joint& joint : rig->joints) require(isFinite(joint.modelFromBind) && isFinite(joint.modelFromRest));
  mapBy(*rig, {});
  mapBy(*rig, sinew::MapSource::topology);

  // Each figure by itself, and the one that is chosen.
  for (const sinew::Figure& one : sinew::figuresOf(*asset)) {
    if (const auto alone = sinew::buildRig(sinew::isolate(*asset, one))) mapBy(*alone, {});
  }
  if (const auto character = sinew::mapCharacter(*asset)) require(character->map.helper.size() == character->rig.joints.size());
  return 0;
}
