#include <imgui.h>

#include <sinew/base/text.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

/// Clips over the clip that plays, limbs that reach, and the animated pose beside the drawn one.
class PosePanel : public Panel {
 public:
  std::string_view title() const override { return "Pose layers"; }
  bool concerns(Drive drive) const override { return drive == Drive::character; }

  void draw(Desk& desk) override {
    Actor& actor = *desk.session.actor();
    ImGui::Checkbox("ghost: the animated pose (h)", &desk.ghost);
    layers(actor);
    ImGui::TextDisabled("drag a hand or foot: it reaches");
    for (std::int32_t i = 0; i < actor.limbCount(); ++i) {
      if (actor.limb(i).upper < 0) continue;
      bool on = actor.reaches(i);
      if (ImGui::Checkbox(actor.limbName(i).c_str(), &on)) {
        if (on) {
          actor.reach(i, actor.animated()[static_cast<std::size_t>(actor.limb(i).end)].translation);
        } else {
          actor.release(i);
        }
      }
      if (i % 2 == 0 && i + 1 < actor.limbCount()) ImGui::SameLine(150);
    }
  }

 private:
  void layers(Actor& actor) {
    const std::vector<Clip>& clips = actor.animation().clips;
    for (std::size_t i = 0; i < actor.layers().size(); ++i) {
      const ActorLayer& layer = actor.layers()[i];
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::SmallButton("x")) {
        actor.removeLayer(i);
        ImGui::PopID();
        break;
      }
      ImGui::SameLine();
      float weight = layer.weight;
      const std::string name = printable(clips[static_cast<std::size_t>(layer.clip)].name, 24) +
                               (layer.mode == LayerMode::additive ? " +" : "") + (layer.upperBody ? " upper" : "");
      if (ImGui::SliderFloat(name.c_str(), &weight, 0.0f, 1.0f)) actor.setLayerWeight(i, weight);
      ImGui::PopID();
    }
    ImGui::Checkbox("upper body", &upperBody_);
    ImGui::SameLine();
    ImGui::Checkbox("additive", &additive_);
    if (ImGui::BeginCombo("add a layer", "clip ...")) {
      for (std::size_t i = 0; i < clips.size(); ++i) {
        const std::string name = printable(clips[i].name, 40) + "##" + std::to_string(i);
        if (ImGui::Selectable(name.c_str()))
          actor.addLayer(static_cast<std::int32_t>(i), additive_ ? LayerMode::additive : LayerMode::override, upperBody_);
      }
      ImGui::EndCombo();
    }
  }

  bool upperBody_ = true, additive_ = false;
};

}  // namespace

std::unique_ptr<Panel> makePosePanel() { return std::make_unique<PosePanel>(); }

}  // namespace sinew::view
