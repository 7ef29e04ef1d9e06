#include "rig/mesh_placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "rig/precision.h"

namespace sinew::rig {
namespace {

// Enough to know a body by; keeps hostile joint counts from going quadratic.
constexpr std::size_t kMaxJudges = 192;
constexpr std::size_t kMaxCandidates = 96;

// Shares of the body's size.
constexpr double kDisplacementCap = 0.25;  ///< a moved limb counts no more than this
constexpr double kAgreement = 3e-4;        ///< closer than this is the same place
constexpr double kPreference = 0.03;       ///< how much more a plain placement may move the body and still win ...
constexpr double kPreferenceRatio = 1.3;   ///< ... and by which factor of the least

constexpr double kSquare = 0.35;  ///< rad; a smaller turn is the pose's, a larger one the scene's

/// A vote, with the four points by which placements are compared: the middle of its vertices and a step along each axis.
struct Judge {
  double weight;
  std::array<Vec3d, 4> mesh, world;
};

std::vector<Judge> judgesOf(const std::vector<PlacementVote>& votes) {
  std::vector<Judge> judges;
  for (const PlacementVote& vote : votes) {
    Judge judge{vote.weight, {}, {}};
    const double step = vote.spread;
    judge.mesh = {vote.center, vote.center + Vec3d{step, 0, 0}, vote.center + Vec3d{0, step, 0}, vote.center + Vec3d{0, 0, step}};
    for (std::size_t i = 0; i < judge.mesh.size(); ++i) judge.world[i] = vote.worldFromMesh * judge.mesh[i];
    judges.push_back(judge);
  }
  return judges;
}

/// Diagonal of the box around everything the judges hold.
double sizeOf(const std::vector<Judge>& judges) {
  Vec3d low = judges[0].world[0], high = low;
  for (const Judge& judge : judges) {
    for (const Vec3d& p : judge.world) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  return distance(low, high);
}

/// Weighted mean of the capped displacements, as a share of the body's size.
double displacement(const Affined& worldFromMesh, const std::vector<Judge>& judges, double size) {
  double sum = 0, weights = 0;
  for (const Judge& judge : judges) {
    double moved = 0;
    for (std::size_t i = 0; i < judge.mesh.size(); ++i) moved += distance(worldFromMesh * judge.mesh[i], judge.world[i]);
    sum += judge.weight * std::min(moved / 4, kDisplacementCap * size);
    weights += judge.weight;
  }
  return sum / (weights * size);
}

/// The nearest rotation that only swaps and turns axes.
Mat3d nearestQuarterTurn(const Mat3d& rotation) {
  const std::array<Vec3d, 3> axes{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
  Mat3d best;
  double bestFit = -10;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (i == j) continue;
      for (const double si : {1.0, -1.0}) {
        for (const double sj : {1.0, -1.0}) {
          const Vec3d x = axes[static_cast<std::size_t>(i)] * si, y = axes[static_cast<std::size_t>(j)] * sj;
          const Mat3d turn{x, y, cross(x, y)};
          const double fit = dot(turn.x, rotation.x) + dot(turn.y, rotation.y) + dot(turn.z, rotation.z);
          if (fit > bestFit) {
            bestFit = fit;
            best = turn;
          }
        }
      }
    }
  }
  return best;
}

/// The same placement with its tilt taken out, turned about the middle of the joint's own vertices: square to the scene where
/// it nearly is, else with its heading kept.
Affined upright(const PlacementVote& vote) {
  const Mat3d rotation = toMatrix(rotationOf(vote.worldFromMesh.linear));
  const Mat3d square = nearestQuarterTurn(rotation);
  Mat3d straight = square;
  if (angleBetween(toQuat(square), toQuat(rotation)) > kSquare) {
    const Vec3d up{0, 1, 0};
    const Vec3d meshUp = transpose(square) * up;
    straight = toMatrix(fromTo(rotation * meshUp, up)) * rotation;
  }
  const Mat3d linear = straight * (transpose(rotation) * vote.worldFromMesh.linear);
  return {linear, vote.worldFromMesh * vote.center - linear * vote.center};
}

struct Choice {
  Affined worldFromMesh;
  double moved = 1e300;
};

void consider(Choice& best, const Affined& candidate, const std::vector<Judge>& judges, double size) {
  const double moved = displacement(candidate, judges, size);
  if (moved < best.moved) best = {candidate, moved};
}

}  // namespace

Affined placeMesh(const std::vector<PlacementVote>& votes, const std::vector<Affined>& stated) {
  // The heaviest joints speak first, in whatever order the file lists them.
  std::vector<PlacementVote> ranked = votes;
  std::stable_sort(ranked.begin(), ranked.end(), [](const PlacementVote& a, const PlacementVote& b) { return a.weight > b.weight; });
  if (ranked.size() > kMaxJudges) ranked.resize(kMaxJudges);
  const std::vector<Judge> judges = judgesOf(ranked);
  const double size = sizeOf(judges);
  if (!(size > 0) || !std::isfinite(size)) return ranked[0].worldFromMesh;

  Choice best, straight, plain;
  for (std::size_t i = 0; i < std::min(ranked.size(), kMaxCandidates); ++i) {
    consider(best, ranked[i].worldFromMesh, judges, size);
    consider(straight, upright(ranked[i]), judges, size);
  }
  for (const Affined& candidate : stated) consider(plain, candidate, judges, size);

  // All of one mind: that is the bind pose, by the file's own word where it has one, since numbers in text are rounded. Else
  // what the file states, or at least an upright body, if it is about as good.
  if (best.moved < kAgreement) return plain.moved < kAgreement ? plain.worldFromMesh : best.worldFromMesh;
  const double enough = kPreferenceRatio * best.moved + kPreference;
  if (plain.moved <= enough) return plain.worldFromMesh;
  return straight.moved <= enough ? straight.worldFromMesh : best.worldFromMesh;
}

}  // namespace sinew::rig
