#include <algorithm>
#include <cstdio>

#include "manikin/checks.h"
#include "manikin/measure.h"

namespace sinew {
namespace {

constexpr float kGrowth = 0.1f;         // of the radius, from which an accessory is worth a word
constexpr float kLeastShare = 0.005f;   // of the part's vertices
constexpr float kLargestShare = 0.75f;  // beyond, the mesh part IS the body part

/// The name that tells this mesh part from the others, to be given to --exclude.
std::string telltaleName(const Rig& rig, const MeshPart& mesh) {
  const auto uses = [&](auto name) {
    return std::count_if(rig.body.parts.begin(), rig.body.parts.end(), [&](const MeshPart& m) { return m.*name == mesh.*name; });
  };
  struct Option {
    const std::string* name;
    std::ptrdiff_t uses;
  };
  const Option options[] = {
      {&mesh.mesh, uses(&MeshPart::mesh)}, {&mesh.node, uses(&MeshPart::node)}, {&mesh.material, uses(&MeshPart::material)}};
  const Option* best = nullptr;
  for (const Option& option : options)
    if (!option.name->empty() && (best == nullptr || option.uses < best->uses)) best = &option;
  return best != nullptr ? *best->name : "";
}

// How much larger the part's radius is with these vertices than without them; 0 where the rest is too little to be a body part.
float growthBy(const Part& part, const PartSkin& skin, std::uint32_t mesh, const FitOptions& options) {
  std::vector<Vec3> rest;
  rest.reserve(skin.points.size());
  for (std::size_t i = 0; i < skin.points.size(); ++i)
    if (skin.meshPartOf[i] != mesh) rest.push_back(skin.points[i]);
  if (rest.size() < kLeastPoints) return 0;
  const PartBox box = measureBox(rest, part.box.partFromBox, options.lowPercentile, options.highPercentile);
  const CapsuleFit without = capsuleFromPartBox(box, part.axis, options.method);
  // Trousers end where boots begin: what lies along the bone is a stretch of body, not something worn on it.
  const CapsuleFit with = capsuleFromPartBox(part.box, part.axis, options.method);
  if (!(without.radius > 0) || without.along < 0.7f * with.along) return 0;
  return with.radius / without.radius - 1;
}

}  // namespace

void checkAccessories(const Manikin& manikin, std::span<const PartSkin> skins, const Rig& rig, const FitOptions& options,
                      Findings& findings) {
  for (std::size_t p = 0; p < skins.size(); ++p) {
    const PartSkin& skin = skins[p];
    if (skin.samplesUsed > 0 || skin.points.empty()) continue;
    std::vector<std::uint32_t> counts(rig.body.parts.size(), 0);
    for (const std::uint32_t mesh : skin.meshPartOf) ++counts[mesh];
    for (std::uint32_t m = 0; m < counts.size(); ++m) {
      const float share = static_cast<float>(counts[m]) / static_cast<float>(skin.points.size());
      if (share < kLeastShare || share > kLargestShare) continue;
      const float growth = growthBy(manikin.parts[p], skin, m, options);
      if (growth <= kGrowth) continue;
      const std::string name = telltaleName(rig, rig.body.parts[m]);
      char numbers[160];
      std::snprintf(numbers, sizeof numbers, "holds %.0f %% of its vertices and makes its radius %.0f %% larger",
                    static_cast<double>(100 * share), static_cast<double>(100 * growth));
      findings.push_back({Severity::warning,
                          "fit.accessory",
                          manikin.parts[p].name,
                          growth,
                          {},
                          kGrowth,
                          "mesh part '" + name + "' " + numbers + (name.empty() ? "" : ": --exclude '" + name + "' leaves it out")});
    }
  }
}

}  // namespace sinew
