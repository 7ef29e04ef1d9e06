#include "canvas.h"

namespace sinew::view {
namespace {

constexpr int kArcSteps = 24;  ///< segments of a full half circle

}  // namespace

void Canvas::line(const Vec3& a, const Vec3& b, const Color& color) {
  auto& list = lines_[static_cast<std::size_t>(layer_)];
  list.push_back({a, color});
  list.push_back({b, color});
}

void Canvas::arc(const Vec3& center, const Vec3& x, const Vec3& y, float radius, float from, float to, const Color& color) {
  const int steps = std::max(2, static_cast<int>(std::ceil(kArcSteps * std::abs(to - from) / kPi)));
  Vec3 last;
  for (int i = 0; i <= steps; ++i) {
    const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(steps);
    const Vec3 point = center + (x * std::cos(angle) + y * std::sin(angle)) * radius;
    if (i > 0) line(last, point, color);
    last = point;
  }
}

void Canvas::capsule(const Transform& worldFromShape, float radius, float halfHeight, const Color& edge) {
  const Color color{edge.r, edge.g, edge.b, 0.5f * edge.a};
  const Mat3 axes = toMatrix(worldFromShape.rotation);
  const Vec3 top = worldFromShape * Vec3{0, halfHeight, 0}, bottom = worldFromShape * Vec3{0, -halfHeight, 0};
  // Rings where the cylinder meets its caps.
  arc(top, axes.x, axes.z, radius, 0, 2 * kPi, color);
  if (halfHeight > 0) arc(bottom, axes.x, axes.z, radius, 0, 2 * kPi, color);
  // Two planes through the axis; the edge itself depends on the camera and is added when it is drawn.
  for (const Vec3& out : {axes.x, axes.z}) {
    arc(top, out, axes.y, radius, 0, kPi, color);
    arc(bottom, out, axes.y, radius, kPi, 2 * kPi, color);
    if (halfHeight > 0) {
      line(top + out * radius, bottom + out * radius, color);
      line(top - out * radius, bottom - out * radius, color);
    }
  }
  capsules_[static_cast<std::size_t>(layer_)].push_back({worldFromShape, radius, halfHeight, edge});
}

void Canvas::box(const Transform& worldFromShape, const Vec3& h, const Color& color) {
  const auto corner = [&](int i) {
    return worldFromShape * Vec3{(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z};
  };
  for (int i = 0; i < 8; ++i) {
    for (int bit = 1; bit < 8; bit *= 2) {
      if ((i & bit) == 0) line(corner(i), corner(i | bit), color);
    }
  }
}

void Canvas::frame(const Transform& worldFromFrame, float size) {
  const Vec3 origin = worldFromFrame.translation;
  line(origin, worldFromFrame * Vec3{size, 0, 0}, {1, 0.2f, 0.2f, 1});
  line(origin, worldFromFrame * Vec3{0, size, 0}, {0.2f, 1, 0.2f, 1});
  line(origin, worldFromFrame * Vec3{0, 0, size}, {0.3f, 0.5f, 1, 1});
}

void Canvas::cone(const Transform& worldFromFrame, const SwingCone& swing, float size, const Color& color) {
  constexpr int kSteps = 32;
  Vec3 last;
  for (int i = 0; i <= kSteps; ++i) {
    // Each quarter of the rim is an ellipse of its own half axes.
    const float phi = 2 * kPi * static_cast<float>(i) / kSteps;
    const float c = std::cos(phi), s = std::sin(phi);
    const Vec3 turn{0, c >= 0 ? c * swing.high1 : -c * swing.low1, s >= 0 ? s * swing.high2 : -s * swing.low2};
    const Vec3 point = worldFromFrame * rotate(exponential(turn), Vec3{size, 0, 0});
    if (i > 0) line(last, point, color);
    if (i % 4 == 0) line(worldFromFrame.translation, point, color);
    last = point;
  }
}

void Canvas::fan(const Transform& worldFromFrame, float low, float high, float size, const Color& color) {
  const Mat3 axes = toMatrix(worldFromFrame.rotation);
  const auto at = [&](float angle) { return worldFromFrame.translation + (axes.y * std::cos(angle) + axes.z * std::sin(angle)) * size; };
  arc(worldFromFrame.translation, axes.y, axes.z, size, low, high, color);
  line(worldFromFrame.translation, at(low), color);
  line(worldFromFrame.translation, at(high), color);
}

void Canvas::text(const Vec3& at, std::string_view text, const Color& color) { labels_.push_back({layer_, at, color, std::string(text)}); }

void Canvas::clear() {
  for (auto& list : lines_) list.clear();
  for (auto& list : capsules_) list.clear();
  labels_.clear();
}

}  // namespace sinew::view
