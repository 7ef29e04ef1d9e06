#include <sinew/locomotion/levels.h>

#include <sinew/asset/read.h>
#include <sinew/base/text.h>

// Levels written in code: each shows one thing, starts at the origin facing +z, and stands on a wide floor.

namespace sinew {

namespace {

class Builder {
 public:
  explicit Builder(std::string_view name) { level_.name = name; }

  Builder& box(std::string_view name, const Vec3& low, const Vec3& high, float yaw = 0, SolidRole role = SolidRole::blocking) {
    Solid solid;
    solid.role = role;
    solid.halfExtent = (high - low) * 0.5f;
    solid.worldFromSolid = {axisAngle(Vec3{0, 1, 0}, yaw), (low + high) * 0.5f};
    return add(name, solid);
  }

  /// A ramp over low .. high that rises along +z, turned about +Y.
  Builder& ramp(std::string_view name, const Vec3& low, const Vec3& high, float yaw = 0) {
    box(name, low, high, yaw);
    level_.solids.back().shape = SolidShape::wedge;
    return *this;
  }

  Builder& moving(const Mover& mover) {
    level_.solids.back().mover = static_cast<std::int32_t>(level_.movers.size());
    level_.movers.push_back(mover);
    return *this;
  }

  /// Smooth hills as two triangles a cell.
  Builder& hills(std::string_view name, float size, int cells, float height, float wave) {
    const auto heightAt = [&](float x, float z) {
      const float away = std::min(1.0f, std::sqrt(x * x + z * z) / wave);  // level where walkers begin
      return away * away * height * std::sin(x / wave) * std::sin(z / wave + 0.5f);
    };
    const float cell = 2 * size / static_cast<float>(cells);
    const auto corner = [&](int i, int j) {
      const float x = static_cast<float>(i) * cell - size, z = static_cast<float>(j) * cell - size;
      return Vec3{x, heightAt(x, z), z};
    };
    for (int i = 0; i < cells; ++i) {
      for (int j = 0; j < cells; ++j) {
        triangle(name, {corner(i, j), corner(i, j + 1), corner(i + 1, j + 1)});
        triangle(name, {corner(i, j), corner(i + 1, j + 1), corner(i + 1, j)});
      }
    }
    return *this;
  }

  Builder& withoutShadows() {
    level_.shadows = false;
    return *this;
  }

  Level take() { return std::move(level_); }

 private:
  void triangle(std::string_view name, const std::array<Vec3, 3>& corners) {
    Solid solid;
    solid.shape = SolidShape::triangle;
    solid.corners = corners;
    add(name, solid);
  }

  Builder& add(std::string_view name, Solid solid) {
    if (level_.names.empty() || level_.names.back() != name) level_.names.emplace_back(name);
    solid.name = static_cast<std::int32_t>(level_.names.size()) - 1;
    level_.solids.push_back(solid);
    return *this;
  }

  Level level_;
};

Builder onFloor(std::string_view name) { return Builder(name).box("floor", {-40, -1, -40}, {40, 0, 40}); }

Level stairs() {
  Builder builder = onFloor("stairs");
  constexpr float kRise = 0.17f, kTread = 0.29f, kFirst = 2.5f;
  constexpr int kSteps = 10;
  for (int i = 0; i < kSteps; ++i) {
    const auto n = static_cast<float>(i);
    builder.box("step", {-2, 0, kFirst + n * kTread}, {2, kRise * (n + 1), kFirst + (n + 1) * kTread});
  }
  constexpr float kTop = kRise * kSteps, kEnd = kFirst + kSteps * kTread;
  builder.box("landing", {-2, 0, kEnd}, {2, kTop, kEnd + 4});
  builder.ramp("ramp down", {-2, 0, kEnd + 4}, {2, kTop, kEnd + 10}, kPi);
  return builder.take();
}

Level ramps() {
  return onFloor("ramps")
      .ramp("gentle", {-6, 0, 2}, {-2, 1, 8})
      .box("gentle top", {-6, 0, 8}, {-2, 1, 11})
      .ramp("steep", {-1.5f, 0, 2}, {2.5f, 2.2f, 6})
      .box("steep top", {-1.5f, 0, 6}, {2.5f, 2.2f, 9})
      .ramp("cross", {4, 0, 0}, {8, 1.5f, 5}, kPi / 2)
      .take();
}

Level walls() {
  return onFloor("walls")
      .box("ahead", {-4, 0, 6}, {4, 3, 6.5f})
      .box("left", {4.5f, 0, -6}, {5, 3, 6})
      .box("slanted", {-7, 0, -0.25f}, {-2, 3, 0.25f}, 0.6f)
      .box("first course", {-3, 0, -6}, {3, 1, -5.5f})
      .box("second course", {-3, 1, -6}, {3, 2, -5.5f})
      .box("pillar", {2, 0, 2.5f}, {2.6f, 3, 3.1f}, 0.4f)
      .take();
}

Level crates() {
  Builder builder = onFloor("crates");
  for (int row = 0; row < 4; ++row) {
    for (int column = -2; column <= 2; ++column) {
      const float x = static_cast<float>(column) * 1.6f, z = 3 + static_cast<float>(row) * 2;
      const bool firm = column == 2 || column == -2;
      builder.box(firm ? "iron crate" : "crate", {x - 0.4f, 0, z - 0.4f}, {x + 0.4f, 0.8f, z + 0.4f}, 0.3f * static_cast<float>(column),
                  firm ? SolidRole::blocking : SolidRole::crushable);
    }
  }
  builder.box("finish", {-5, 0, 12}, {5, 2, 13}, 0, SolidRole::trigger);
  return builder.take();
}

Level platforms() {
  return onFloor("platforms")
      .box("lift", {-1.5f, -0.1f, 2}, {1.5f, 0.1f, 5})
      .moving({.travel = {0, 2, 0}, .period = 8})
      .box("terrace", {-3, 0, 5.2f}, {3, 2.1f, 9})
      .box("ferry", {4, -0.1f, -2}, {7, 0.15f, 1})
      .moving({.travel = {0, 0, 6}, .period = 10})
      .box("turntable", {-8, -0.1f, -2}, {-4, 0.15f, 2})
      .moving({.turn = 0.5f, .pivot = {-6, 0, 0}})
      .take();
}

}  // namespace

std::vector<std::string_view> levelNames() { return {"flat", "stairs", "ramps", "walls", "crates", "platforms", "polar"}; }

Result<Level> builtInLevel(std::string_view name) {
  if (name == "flat") return onFloor("flat").take();
  if (name == "stairs") return stairs();
  if (name == "ramps") return ramps();
  if (name == "walls") return walls();
  if (name == "crates") return crates();
  if (name == "platforms") return platforms();
  if (name == "polar") return Builder("polar").hills("snow", 30, 60, 0.8f, 5).withoutShadows().take();
  std::string names;
  for (const std::string_view one : levelNames()) names += (names.empty() ? "" : ", ") + std::string(one);
  return fail(ErrorCode::usage, "level", "there is no built-in level '" + printable(name) + "'; there are " + names);
}

Result<Level> loadLevel(std::string_view nameOrPath) {
  if (Result<Level> level = builtInLevel(nameOrPath)) return level;
  const bool file = nameOrPath.find('.') != std::string_view::npos || nameOrPath.find('/') != std::string_view::npos;
  if (!file) return builtInLevel(nameOrPath);
  const Result<Asset> asset = readAsset(std::filesystem::path(nameOrPath));
  if (!asset) return Failure(asset.error());
  return levelOf(*asset);
}

}  // namespace sinew
