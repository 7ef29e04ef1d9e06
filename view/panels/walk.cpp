#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// How it is steered, what its gait makes of it, and what it met.
class WalkPanel : public Panel {
 public:
  std::string_view title() const override { return "Walk"; }
  bool concerns(Drive drive) const override { return drive == Drive::walk; }

  void draw(Desk& desk) override {
    Stroll& stroll = *desk.session.stroll();
    const Walker& walker = stroll.walker();
    ImGui::TextDisabled("w/s: throttle, x: stop, a/d: turn");
    ImGui::TextDisabled("q/e: torso, r: from the start");
    const ControlState& controls = stroll.controls();
    bar("throttle", 0.5f + 0.5f * controls.lever, "%+.2f", controls.lever);
    bar("stick", 0.5f - 0.5f * controls.stick, "%+.2f", controls.stick);
    if (!desk.session.controls.focused) ImGui::TextDisabled("without focus: sticks centre, the lever stays");
    ImGui::SliderFloat("damage", &stroll.damage, 0.0f, 1.0f);

    const std::string_view state = stroll.state();
    ImGui::Text("%.*s, %.2f m/s of %.2f, %.1f m walked", static_cast<int>(state.size()), state.data(),
                static_cast<double>(walker.body().pace), static_cast<double>(walker.kind().gait.topSpeed),
                static_cast<double>(stroll.travelled()));
    const WalkerFrame& frame = stroll.frame();
    ImGui::Text("%s%s%s", frame.ground.hit ? "on the ground" : "no ground", frame.rejected ? ", move rejected" : "",
                frame.crashed ? ", crashed" : "");
    for (const Stroll::Told& told : stroll.log()) ImGui::TextDisabled("%6.2f s  %s", static_cast<double>(told.time), told.text.c_str());
  }

 private:
  static void bar(const char* name, float share, const char* format, float value) {
    char text[32];
    std::snprintf(text, sizeof text, format, static_cast<double>(value));
    ImGui::ProgressBar(share, ImVec2(ImGui::CalcItemWidth(), 0), text);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(name);
  }
};

}  // namespace

std::unique_ptr<Panel> makeWalkPanel() { return std::make_unique<WalkPanel>(); }

}  // namespace sinew::view
