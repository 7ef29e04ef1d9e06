#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include <sinew/base/text.h>

#include "manikin/checks.h"
#include "manikin/measure.h"

namespace sinew {
namespace {

constexpr float kGrowth = 0.1f;         // of the part's box, from which something worn is worth a word
constexpr float kLocal = 0.8f;          // share of a mesh part on one body part that makes it worn rather than body
constexpr float kSpan = 0.02f;          // share of a mesh part's vertices from which it counts as being on a body part
constexpr std::uint32_t kBodySpan = 3;  // body parts that a mesh must be on to be the body itself
constexpr float kBodyShare = 0.2f;      // of a part's vertices that the body itself must hold there
constexpr float kStillThere = 0.6f;     // of the box that the body must fill alone, on two of its axes

// Modelled apart, but body all the same, by the words that modellers use.
bool namedBody(const MeshPart& mesh) {
  const std::string names = foldCase(mesh.mesh + " " + mesh.node + " " + mesh.material);
  const std::array<std::string_view, 3> words{"body", "skin", "face"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return names.find(word) != std::string::npos; });
}

/// Which mesh part has how many vertices on which body part.
struct Spread {
  std::vector<std::vector<std::uint32_t>> count;  ///< (partCount) by (meshPartCount)
  std::vector<std::uint32_t> total, span;         ///< (meshPartCount) vertices in all, and body parts it is on
};

Spread spreadOf(std::span<const PartSkin> skins, std::size_t meshes) {
  Spread spread{{}, std::vector<std::uint32_t>(meshes, 0), std::vector<std::uint32_t>(meshes, 0)};
  for (const PartSkin& skin : skins) {
    std::vector<std::uint32_t>& count = spread.count.emplace_back(meshes, 0);
    for (const std::uint32_t mesh : skin.meshPartOf) ++count[mesh];
    for (std::size_t m = 0; m < meshes; ++m) spread.total[m] += count[m];
  }
  for (std::size_t m = 0; m < meshes; ++m) {
    for (const auto& count : spread.count)
      if (count[m] > 0 && static_cast<float>(count[m]) >= kSpan * static_cast<float>(spread.total[m])) ++spread.span[m];
  }
  return spread;
}

bool hasBody(const PartSkin& skin, const std::vector<std::uint32_t>& count, const Spread& spread) {
  for (std::size_t m = 0; m < count.size(); ++m) {
    if (spread.span[m] >= kBodySpan && count[m] >= kLeastPoints &&
        static_cast<float>(count[m]) >= kBodyShare * static_cast<float>(skin.points.size()))
      return true;
  }
  return false;
}

/// The name that tells this mesh part from the others, to be given to --exclude.
std::string telltaleName(const Rig& rig, const MeshPart& mesh) {
  const std::array<std::string MeshPart::*, 3> fields{&MeshPart::mesh, &MeshPart::node, &MeshPart::material};
  std::string best;
  std::ptrdiff_t fewest = static_cast<std::ptrdiff_t>(rig.body.parts.size()) + 1;
  for (const auto field : fields) {
    const auto uses =
        std::count_if(rig.body.parts.begin(), rig.body.parts.end(), [&](const MeshPart& m) { return m.*field == mesh.*field; });
    if ((mesh.*field).empty() || uses >= fewest) continue;
    best = mesh.*field;
    fewest = uses;
  }
  return best;
}

std::string sharesText(const Rig& rig, const PartSkin& skin, const std::vector<std::uint32_t>& count) {
  std::string text;
  for (std::size_t m = 0; m < count.size(); ++m) {
    if (count[m] == 0) continue;
    char share[32];
    std::snprintf(share, sizeof share, "' %.0f %%", 100.0 * count[m] / static_cast<double>(skin.points.size()));
    text += (text.empty() ? "'" : ", '") + telltaleName(rig, rig.body.parts[m]) + share;
  }
  return text;
}

/// How a box grows by what is added to its points.
struct Growth {
  float most = 0;      ///< largest relative growth of an axis
  int axesFilled = 0;  ///< axes on which the smaller box is most of the larger
};

Growth growthOf(const PartBox& body, const PartBox& all) {
  Growth growth;
  for (int i = 0; i < 3; ++i) {
    const float small = std::max(component(body.halfExtent, i), 1e-9f), large = component(all.halfExtent, i);
    growth.most = std::max(growth.most, large / small - 1);
    if (small >= kStillThere * large) ++growth.axesFilled;
  }
  return growth;
}

template <class Keep>
std::vector<Vec3> pointsOf(const PartSkin& skin, Keep keep) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < skin.points.size(); ++i)
    if (keep(skin.meshPartOf[i])) points.push_back(skin.points[i]);
  return points;
}

