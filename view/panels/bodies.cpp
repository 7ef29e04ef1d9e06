#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// Drop, push, and what the selected part is made of.
class BodiesPanel : public Panel {
 public:
  std::string_view title() const override { return "Bodies"; }

  void draw(Desk& desk) override {
    Session& session = desk.session;
    const Manikin* manikin = session.manikin();
    if (manikin == nullptr) {
      ImGui::TextWrapped("The role map was refused: there are no bodies.");
      return;
    }
    ImGui::SliderFloat("height m", &desk.dropHeight, 0.0f, 5.0f);
    ImGui::SliderFloat("impulse N s", &desk.pushImpulse, 1.0f, 500.0f, "%.0f", ImGuiSliderFlags_Logarithmic);
    if (ImGui::Button("Drop (d)")) session.drop(desk.dropHeight);
    ImGui::SameLine();
    if (ImGui::Button("Pose (r)")) session.toPose();
    ImGui::TextDisabled("click a part: push; drag: pull; right: orbit");
    if (!desk.selected) return;
    const Part& part = manikin->parts[*desk.selected];
    ImGui::Separator();
    ImGui::Text("%s on %s", part.name.c_str(), part.jointName.c_str());
    ImGui::Text("radius %.1f mm, half %.1f mm, %.2f kg", 1000.0 * static_cast<double>(part.radius),
                1000.0 * static_cast<double>(part.halfHeight), static_cast<double>(part.mass));
    if (part.coverage) ImGui::Text("covers %.0f %% of %u vertices", 100.0 * static_cast<double>(*part.coverage), part.verticesUsed);
    if (ImGui::Button("Frame it (f)")) desk.focus = desk.selected;
  }
};

}  // namespace

std::unique_ptr<Panel> makeBodiesPanel() { return std::make_unique<BodiesPanel>(); }

}  // namespace sinew::view
