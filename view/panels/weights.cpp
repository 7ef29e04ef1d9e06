#include <algorithm>

#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// How each part follows the animation while nothing hits it: by groups, or the part that was clicked.
class WeightsPanel : public Panel {
 public:
  std::string_view title() const override { return "Weights"; }
  bool concerns(Drive drive) const override { return drive == Drive::character; }

  void draw(Desk& desk) override {
    Actor& actor = *desk.session.actor();
    const Manikin& manikin = *desk.session.manikin();
    const std::vector<std::size_t> parts = chosen(desk, manikin);
    if (parts.empty()) return;

    // What the first of them has, all of them get.
    const PartDrive& first = actor.character().stance[parts.front()];
    auto mode = static_cast<int>(first.mode);
    float muscle = first.muscle, pin = first.pin, mapping = first.mapping;
    bool changed = false;
    for (const auto& [name, value] :
         {std::pair{"kinematic", PartMode::kinematic}, {"powered", PartMode::powered}, {"limp", PartMode::limp}}) {
      if (ImGui::RadioButton(name, mode == static_cast<int>(value)) && mode != static_cast<int>(value)) {
        // What is not led by the animation is only seen where its body is drawn.
        mapping = value == PartMode::kinematic ? 0.0f : 1.0f;
        mode = static_cast<int>(value);
        changed = true;
      }
      if (value != PartMode::limp) ImGui::SameLine();
    }
    changed |= ImGui::SliderFloat("muscle", &muscle, 0.0f, 1.0f, "%.4f", ImGuiSliderFlags_Logarithmic);
    changed |= ImGui::SliderFloat("pin", &pin, 0.0f, 1.0f, "%.3f", ImGuiSliderFlags_Logarithmic);
    changed |= ImGui::SliderFloat("mapping", &mapping, 0.0f, 1.0f);
    if (changed) actor.follow(parts, static_cast<PartMode>(mode), muscle, pin, mapping);
    if (ImGui::Button("All limp (l)")) actor.goLimp();
    ImGui::SameLine();
    if (ImGui::Button("All as animated (o)")) actor.followAll();
    table(actor, manikin);
  }

 private:
  std::vector<std::size_t> chosen(const Desk& desk, const Manikin& manikin) {
    const std::vector<PartGroup> groups = partGroups(manikin);
    const auto shownName = [&](std::size_t i) { return i < groups.size() ? groups[i].name : std::string("the selected part"); };
    if (ImGui::BeginCombo("of", shownName(group_).c_str())) {
      for (std::size_t i = 0; i <= groups.size(); ++i)
        if (ImGui::Selectable(shownName(i).c_str(), group_ == i)) group_ = i;
      ImGui::EndCombo();
    }
    if (group_ < groups.size()) return groups[group_].parts;
    if (desk.selected) return {*desk.selected};
    ImGui::TextDisabled("click a part");
    return {};
  }

  /// As they are now, hits and falls among them.
  static void table(const Actor& actor, const Manikin& manikin) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersOuter;
    if (!ImGui::BeginTable("now", 5, kFlags, ImVec2(0, 9 * ImGui::GetTextLineHeightWithSpacing()))) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const char* name : {"part", "mode", "muscle", "pin", "mapping"}) ImGui::TableSetupColumn(name);
    ImGui::TableHeadersRow();
    const Ragdoll& ragdoll = actor.character().ragdoll;
    for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
      const PartDrive& drive = ragdoll.drives[i];
      const bool saturated = i < ragdoll.saturated.size() && ragdoll.saturated[i] != 0;
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(manikin.parts[i].name.c_str());
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(drive.mode == PartMode::kinematic ? "kin" : drive.mode == PartMode::powered ? "pow" : "limp");
      ImGui::TableNextColumn();
      if (saturated) {
        ImGui::TextColored(ImVec4(1, 0.6f, 0.2f, 1), "%.4f", static_cast<double>(drive.muscle));  // its motor met its cap
      } else {
        ImGui::Text("%.4f", static_cast<double>(drive.muscle));
      }
      ImGui::TableNextColumn();
      ImGui::Text("%.3f", static_cast<double>(drive.pin));
      ImGui::TableNextColumn();
      ImGui::Text("%.2f", static_cast<double>(drive.mapping));
    }
    ImGui::EndTable();
  }

  std::size_t group_ = 0;  ///< of the groups; behind them: the selected part
};

}  // namespace

std::unique_ptr<Panel> makeWeightsPanel() { return std::make_unique<WeightsPanel>(); }

}  // namespace sinew::view