void leaveOut(PartSkin& skin, const std::vector<std::uint8_t>& worn) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < skin.points.size(); ++i) {
    if (worn[skin.meshPartOf[i]] != 0) continue;
    skin.points[kept] = skin.points[i];
    skin.meshPartOf[kept] = skin.meshPartOf[i];
    ++kept;
  }
  skin.points.resize(kept);
  skin.meshPartOf.resize(kept);
  skin.verticesUsed = static_cast<std::uint32_t>(kept);
}

// Hair on a head, a backpack on a chest: mesh parts that are on this body part alone and make it larger than the body is.
void checkPart(const Rig& rig, const std::string& name, PartSkin& skin, const std::vector<std::uint32_t>& count, const Spread& spread,
               const FitOptions& options, Findings& findings) {
  std::vector<std::uint8_t> local(count.size(), 0), worn(count.size(), 0);
  for (std::size_t m = 0; m < count.size(); ++m)
    local[m] = count[m] > 0 && static_cast<float>(count[m]) >= kLocal * static_cast<float>(spread.total[m]) ? 1 : 0;
  const std::vector<Vec3> body = pointsOf(skin, [&](std::uint32_t m) { return local[m] == 0; });
  if (body.size() < kLeastPoints) return;

  const PartBox bodyBox = measureBox(body, {}, options.lowPercentile, options.highPercentile);
  const std::string shares = sharesText(rig, skin, count);
  for (std::uint32_t m = 0; m < count.size(); ++m) {
    if (local[m] == 0) continue;
    const std::vector<Vec3> with = pointsOf(skin, [&](std::uint32_t other) { return local[other] == 0 || other == m; });
    const Growth growth = growthOf(bodyBox, measureBox(with, {}, options.lowPercentile, options.highPercentile));
    if (growth.most <= kGrowth) continue;
    const bool out = options.accessories == Accessories::leaveOut && growth.axesFilled >= 2 && !namedBody(rig.body.parts[m]);
    worn[m] = out ? 1 : 0;
    char grows[80];
    std::snprintf(grows, sizeof grows, "' would make it %.0f %% larger", static_cast<double>(100 * growth.most));
    const std::string label = telltaleName(rig, rig.body.parts[m]);
    std::string message = "mesh part '" + label + grows;
    message += out ? " and is left out of its shape" : ": it is part of its shape, --exclude '" + label + "' leaves it out";
    message += "; its vertices are " + shares;
    findings.push_back({Severity::warning, "fit.accessory", name, growth.most, {}, kGrowth, std::move(message)});
  }
  leaveOut(skin, worn);
}

}  // namespace

void checkAccessories(const Rig& rig, const PartPlan& plan, const FitOptions& options, std::span<PartSkin> skins, Findings& findings) {
  if (rig.body.parts.size() < 2) return;
  const Spread spread = spreadOf(skins, rig.body.parts.size());
  for (std::size_t p = 0; p < skins.size(); ++p) {
    if (skins[p].samplesUsed == 0 && hasBody(skins[p], spread.count[p], spread))
      checkPart(rig, plan.parts[p].name, skins[p], spread.count[p], spread, options, findings);
  }
}

}  // namespace sinew
