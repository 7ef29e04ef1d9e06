#include <algorithm>

#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// Energy, largest joint separation, and the selected part's joint angle over the history.
class PlotsPanel : public Panel {
 public:
  std::string_view title() const override { return "Plots"; }

  void draw(Desk& desk) override {
    const std::deque<Moment>& history = desk.session.history();
    if (history.empty()) {
      ImGui::TextDisabled("drop the body to see plots");
      return;
    }
    plot("energy J", history, [](const Moment& m) { return m.kinetic + m.potential; });
    plot("separation mm", history, [](const Moment& m) { return 1000 * m.separation; });
    if (desk.selected && *desk.selected > 0) {
      const std::size_t part = *desk.selected;
      plot("angle deg", history, [part](const Moment& m) { return degrees(m.angles[part]); });
    }
  }

 private:
  template <class Value>
  void plot(const char* label, const std::deque<Moment>& history, Value value) {
    values_.clear();
    for (const Moment& moment : history) values_.push_back(value(moment));
    const auto [low, high] = std::minmax_element(values_.begin(), values_.end());
    char overlay[64];
    std::snprintf(overlay, sizeof overlay, "%.2f  (%.2f .. %.2f)", static_cast<double>(values_.back()), static_cast<double>(*low),
                  static_cast<double>(*high));
    ImGui::PlotLines(label, values_.data(), static_cast<int>(values_.size()), 0, overlay, *low, *high, ImVec2(220, 50));
  }

  std::vector<float> values_;  ///< kept from frame to frame
};

}  // namespace

std::unique_ptr<Panel> makePlotsPanel() { return std::make_unique<PlotsPanel>(); }

}  // namespace sinew::view
