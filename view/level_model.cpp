#include "level_model.h"

namespace sinew::view {
namespace {

using Quad = std::array<int, 4>;

constexpr std::array<float, 4> kStanding{0.17f, 0.19f, 0.22f, 1}, kFloor{0.055f, 0.06f, 0.07f, 1}, kCrushable{0.42f, 0.24f, 0.10f, 1},
    kMoving{0.12f, 0.26f, 0.42f, 1};
constexpr float kFloorWidth = 15;  // m, half: what is wider is ground, and darker

/// Corners of a box or wedge in the world at rest: bit 0 is +x, bit 1 +y, bit 2 +z. A wedge has its upper edge at +z alone: corners 2 and
/// 3 fall down to the lower edge. `out` m further out on every side.
std::array<Vec3, 8> cornersOf(const Solid& solid, float out = 0) {
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 8; ++i) {
    const Vec3 h = solid.halfExtent + Vec3{out, out, out};
    const bool high = (i & 2) != 0 && (solid.shape != SolidShape::wedge || (i & 4) != 0);
    corners[static_cast<std::size_t>(i)] =
        solid.worldFromSolid * Vec3{(i & 1) != 0 ? h.x : -h.x, high ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z};
  }
  return corners;
}

/// Counter-clockwise from outside: left, right, bottom, top, back, front.
constexpr std::array<Quad, 6> kFaces{{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

class Mesher {
 public:
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c, std::uint16_t joint) {
    const Vec3 normal = cross(b - a, c - a);
    if (!(length(normal) > 1e-12f)) return;  // of a wedge's flat side
    for (const Vec3& corner : {a, b, c}) {
      ModelVertex vertex;
      vertex.position = corner;
      vertex.normal = normalized(normal);
      vertex.joints[0] = joint;
      vertex.weights[0] = 1;
      data.indices.push_back(static_cast<std::uint32_t>(data.vertices.size()));
      data.vertices.push_back(vertex);
    }
  }
  void end(const std::array<float, 4>& color) {
    const auto count = static_cast<std::uint32_t>(data.indices.size());
    if (count > first_)
      data.parts.push_back({.firstIndex = first_, .indexCount = count - first_, .color = color, .image = -1, .doubleSided = true});
    first_ = count;
  }
  ModelData data;

 private:
  std::uint32_t first_ = 0;
};

const std::array<float, 4>& colorOf(const Solid& solid) {
  if (solid.role == SolidRole::crushable) return kCrushable;
  if (solid.mover >= 0) return kMoving;
  const bool wide = solid.shape == SolidShape::triangle || std::min(solid.halfExtent.x, solid.halfExtent.z) > kFloorWidth;
  return wide ? kFloor : kStanding;
}

bool stands(const Level& level, const LevelState& state, std::size_t index) {
  return level.solids[index].role != SolidRole::trigger && state.crushed[index] == 0;
}

}  // namespace

ModelData levelData(const Level& level, const LevelState& state) {
  Mesher mesher;
  // One part a colour: a level of many solids is drawn in a few calls.
  for (const std::array<float, 4>* color : {&kStanding, &kFloor, &kCrushable, &kMoving}) {
    for (std::size_t i = 0; i < level.solids.size(); ++i) {
      const Solid& solid = level.solids[i];
      if (!stands(level, state, i) || &colorOf(solid) != color) continue;
      if (solid.shape == SolidShape::triangle) {
        mesher.triangle(solid.corners[0], solid.corners[1], solid.corners[2], 0);
        continue;
      }
      const std::array<Vec3, 8> at = cornersOf(solid);
      const auto joint = static_cast<std::uint16_t>(solid.mover + 1);
      const auto corner = [&](int index) { return at[static_cast<std::size_t>(index)]; };
      for (const Quad& face : kFaces) {
        mesher.triangle(corner(face[0]), corner(face[1]), corner(face[2]), joint);
        mesher.triangle(corner(face[0]), corner(face[2]), corner(face[3]), joint);
      }
    }
    mesher.end(*color);
  }
  return std::move(mesher.data);
}

std::vector<Affine> levelSkin(const LevelState& state) {
  std::vector<Affine> skin{toAffine(Transform{})};
  for (const MoverState& mover : state.movers) skin.push_back(toAffine(mover.worldFromRest));
  return skin;
}

void drawLevel(DebugDraw& draw, const Level& level, const LevelState& state) {
  constexpr std::array<std::array<int, 2>, 12> kEdges{
      {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};
  draw.layer(Layer::grid);
  for (std::size_t i = 0; i < level.solids.size(); ++i) {
    const Solid& solid = level.solids[i];
    const bool trigger = solid.role == SolidRole::trigger;
    if (!trigger && !stands(level, state, i)) continue;
    const Color color = trigger ? Color{1, 0.85f, 0.2f, 0.7f} : Color{0.7f, 0.75f, 0.8f, 0.45f};
    if (solid.shape == SolidShape::triangle) {
      for (std::size_t k = 0; k < 3; ++k) draw.line(solid.corners[k], solid.corners[(k + 1) % 3], {color.r, color.g, color.b, 0.15f});
      continue;
    }
    constexpr float kOut = 0.003f;  // m, so that faces do not hide their own edges
    const std::array<Vec3, 8> at = cornersOf(solid, kOut);
    const Transform moved = solid.mover < 0 ? Transform{} : state.movers[static_cast<std::size_t>(solid.mover)].worldFromRest;
    for (const auto& [a, b] : kEdges) {
      const Vec3 from = moved * at[static_cast<std::size_t>(a)], to = moved * at[static_cast<std::size_t>(b)];
      if (distance(from, to) > 0) draw.line(from, to, color);
    }
  }
}

}  // namespace sinew::view
