#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// Stiffness in hertz, damping as a ratio, strength as a share of the joints' own caps: never gains.
class TuningPanel : public Panel {
 public:
  std::string_view title() const override { return "Tuning"; }

  void draw(Desk& desk) override {
    if (desk.session.manikin() == nullptr) return;
    Tuning tuning = desk.session.tuning();
    ImGui::SliderFloat("hold the pose, hertz", &tuning.hertz, 0.0f, 15.0f);
    ImGui::SliderFloat("damping ratio", &tuning.dampingRatio, 0.0f, 3.0f);
    ImGui::SliderFloat("strength", &tuning.strength, 0.0f, 5.0f);
    ImGui::SliderFloat("friction", &tuning.friction, 0.0f, 2.0f);
    desk.session.tune(tuning);
  }
};

}  // namespace

std::unique_ptr<Panel> makeTuningPanel() { return std::make_unique<TuningPanel>(); }

}  // namespace sinew::view
