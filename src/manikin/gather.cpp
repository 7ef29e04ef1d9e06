#include "manikin/gather.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sinew {
namespace {

/// Half, less the four steps of eight bits that rounding four weights can take: seams shared by halves count on both sides, however
/// stored. A vertex within rounding of the threshold itself can still change sides.
constexpr float kDominant = 0.484f;
constexpr std::array kThresholds{kDominant, 0.4f, 0.3f, 0.1f};
constexpr std::size_t kLastThatReplaces =
    2;  ///< below, the vertices are more a neighbour's than the part's: only where there are no others
constexpr std::uint32_t kTriangleSamples = 1024;

/// Weights of one vertex summed by part, as shares of all its weight. Few, so a plain list.
class PartShares {
 public:
  PartShares(const Rig& rig, const PartPlan& plan) : rig_(rig), plan_(plan) {}

  struct Share {
    std::int32_t part;
    float share;
  };

  std::span<const Share> of(const SkinVertex& vertex) {
    shares_.clear();
    float total = 0;
    for (std::uint32_t i = 0; i < vertex.influenceCount; ++i) {
      const JointWeight& influence = rig_.body.influences[vertex.influenceStart + i];
      const std::int32_t part = plan_.shapedBy(influence.joint);
      total += influence.weight;
      if (part < 0) continue;
      const auto known = std::find_if(shares_.begin(), shares_.end(), [&](const Share& s) { return s.part == part; });
      if (known == shares_.end())
        shares_.push_back({part, influence.weight});
      else
        known->share += influence.weight;
    }
    for (Share& share : shares_) share.share = total > 0 ? share.share / total : 0;
    return shares_;
  }

  std::vector<Share> copyOf(const SkinVertex& vertex) {
    of(vertex);
    return shares_;
  }

  float of(const SkinVertex& vertex, std::int32_t part) {
    for (const Share& share : of(vertex))
      if (share.part == part) return share.share;
    return 0;
  }

