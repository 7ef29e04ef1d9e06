#include <algorithm>

#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// Every finding; a click frames the part it names.
class FindingsPanel : public Panel {
 public:
  std::string_view title() const override { return "Findings"; }
  bool concerns(Drive) const override { return true; }

  void draw(Desk& desk) override {
    const Findings& findings = desk.session.findings();
    if (findings.empty()) return ImGui::TextDisabled("none");
    constexpr std::size_t kLines = 9;
    const float lines = static_cast<float>(std::min(findings.size(), kLines));
    ImGui::BeginChild("all", ImVec2(0, lines * ImGui::GetTextLineHeightWithSpacing()));
    std::size_t index = 0;
    for (const Finding& finding : findings) {
      const ImVec4 color = finding.severity == Severity::failure   ? ImVec4(1, 0.35f, 0.3f, 1)
                           : finding.severity == Severity::warning ? ImVec4(1, 0.8f, 0.3f, 1)
                                                                   : ImVec4(0.7f, 0.75f, 0.8f, 1);
      ImGui::PushStyleColor(ImGuiCol_Text, color);
      const std::string label = finding.rule + (finding.role.empty() ? "" : " " + finding.role) + "##" + std::to_string(index);
      if (ImGui::Selectable(label.c_str(), chosen_ == index)) {
        chosen_ = index;
        frame(desk, finding.role);
      }
      ImGui::PopStyleColor();
      if (ImGui::IsItemHovered()) tip(finding.message);
      ++index;
    }
    ImGui::EndChild();
    if (chosen_ && *chosen_ < findings.size()) ImGui::TextWrapped("%s", findings[*chosen_].message.c_str());
  }

 private:
  static void tip(const std::string& message) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(420);
    ImGui::TextUnformatted(message.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }

  static void frame(Desk& desk, const std::string& role) {
    const Manikin* manikin = desk.session.manikin();
    if (manikin == nullptr) return;
    for (std::size_t i = 0; i < manikin->parts.size(); ++i) {
      if (manikin->parts[i].name == role) desk.selected = desk.focus = i;
    }
  }

  std::optional<std::size_t> chosen_{};  ///< finding
};

}  // namespace

std::unique_ptr<Panel> makeFindingsPanel() { return std::make_unique<FindingsPanel>(); }

}  // namespace sinew::view
