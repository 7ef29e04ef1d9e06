#include <imgui.h>

#include <sinew/base/text.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

class PlaybackPanel : public Panel {
 public:
  std::string_view title() const override { return "Playback"; }

  void draw(Desk& desk) override {
    Session& session = desk.session;
    if (ImGui::Button(session.playing ? "Pause (space)" : "Play (space)")) session.playing = !session.playing;
    ImGui::SameLine();
    if (ImGui::Button("Step (.)")) session.stepOnce();
    ImGui::SliderFloat("speed", &session.speed, 0.02f, 2.0f, "%.2f x", ImGuiSliderFlags_Logarithmic);

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
};

}  // namespace

std::unique_ptr<Panel> makePlaybackPanel() { return std::make_unique<PlaybackPanel>(); }

std::vector<std::unique_ptr<Panel>> makePanels() {
  std::vector<std::unique_ptr<Panel>> panels;
  panels.push_back(makePlaybackPanel());
  panels.push_back(makeLayersPanel());
  panels.push_back(makeBodiesPanel());
  panels.push_back(makeTuningPanel());
  panels.push_back(makeFindingsPanel());
  panels.push_back(makeTimelinePanel());
  panels.push_back(makePlotsPanel());
  return panels;
}

}  // namespace sinew::view
