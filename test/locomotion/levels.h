#pragma once

#include <sinew/base/random.h>
#include <sinew/locomotion/box_tree.h>

// Small levels by hand, and big ones by chance.

namespace sinew::test {

inline Solid boxSolid(const Vec3& low, const Vec3& high, SolidRole role = SolidRole::blocking) {
  Solid solid;
  solid.role = role;
  solid.halfExtent = (high - low) * 0.5f;
  solid.worldFromSolid.translation = (low + high) * 0.5f;
  return solid;
}

/// A ramp over x in [-width / 2, width / 2] that rises from (y, z) to (y + rise, z + run).
inline Solid rampSolid(float y, float z, float rise, float run, float width) {
  Solid solid;
  solid.shape = SolidShape::wedge;
  solid.halfExtent = {width / 2, rise / 2, run / 2};
  solid.worldFromSolid.translation = {0, y + rise / 2, z + run / 2};
  return solid;
}

inline Solid triangleSolid(const Vec3& a, const Vec3& b, const Vec3& c) {
  Solid solid;
  solid.shape = SolidShape::triangle;
  solid.corners = {a, b, c};
  return solid;
}

inline Level levelOf(std::vector<Solid> solids) {
  Level level;
  level.solids = std::move(solids);
  return level;
}

/// Boxes, wedges and triangles of all sizes and turns in a cube of `size`.
inline Level randomLevel(std::uint64_t seed, std::size_t count, float size, float largest) {
  Random random{seed};
  const auto point = [&] { return Vec3{random.range(-size, size), random.range(-size, size), random.range(-size, size)}; };
  Level level;
  for (std::size_t i = 0; i < count; ++i) {
    Solid solid;
    solid.shape = static_cast<SolidShape>(random.next() % 3);
    solid.role = random.next() % 8 == 0 ? SolidRole::crushable : SolidRole::blocking;
    solid.halfExtent = {random.range(0.05f, largest), random.range(0.05f, largest), random.range(0.05f, largest)};
    const Vec3 turn{random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)};
    solid.worldFromSolid = {random.next() % 2 == 0 ? Quat{} : exponential(turn), point()};
    const Vec3 at = point();
    for (Vec3& corner : solid.corners)
      corner = at + Vec3{random.range(-largest, largest), random.range(-largest, largest), random.range(-largest, largest)};
    level.solids.push_back(solid);
  }
  return level;
}

}  // namespace sinew::test