 private:
  const Rig& rig_;
  const PartPlan& plan_;
  std::vector<Share> shares_;
};

Transform partFromModel(const Rig& rig, const PlannedPart& part) {
  return inverse(rig.joints[static_cast<std::size_t>(part.joint)].modelFromBind);
}

// Every vertex to the parts that hold at least half of it. The pass that all characters pay for.
void gatherDominant(const Rig& rig, const PartPlan& plan, std::vector<PartSkin>& skins) {
  std::vector<Affine> partFromModels;
  for (const PlannedPart& part : plan.parts) partFromModels.push_back(toAffine(partFromModel(rig, part)));
  PartShares shares(rig, plan);
  for (std::size_t m = 0; m < rig.body.parts.size(); ++m) {
    const MeshPart& mesh = rig.body.parts[m];
    for (std::uint32_t v = mesh.firstVertex; v < mesh.firstVertex + mesh.vertexCount; ++v) {
      const SkinVertex& vertex = rig.body.vertices[v];
      for (const auto& [part, share] : shares.of(vertex)) {
        if (share < kDominant) continue;
        PartSkin& skin = skins[static_cast<std::size_t>(part)];
        skin.points.push_back(partFromModels[static_cast<std::size_t>(part)] * vertex.position);
        skin.meshPartOf.push_back(static_cast<std::uint32_t>(m));
      }
    }
  }
}

/// A vertex that a part holds a share of.
struct HeldVertex {
  float share = 0;
  std::uint32_t vertex = 0, mesh = 0;
};

/// A triangle that a part holds at least a corner of.
struct HeldTriangle {
  std::array<std::uint32_t, 3> corners{};  ///< into BodyMesh::vertices
  std::array<float, 3> shares{};
  std::uint32_t mesh = 0;
  double areaSoFar = 0;  ///< m2, of all triangles up to and with this one
};

/// All that the few parts with too little skin of their own hold anything of. Empty for all others. Both (partCount)
struct HeldSkin {
  std::vector<std::vector<HeldVertex>> vertices;
  std::vector<std::vector<HeldTriangle>> triangles;
};

void holdTriangle(const Rig& rig, std::span<const std::uint32_t> corners, std::uint32_t mesh, const std::vector<std::uint8_t>& lacking,
                  PartShares& shares, HeldSkin& held) {
  for (const std::uint32_t corner : corners) {
    for (const auto [part, share] : shares.copyOf(rig.body.vertices[corner])) {
      auto& triangles = held.triangles[static_cast<std::size_t>(part)];
      HeldTriangle triangle;
      std::copy(corners.begin(), corners.end(), triangle.corners.begin());
      if (lacking[static_cast<std::size_t>(part)] == 0 || (!triangles.empty() && triangles.back().corners == triangle.corners)) continue;
      const Vec3& a = rig.body.vertices[corners[0]].position;
      const double area = 0.5 * length(cross(rig.body.vertices[corners[1]].position - a, rig.body.vertices[corners[2]].position - a));
      for (std::size_t c = 0; c < 3; ++c) triangle.shares[c] = shares.of(rig.body.vertices[corners[c]], part);
      triangle.mesh = mesh;
      triangle.areaSoFar = area + (triangles.empty() ? 0.0 : triangles.back().areaSoFar);
      triangles.push_back(triangle);
    }
  }
}

HeldSkin heldBy(const Rig& rig, const PartPlan& plan, const std::vector<std::uint8_t>& lacking) {
  HeldSkin held{std::vector<std::vector<HeldVertex>>(lacking.size()), std::vector<std::vector<HeldTriangle>>(lacking.size())};
  std::vector<std::uint8_t> touched(rig.body.vertices.size(), 0);
  PartShares shares(rig, plan);
  for (std::uint32_t m = 0; m < rig.body.parts.size(); ++m) {
    const MeshPart& mesh = rig.body.parts[m];
    for (std::uint32_t v = mesh.firstVertex; v < mesh.firstVertex + mesh.vertexCount; ++v) {
      for (const auto& [part, share] : shares.of(rig.body.vertices[v])) {
        if (lacking[static_cast<std::size_t>(part)] == 0) continue;
        touched[v] = 1;
        if (share >= kThresholds.back()) held.vertices[static_cast<std::size_t>(part)].push_back({share, v, m});
      }
    }
    for (std::uint32_t i = mesh.firstIndex; i + 2 < mesh.firstIndex + mesh.indexCount; i += 3) {
      const std::span corners(rig.body.indices.data() + i, 3);
      if (touched[corners[0]] != 0 || touched[corners[1]] != 0 || touched[corners[2]] != 0)
        holdTriangle(rig, corners, m, lacking, shares, held);
    }
  }
  return held;
}

// A part that shares nearly all its skin with its neighbours: the highest threshold that leaves it enough, or anything at all.
float thresholdOf(const std::vector<HeldVertex>& held) {
  const auto countAt = [&](float threshold) {
    return std::count_if(held.begin(), held.end(), [&](const HeldVertex& h) { return h.share >= threshold; });
  };
  for (std::size_t t = 0; t <= kLastThatReplaces; ++t)
    if (countAt(kThresholds[t]) >= kLeastPoints) return kThresholds[t];
  for (const float threshold : kThresholds)
    if (countAt(threshold) > 0) return threshold;
  return kDominant;
}

void takeHeld(const Rig& rig, const PlannedPart& part, const std::vector<HeldVertex>& held, PartSkin& skin) {
  const Transform fromModel = partFromModel(rig, part);
  skin = {};
  skin.threshold = thresholdOf(held);
  for (const HeldVertex& h : held) {
    if (h.share < skin.threshold) continue;
    skin.points.push_back(fromModel * rig.body.vertices[h.vertex].position);
    skin.meshPartOf.push_back(h.mesh);
  }
}

// A box of eight corners is a fine forearm, but eight points say little about it: take points evenly over its surface.
// Low-discrepancy numbers (additive recurrence with the plastic number, Roberts 2018) make them the same on every run.
void sampleTriangles(const Rig& rig, const PlannedPart& part, const std::vector<HeldTriangle>& triangles, PartSkin& skin) {
  if (triangles.empty() || !(triangles.back().areaSoFar > 0)) return;
  const Transform fromModel = partFromModel(rig, part);
  const double total = triangles.back().areaSoFar;
  for (std::uint32_t s = 0; s < kTriangleSamples; ++s) {
    const double place = (s + 0.5) / kTriangleSamples * total;
    const auto at =
        std::lower_bound(triangles.begin(), triangles.end(), place, [](const HeldTriangle& t, double area) { return t.areaSoFar < area; });
    const HeldTriangle& triangle = at == triangles.end() ? triangles.back() : *at;
    double u = 0.7548776662466927 * (s + 1), v = 0.5698402909980532 * (s + 1);
    u -= static_cast<double>(static_cast<std::uint32_t>(u));
    v -= static_cast<double>(static_cast<std::uint32_t>(v));
    if (u + v > 1) u = 1 - u, v = 1 - v;
    const auto b1 = static_cast<float>(u), b2 = static_cast<float>(v), b0 = 1 - b1 - b2;
    const float share = b0 * triangle.shares[0] + b1 * triangle.shares[1] + b2 * triangle.shares[2];
    if (share < skin.threshold) continue;
    const auto corner = [&](std::size_t c) { return rig.body.vertices[triangle.corners[c]].position; };
    skin.points.push_back(fromModel * (corner(0) * b0 + corner(1) * b1 + corner(2) * b2));
    skin.meshPartOf.push_back(triangle.mesh);
    ++skin.samplesUsed;
  }
}

Finding notedThreshold(const PlannedPart& part, const PartSkin& skin) {
  char text[160];
  std::snprintf(text, sizeof text, "too few vertices hold half their weight here: %u are taken from a share of %.2f on", skin.verticesUsed,
                static_cast<double>(skin.threshold));
  return {Severity::warning, "fit.threshold", part.name, skin.threshold, kDominant, {}, text};
}

// Meshes without shared corners repeat each vertex for every triangle, and repeat nothing new about the shape.
std::uint32_t placesOf(std::span<const Vec3> points) {
  std::vector<Vec3> places;
  for (const Vec3& point : points) {
    if (places.size() == kLeastPoints) break;
    const bool known = std::any_of(places.begin(), places.end(), [&](const Vec3& place) { return lengthSquared(place - point) == 0; });
    if (!known) places.push_back(point);
  }
  return static_cast<std::uint32_t>(places.size());
}

Finding notedSamples(const PlannedPart& part, const PartSkin& skin, std::uint32_t places) {
  return {Severity::note,
          "fit.sampled",
          part.name,
          places,
          kLeastPoints,
          {},
          "only " + std::to_string(places) + " places have a vertex: " + std::to_string(skin.samplesUsed) +
              " points on its triangles are measured too"};
}

}  // namespace

