#include <algorithm>
#include <cstdio>

#include <sinew/locomotion/walk.h>

namespace sinew {

namespace {

constexpr float kMargin = 1.5f;  ///< m around the path
constexpr float kPixels = 900;   ///< of the longer side

std::string text(const char* format, auto... values) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, format, static_cast<double>(values)...);
  return buffer;
}

/// Seen from above: +x to the left as the walker that faces up the page sees it, +z up.
class Chart {
 public:
  explicit Chart(const WalkRecord& record) : record_(record) {
    low_ = high_ = record.steps.empty() ? Vec3{} : record.steps.front().worldFromModel.translation;
    for (const WalkStep& step : record.steps) {
      const Vec3& at = step.worldFromModel.translation;
      low_ = {std::min(low_.x, at.x), 0, std::min(low_.z, at.z)};
      high_ = {std::max(high_.x, at.x), 0, std::max(high_.z, at.z)};
    }
    low_ = low_ - Vec3{kMargin, 0, kMargin};
    high_ += {kMargin, 0, kMargin};
    scale_ = kPixels / std::max(high_.x - low_.x, high_.z - low_.z);
  }

  std::string draw() {
    out_ = text("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" font-size=\"13\">\n",
                (high_.x - low_.x) * scale_, (high_.z - low_.z) * scale_);
    out_ += "<rect width=\"100%\" height=\"100%\" fill=\"#f6f5f1\"/>\n";
    for (const Solid& solid : record_.level.solids) drawSolid(solid);
    drawPath();
    for (const auto& [time, event] : record_.events) drawEvent(time, event);
    drawLegend();
    return out_ + "</svg>\n";
  }

 private:
  float x(const Vec3& at) const { return (high_.x - at.x) * scale_; }
  float y(const Vec3& at) const { return (high_.z - at.z) * scale_; }

  /// Floors that reach beyond the picture are the page.
  void drawSolid(const Solid& solid) {
    const Hull hull = hullOf(solid);
    const Aabb box = boundsOf(hull);
    if (box.low.x < low_.x && box.low.z < low_.z && box.high.x > high_.x && box.high.z > high_.z) return;
    if (solid.shape == SolidShape::triangle) return;
    std::vector<Vec3> ring(hull.points.begin(), hull.points.begin() + hull.pointCount);
    const Vec3 middle = (box.low + box.high) * 0.5f;
    std::sort(ring.begin(), ring.end(), [&](const Vec3& a, const Vec3& b) {
      return std::atan2(a.z - middle.z, a.x - middle.x) < std::atan2(b.z - middle.z, b.x - middle.x);
    });
    std::string points;
    for (const Vec3& corner : ring) points += text("%.1f,%.1f ", x(corner), y(corner));
    const char* fill = solid.role == SolidRole::crushable ? "#e9c98f"
                       : solid.role == SolidRole::trigger ? "none"
                       : solid.mover >= 0                 ? "#b9cfe4"
                                                          : "#d5d3cb";
    out_ += "<polygon points=\"" + points + "\" fill=\"" + fill + "\" stroke=\"#8d8a80\"" +
            (solid.role == SolidRole::trigger ? " stroke-dasharray=\"4 3\"" : "") + "/>\n";
  }

  static const char* colourOf(const std::string& state) {
    if (state.starts_with("run")) return "#c0392b";
    if (state.starts_with("walk") || state.starts_with("standToWalk")) return "#2e6f40";
    if (state.starts_with("reverse")) return "#7d3c98";
    if (state.starts_with("gimp")) return "#b9770e";
    return "#34495e";
  }

  void drawPath() {
    const auto& steps = record_.steps;
    for (std::size_t i = 1; i < steps.size(); ++i) {
      const Vec3 &a = steps[i - 1].worldFromModel.translation, &b = steps[i].worldFromModel.translation;
      out_ += text("<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\"", x(a), y(a), x(b), y(b)) + " stroke=\"" +
              colourOf(steps[i].state) + "\" stroke-width=\"3\" stroke-linecap=\"round\"/>\n";
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (static_cast<int>(steps[i].time) == static_cast<int>(i == 0 ? -1 : steps[i - 1].time)) continue;
      const Vec3& at = steps[i].worldFromModel.translation;
      out_ += text("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"#222\"/>", x(at), y(at)) +
              text("<text x=\"%.1f\" y=\"%.1f\" fill=\"#777\">%.0f s</text>\n", x(at) + 5, y(at) - 4, steps[i].time);
    }
  }

  void drawEvent(double time, const WalkEvent& event) {
    const auto step =
        std::lower_bound(record_.steps.begin(), record_.steps.end(), time - 1e-9, [](const WalkStep& s, double t) { return s.time < t; });
    if (step == record_.steps.end()) return;
    const Vec3& at = step->worldFromModel.translation;
    const auto mark = [&](const char* colour, float radius) {
      out_ += text("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.0f\"", x(at), y(at), radius) + " fill=\"none\" stroke=\"" + colour +
              "\" stroke-width=\"2\"/>\n";
    };
    if (event.type == WalkEventType::crashed) mark("#c0392b", 12);
    if (event.type == WalkEventType::blocked) mark("#e67e22", 6);
    if (event.type == WalkEventType::crushed) mark("#b9770e", 8);
  }

  void drawLegend() {
    const char* names[][2] = {{"walk", "#2e6f40"},  {"run", "#c0392b"},       {"back", "#7d3c98"},   {"limp", "#b9770e"},
                              {"stand", "#34495e"}, {"o blocked", "#e67e22"}, {"O crash", "#c0392b"}};
    float left = 8;
    for (const auto& [name, colour] : names) {
      out_ += text("<text x=\"%.0f\" y=\"18\"", left) + " fill=\"" + colour + "\">" + name + "</text>\n";
      left += 12 + 8 * static_cast<float>(std::string_view(name).size());
    }
  }

  const WalkRecord& record_;
  Vec3 low_, high_;
  float scale_ = 1;
  std::string out_;
};

}  // namespace

std::string walkChart(const WalkRecord& record) { return Chart(record).draw(); }

}  // namespace sinew
