#pragma once

#include <array>
#include <string>
#include <vector>

#include <sinew/base/draw.h>

namespace sinew::view {

struct CanvasVertex {
  Vec3 position;
  Color color;
};

struct CanvasLabel {
  Layer layer = Layer::labels;
  Vec3 position;
  Color color;
  std::string text;
};

/// A capsule whose edge depends on where it is seen from.
struct CanvasCapsule {
  Transform worldFromShape;
  float radius = 0, halfHeight = 0;  ///< m
  Color color;
};

/// Collects what rooms draw as plain lines and labels, one list a layer.
class Canvas : public DebugDraw {
 public:
  void layer(Layer layer) override { layer_ = layer; }
  void line(const Vec3& a, const Vec3& b, const Color& color) override;
  void capsule(const Transform& worldFromShape, float radius, float halfHeight, const Color& color) override;
  void box(const Transform& worldFromShape, const Vec3& halfExtent, const Color& color) override;
  void frame(const Transform& worldFromFrame, float size) override;
  void cone(const Transform& worldFromFrame, const SwingCone& swing, float size, const Color& color) override;
  void fan(const Transform& worldFromFrame, float low, float high, float size, const Color& color) override;
  void text(const Vec3& at, std::string_view text, const Color& color) override;

  void clear();
  /// Pairs of vertices.
  const std::vector<CanvasVertex>& lines(Layer layer) const { return lines_[static_cast<std::size_t>(layer)]; }
  const std::vector<CanvasCapsule>& capsules(Layer layer) const { return capsules_[static_cast<std::size_t>(layer)]; }
  const std::vector<CanvasLabel>& labels() const { return labels_; }

 private:
  /// An arc in the plane of the unit vectors `x` and `y`.
  void arc(const Vec3& center, const Vec3& x, const Vec3& y, float radius, float from, float to, const Color& color);

  Layer layer_ = Layer::colliders;
  std::array<std::vector<CanvasVertex>, kLayerCount> lines_;
  std::array<std::vector<CanvasCapsule>, kLayerCount> capsules_;
  std::vector<CanvasLabel> labels_;
};

}  // namespace sinew::view
