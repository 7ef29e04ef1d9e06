#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

class TimelinePanel : public Panel {
 public:
  std::string_view title() const override { return "Timeline"; }
  Place place() const override { return Place::strip; }

  void draw(Desk& desk) override {
    Session& session = desk.session;
    const std::deque<Moment>& history = session.history();
    int shown = static_cast<int>(session.shown());
    const float before = history.back().time - history[session.shown()].time;
    char text[64];
    std::snprintf(text, sizeof text, "%.2f s before now", static_cast<double>(before));
    ImGui::SetNextItemWidth(-1);
    if (ImGui::SliderInt("##moment", &shown, 0, static_cast<int>(history.size()) - 1, text))
      session.rewind(static_cast<std::size_t>(shown));
  }
};

}  // namespace

std::unique_ptr<Panel> makeTimelinePanel() { return std::make_unique<TimelinePanel>(); }

}  // namespace sinew::view
