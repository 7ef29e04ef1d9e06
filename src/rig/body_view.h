#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <sinew/base/math.h>
#include <sinew/rig/rig.h>

namespace sinew::rig {

/// An interval that grows by what is added to it.
struct Extent {
  double low = 1e300, high = -1e300;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return high < low; }
  double size() const { return empty() ? 0 : high - low; }
  double middle() const { return (low + high) / 2; }
};

/// A joint that carries the body, in bind pose.
struct BodyJoint {
  Vec3d position;            ///< m, model space
  double weight = 1;         ///< sum of skin weights
  int depth = 0;             ///< joints of the rig above it
  std::int32_t parent = -1;  ///< index into BodyView::joints: nearest such joint above
};

/// A vertex, for the joint that pulls it most.
struct BodyPoint {
  Vec3d position;           ///< m, model space
  std::int32_t owner = -1;  ///< index into BodyView::joints
};

/// What symmetry, up and facing are read from. No names.
struct BodyView {
  std::vector<BodyJoint> joints;  ///< parents first
  std::vector<BodyPoint> points;  ///< a sample of the vertices, at most some ten thousands
  double size = 0;                ///< m, diagonal of the box around the joints
};

/// The joints that pull vertices; all joints where next to none does.
BodyView viewBody(const Rig& rig);

}  // namespace sinew::rig
