#pragma once

#include <cstdint>
#include <string_view>

#include <sinew/base/math.h>

namespace sinew {

/// Linear RGBA, [0, 1].
struct Color {
  float r = 1, g = 1, b = 1, a = 1;
};

/// What a picture can show or hide. Whatever is drawn belongs to the layer that was set last.
enum class Layer : std::uint8_t { mesh, colliders, skeleton, frames, limits, mass, contacts, grid, labels };
inline constexpr std::size_t kLayerCount = static_cast<std::size_t>(Layer::labels) + 1;
inline constexpr std::string_view kLayerNames[kLayerCount] = {"mesh", "colliders", "skeleton", "frames", "limits",
                                                              "mass", "contacts",  "grid",     "labels"};

/// How far a ball joint's bone may swing to each side, rad: the four quarter-ellipses of its limit.
struct SwingCone {
  float low1 = 0, high1 = 0;  ///< about y
  float low2 = 0, high2 = 0;  ///< about z
};

/// The one way in which any room draws itself. The renderer, the report and a recording test implement it; no room knows them.
/// World space, metres.
class DebugDraw {
 public:
  virtual ~DebugDraw() = default;

  virtual void layer(Layer layer) = 0;
  virtual void line(const Vec3& a, const Vec3& b, const Color& color) = 0;
  /// Along the shape's y; a sphere where halfHeight is 0. Outline of the true shape.
  virtual void capsule(const Transform& worldFromShape, float radius, float halfHeight, const Color& color) = 0;
  virtual void box(const Transform& worldFromShape, const Vec3& halfExtent, const Color& color) = 0;
  /// Three axes of length `size`, red green blue.
  virtual void frame(const Transform& worldFromFrame, float size) = 0;
  /// Rim and spokes of a swing limit about the frame's x axis, `size` long.
  virtual void cone(const Transform& worldFromFrame, const SwingCone& swing, float size, const Color& color) = 0;
  /// A fan from `low` to `high` about the frame's x axis, measured from its y axis.
  virtual void fan(const Transform& worldFromFrame, float low, float high, float size, const Color& color) = 0;
  virtual void text(const Vec3& at, std::string_view text, const Color& color) = 0;
};

}  // namespace sinew
