#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <vector>

#include "asset/figure_body.h"

// A body is modelled as the LEFT half of a coarse cage of quads, closed by its own mirror image at x = 0, and made smooth by
// Catmull-Clark subdivision (Catmull and Clark 1978). Skin weights are subdivided with the positions, so that they are as
// smooth as the surface. Both halves come out exactly symmetric.

namespace sinew::figure {

using Loop = std::vector<int>;  ///< cage points around a limb, counter-clockwise seen from outside the body

struct Pull {
  int joint = 0;
  double weight = 0;
};
using Pulls = std::vector<Pull>;

/// Normalised to a sum of 1.
Weights weightsOf(const Pulls& pulls);

class HalfCage {
 public:
  std::vector<Vec3d> points;
  std::vector<Weights> weights;
  std::vector<char> onSeam;  ///< lies on x = 0
  std::vector<std::array<int, 4>> quads;

  int add(const Vec3d& point, const Pulls& pulls);
  int addOnSeam(const Vec3d& point, const Pulls& pulls);

  void quad(int a, int b, int c, int d) { quads.push_back({a, b, c, d}); }
  /// Wall between two loops of equal length, `to` lying further out. An open strip does not join its last point to its first.
  void wall(const Loop& from, const Loop& to);
  void strip(const Loop& from, const Loop& to);
  /// Closes a loop of even length around a new middle point.
  void cap(const Loop& loop, const Vec3d& middle, const Pulls& pulls);
  /// Closes a half ring (seam to seam, odd count) around a new point on the seam.
  void capHalf(const Loop& ring, const Vec3d& middle, const Pulls& pulls);
};

/// Pulls of left joints become half left, half right where the body meets its mirror image.
Weights balanced(const Weights& weights, std::span<const BodyJoint> joints);
Weights mirrored(const Weights& weights, std::span<const BodyJoint> joints);

/// One Catmull-Clark step of the half and its unseen mirror.
HalfCage subdivided(const HalfCage& cage, std::span<const BodyJoint> joints);

/// Subdivides `levels` times, joins the mirror image on, splits the quads and adds smooth normals.
BodyMesh meshFromCage(HalfCage cage, std::span<const BodyJoint> joints, int levels);

/// A closed cross section of `count` points around `center`. Point j stands at angle j * 360 / count from `up` towards `side`.
struct Section {
  Vec3d center;
  Vec3d up;           ///< towards point 0, its length is the half extent, m
  Vec3d side;         ///< a quarter turn on, likewise
  double square = 0;  ///< 0 an ellipse, 1 the box around it
};
std::vector<Vec3d> sectionPoints(const Section& section, int count, double firstStep = 0);

}  // namespace sinew::figure
