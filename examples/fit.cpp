// Fit a manikin to a character and print its parts.
//
//     ./fit character.glb

#include <cstdio>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>

int main(int argc, char** argv) {
  const auto asset = sinew::readAsset(argc > 1 ? argv[1] : "@figure");
  if (!asset) {
    std::fprintf(stderr, "%s: %s\n", asset.error().place.c_str(), asset.error().message.c_str());
    return 2;
  }
  const auto rig = sinew::buildRig(*asset);
  if (!rig) {
    std::fprintf(stderr, "%s: %s\n", rig.error().place.c_str(), rig.error().message.c_str());
    return 2;
  }

  // Half a map is no map: where roles are missing, nothing is built and the findings name them.
  const sinew::RoleMap map = sinew::mapRoles(*rig);
  for (const sinew::Finding& finding : map.findings) std::fprintf(stderr, "%s: %s\n", finding.rule.c_str(), finding.message.c_str());
  if (map.refused) return 1;

  const auto manikin = sinew::fitManikin(*rig, map, {.preset = sinew::Preset::standard, .mass = 80});
  if (!manikin) return 2;
  for (const sinew::Part& part : manikin->parts) {
    std::printf("%-16s on %-20s radius %.3f m, length %.3f m, %.2f kg\n", part.name.c_str(), part.jointName.c_str(),
                static_cast<double>(part.radius), static_cast<double>(part.length()), static_cast<double>(part.mass));
  }
}
