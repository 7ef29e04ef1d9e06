#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// What happens to a character: a click is a hit that spreads and recovers; harder ones stagger it or bring it down.
class HitPanel : public Panel {
 public:
  std::string_view title() const override { return "Hits"; }
  bool concerns(Drive drive) const override { return drive == Drive::character; }

  void draw(Desk& desk) override {
    Actor& actor = *desk.session.actor();
    const Character& character = actor.character();
    ImGui::SliderFloat("impulse N s", &desk.pushImpulse, 1.0f, 500.0f, "%.0f", ImGuiSliderFlags_Logarithmic);
    const float mass = character.kind().mass;
    ImGui::TextDisabled("click a part; staggers at %.0f, falls at %.0f", static_cast<double>(mass * character.options.staggerSpeed),
                        static_cast<double>(mass * character.options.fallSpeed));
    if (ImGui::Button("Stagger")) actor.stagger();
    ImGui::SameLine();
    if (ImGui::Button("Knock out (k)")) actor.character().knockOut();
    ImGui::SameLine();
    if (ImGui::Button("Anew (r)")) return desk.session.act();
    ImGui::Checkbox("gets up by itself (g)", &actor.character().options.getsUp);
    ImGui::SliderFloat("recovery s", &actor.character().options.recovery, 0.05f, 2.0f);
    ImGui::SliderFloat("spread", &actor.character().options.spread, 0.0f, 1.0f);

    const std::string_view balance = nameOf(character.balance());
    ImGui::Text("%.*s, %.2f s", static_cast<int>(balance.size()), balance.data(), static_cast<double>(actor.time()));
    const auto& log = actor.log();
    for (std::size_t i = log.size() > kLines ? log.size() - kLines : 0; i < log.size(); ++i) {
      const std::string_view to = nameOf(log[i].to);
      ImGui::TextDisabled("%6.2f s  %.*s", static_cast<double>(log[i].time), static_cast<int>(to.size()), to.data());
    }
  }

 private:
  static constexpr std::size_t kLines = 5;
};

}  // namespace

std::unique_ptr<Panel> makeHitPanel() { return std::make_unique<HitPanel>(); }

}  // namespace sinew::view
