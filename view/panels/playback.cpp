#include <imgui.h>

#include <sinew/base/text.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

class PlaybackPanel : public Panel {
 public:
  std::string_view title() const override { return "Playback"; }
  bool concerns(Drive) const override { return true; }

  void draw(Desk& desk) override {
    Session& session = desk.session;
    if (ImGui::Button(session.playing ? "Pause (space)" : "Play (space)")) session.playing = !session.playing;
    ImGui::SameLine();
    if (ImGui::Button("Step (.)")) session.stepOnce();
    ImGui::SliderFloat("speed", &session.speed, 0.02f, 2.0f, "%.2f x", ImGuiSliderFlags_Logarithmic);

    modes(session);
    if (Actor* actor = session.actor()) return play(*actor);
    if (session.stroll() != nullptr) return;

    // Clips, with the bind pose before them.
    const std::vector<AssetClip>& clips = session.asset().clips;
    const std::string shown = session.clip < 0 ? "bind pose" : printable(clips[static_cast<std::size_t>(session.clip)].name, 40);
    if (ImGui::BeginCombo("clip", shown.c_str())) {
      for (int i = -1; i < static_cast<int>(clips.size()); ++i) {
        const std::string name = i < 0 ? "bind pose" : printable(clips[static_cast<std::size_t>(i)].name, 40);
        if (ImGui::Selectable((name + "##" + std::to_string(i)).c_str(), i == session.clip)) {
          session.clip = i;
          session.clipTime = 0;
          session.toPose();
        }
      }
      ImGui::EndCombo();
    }
    ImGui::Text("%s, %.2f s", session.drive() == Drive::bodies ? "bodies" : "pose", static_cast<double>(session.time()));
  }

 private:
  /// What moves the character. Bodies alone begin with a drop.
  static void modes(Session& session) {
    if (session.manikin() == nullptr) return;
    if (ImGui::RadioButton("clip", session.drive() == Drive::pose)) session.toPose();
    ImGui::SameLine();
    if (ImGui::RadioButton("bodies", session.drive() == Drive::bodies)) session.drop(0.001f);
    ImGui::SameLine();
    if (ImGui::RadioButton("character (c)", session.drive() == Drive::character)) session.act();
    if (!session.hasLevel()) return;
    ImGui::SameLine();
    if (ImGui::RadioButton("walk", session.drive() == Drive::walk)) session.walk();
  }

  /// The file's clips and the built-in ones for what it lacks.
  static void play(Actor& actor) {
    const std::vector<Clip>& clips = actor.animation().clips;
    const std::int32_t now = actor.character().animator.clip();
    const std::string shown = now < 0 ? "bind pose" : printable(clips[static_cast<std::size_t>(now)].name, 40);
    if (ImGui::BeginCombo("clip", shown.c_str())) {
      for (std::int32_t i = 0; i < static_cast<std::int32_t>(clips.size()); ++i) {
        const std::string name = printable(clips[static_cast<std::size_t>(i)].name, 40) + "##" + std::to_string(i);
        if (ImGui::Selectable(name.c_str(), i == now)) actor.play(i);
      }
      ImGui::EndCombo();
    }
    bool paused = actor.character().animator.paused();
    if (ImGui::Checkbox("pause the animation alone", &paused)) actor.character().animator.setPaused(paused);
  }
};

}  // namespace

std::unique_ptr<Panel> makePlaybackPanel() { return std::make_unique<PlaybackPanel>(); }

std::vector<std::unique_ptr<Panel>> makePanels() {
  std::vector<std::unique_ptr<Panel>> panels;
  panels.push_back(makePlaybackPanel());
  panels.push_back(makeWalkPanel());
  panels.push_back(makeHitPanel());
  panels.push_back(makeWeightsPanel());
  panels.push_back(makePosePanel());
  panels.push_back(makeLayersPanel());
  panels.push_back(makeBodiesPanel());
  panels.push_back(makeTuningPanel());
  panels.push_back(makeFindingsPanel());
  panels.push_back(makeTimelinePanel());
  panels.push_back(makePlotsPanel());
  return panels;
}

}  // namespace sinew::view
