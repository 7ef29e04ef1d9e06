// The tree of boxes under a million solids: build at most 2 s, a column at most a microsecond (median), on one core.

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <sinew/base/random.h>
#include <sinew/locomotion/box_tree.h>

namespace sinew::bench {
namespace {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

/// A town: a floor of slabs, and things of all sizes standing on it.
Level town(std::size_t count) {
  Random random{1};
  const float size = 2 * std::sqrt(static_cast<float>(count));
  Level level;
  level.solids.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Solid solid;
    const bool slab = i % 2 == 0;
    solid.shape = slab || i % 5 != 0 ? SolidShape::box : SolidShape::wedge;
    solid.halfExtent = slab ? Vec3{1.5f, 0.5f, 1.5f} : Vec3{random.range(0.1f, 1), random.range(0.1f, 3), random.range(0.1f, 1)};
    const Vec3 at{random.range(-size, size), slab ? -0.5f : solid.halfExtent.y, random.range(-size, size)};
    solid.worldFromSolid = {axisAngle(Vec3{0, 1, 0}, random.range(-3, 3)), at};
    level.solids.push_back(solid);
  }
  return level;
}

void measure(std::size_t count) {
  const Level level = town(count);
  const LevelState state = startOf(level);
  const auto from = Clock::now();
  const BoxTree tree = BoxTree::build(level, state);
  const double build = secondsSince(from);

  // Each query alone: the median is what a frame sees, caches cold as they come.
  Random random{2};
  const float size = 2 * std::sqrt(static_cast<float>(count));
  std::vector<double> times;
  std::size_t hits = 0;
  for (int i = 0; i < 20000; ++i) {
    const float x = random.range(-size, size), z = random.range(-size, size);
    const auto start = Clock::now();
    hits += tree.column(x, 0.25f, z).hit ? 1 : 0;
    times.push_back(1e6 * secondsSince(start));
  }
  std::sort(times.begin(), times.end());
  std::vector<std::int32_t> found;
  std::vector<double> volumes;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 at{random.range(-size, size), 1, random.range(-size, size)};
    found.clear();
    const auto start = Clock::now();
    tree.overlaps({at - Vec3{0.3f, 0.8f, 0.3f}, at + Vec3{0.3f, 0.8f, 0.3f}}, found);
    volumes.push_back(1e6 * secondsSince(start));
  }
  std::sort(volumes.begin(), volumes.end());
  std::printf("%9zu solids   build %6.3f s (bar 2)   column median %6.3f us (bar 1), 99th %6.3f   volume median %6.3f us   hits %zu\n",
              count, build, times[times.size() / 2], times[times.size() * 99 / 100], volumes[volumes.size() / 2], hits);
}

}  // namespace
}  // namespace sinew::bench

int main() {
  for (const std::size_t count : {1000u, 100000u, 1000000u}) sinew::bench::measure(count);
}
