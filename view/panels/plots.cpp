#include <algorithm>

#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// Energy, largest joint separation, and the selected part's joint angle over the history.
class PlotsPanel : public Panel {
 public:
  std::string_view title() const override { return "Plots"; }
  Place place() const override { return Place::strip; }

  void draw(Desk& desk) override {
    const std::deque<Moment>& history = desk.session.history();
    plot("energy J", history, [](const Moment& m) { return m.kinetic + m.potential; });
    ImGui::SameLine();
    plot("joint separation mm", history, [](const Moment& m) { return 1000 * m.separation; });
    if (desk.selected && *desk.selected > 0) {
      const std::size_t part = *desk.selected;
      ImGui::SameLine();
      plot(("angle of " + desk.session.manikin()->parts[part].name + " deg").c_str(), history,
           [part](const Moment& m) { return degrees(m.angles[part]); });
    }
  }

 private:
  template <class Value>
  void plot(const char* label, const std::deque<Moment>& history, Value value) {
    values_.clear();
    for (const Moment& moment : history) values_.push_back(value(moment));
    const auto [low, high] = std::minmax_element(values_.begin(), values_.end());
    // Three beside one another, each under its name and its range.
    const float width = (ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x) / 3 - ImGui::GetStyle().ItemSpacing.x;
    ImGui::BeginGroup();
    ImGui::TextUnformatted(label);
    ImGui::TextDisabled("%.2f (%.2f .. %.2f)", static_cast<double>(values_.back()), static_cast<double>(*low), static_cast<double>(*high));
    ImGui::PlotLines((std::string("##") + label).c_str(), values_.data(), static_cast<int>(values_.size()), 0, nullptr, *low, *high,
                     ImVec2(width, ImGui::GetContentRegionAvail().y));
    ImGui::EndGroup();
  }

  std::vector<float> values_;  ///< kept from frame to frame
};

}  // namespace

std::unique_ptr<Panel> makePlotsPanel() { return std::make_unique<PlotsPanel>(); }

}  // namespace sinew::view
