#include "grid.h"

#include <cstdio>

namespace sinew::view {

float roundLength(float size) {
  const float wanted = std::max(size, 1e-6f) / 5;
  const float power = std::pow(10.0f, std::floor(std::log10(wanted)));
  const float mantissa = wanted / power;
  return power * (mantissa < 1.5f ? 1 : mantissa < 3.5f ? 2 : mantissa < 7.5f ? 5 : 10);
}

void drawGround(DebugDraw& draw, const Vec3& center, const Vec3& up, const Vec3& forward, float size) {
  const float step = roundLength(size);
  const Vec3 left = cross(up, forward);
  constexpr int kCells = 6;
  draw.layer(Layer::grid);
  const float extent = step * kCells;
  for (int i = -kCells; i <= kCells; ++i) {
    const float at = step * static_cast<float>(i);
    const Color color = i == 0 ? Color{0.5f, 0.55f, 0.6f, 0.6f} : Color{0.4f, 0.45f, 0.5f, 0.28f};
    draw.line(center + left * at - forward * extent, center + left * at + forward * extent, color);
    draw.line(center + forward * at - left * extent, center + forward * at + left * extent, color);
  }

  // The bar stands in front and to the right, one square long.
  const Vec3 from = center - left * (1.2f * step) + forward * (1.2f * step), to = from - left * step;
  const Color white{1, 1, 1, 1};
  draw.line(from, to, white);
  for (const Vec3& end : {from, to}) draw.line(end - up * (0.06f * step), end + up * (0.06f * step), white);
  char text[32];
  std::snprintf(text, sizeof text, step >= 0.01f && step < 1000 ? "%g m" : "%.0e m", static_cast<double>(step));
  draw.text((from + to) * 0.5f - up * (0.15f * step), text, white);
}

}  // namespace sinew::view
