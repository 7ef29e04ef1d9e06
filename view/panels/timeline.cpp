#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

class TimelinePanel : public Panel {
 public:
  std::string_view title() const override { return "Timeline"; }

  void draw(Desk& desk) override {
    Session& session = desk.session;
    const std::deque<Moment>& history = session.history();
    if (history.size() < 2) {
      ImGui::TextDisabled("the last %.0f s of a fall can be rewound", static_cast<double>(Session::kHistory));
      return;
    }
    int shown = static_cast<int>(session.shown());
    ImGui::SetNextItemWidth(220);
    if (ImGui::SliderInt("frame", &shown, 0, static_cast<int>(history.size()) - 1)) session.rewind(static_cast<std::size_t>(shown));
    ImGui::Text("%.2f s before now", static_cast<double>(history.back().time - history[session.shown()].time));
  }
};

}  // namespace

std::unique_ptr<Panel> makeTimelinePanel() { return std::make_unique<TimelinePanel>(); }

}  // namespace sinew::view
