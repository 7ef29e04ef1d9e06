#pragma once

#include "physics/crowd/ground.h"

namespace sinew::crowd {

/// Collects touches, deepest first, dropping those that say the same.
struct Collector {
  GroundTouch* out;
  int room, count = 0;
  void add(const GroundTouch& touch) {
    for (int i = 0; i < count; ++i) {
      if (out[i].end == touch.end && lengthSquared(out[i].point - touch.point) < 1e-6f && dot(out[i].normal, touch.normal) > 0.985f) {
        if (touch.gap < out[i].gap) out[i] = touch;
        return;
      }
    }
    int place = count;
    if (count == room) {
      if (touch.gap >= out[count - 1].gap) return;
      place = count - 1;
    } else {
      ++count;
    }
    while (place > 0 && out[place - 1].gap > touch.gap) {
      out[place] = out[place - 1];
      --place;
    }
    out[place] = touch;
  }
};

/// A place of a shape that may touch: an end of a round one (a ball), a corner of a box (a point).
struct Probe {
  Vec3 center;  ///< m
  int end = 0;
};

/// Fills up to eight; how many.
inline int probesOf(const Shape& shape, Probe* probes) {
  if (shape.type != BodyShape::box) {
    probes[0] = {shape.end0, 0};
    if (shape.type == BodyShape::sphere) return 1;
    probes[1] = {shape.end1, 1};
    return 2;
  }
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner = scaled(shape.halfExtent, Vec3{i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f});
    probes[i] = {shape.worldFromBox * corner, i & 1};
  }
  return 8;
}

/// A shape against a mesh: its probes against every triangle's front, four at a time, and edges that stand out against a capsule's middle.
void meetMesh(const Ground& ground, const Shape& shape, const Approach& approach, const NearPackets& near, Collector& found);

}  // namespace sinew::crowd