std::vector<PartSkin> gatherSkin(const Rig& rig, const PartPlan& plan, Findings& findings) {
  std::vector<PartSkin> skins(plan.parts.size());
  gatherDominant(rig, plan, skins);

  std::vector<std::uint8_t> lacking(skins.size());
  for (std::size_t p = 0; p < skins.size(); ++p) {
    skins[p].verticesUsed = static_cast<std::uint32_t>(skins[p].points.size());
    lacking[p] = placesOf(skins[p].points) < kLeastPoints ? 1 : 0;
  }
  if (std::count(lacking.begin(), lacking.end(), 1) == 0) return skins;

  const HeldSkin held = heldBy(rig, plan, lacking);
  for (std::size_t p = 0; p < skins.size(); ++p) {
    if (lacking[p] == 0) continue;
    PartSkin& skin = skins[p];
    takeHeld(rig, plan.parts[p], held.vertices[p], skin);
    skin.verticesUsed = static_cast<std::uint32_t>(skin.points.size());
    if (skin.threshold < kDominant) findings.push_back(notedThreshold(plan.parts[p], skin));

    // Too few still, but some: the surface between them counts. None at all: the part has no skin.
    const std::uint32_t places = placesOf(skin.points);
    if (places == 0 || places >= kLeastPoints) continue;
    sampleTriangles(rig, plan.parts[p], held.triangles[p], skin);
    if (skin.samplesUsed > 0) findings.push_back(notedSamples(plan.parts[p], skin, places));
  }
  return skins;
}

}  // namespace sinew
