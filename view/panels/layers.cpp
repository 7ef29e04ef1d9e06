#include <imgui.h>

#include "view/panel.h"

namespace sinew::view {
namespace {

class LayersPanel : public Panel {
 public:
  std::string_view title() const override { return "Layers"; }
  bool concerns(Drive) const override { return true; }

  void draw(Desk& desk) override {
    for (std::size_t i = 0; i < kLayerCount; ++i) {
      const auto layer = static_cast<Layer>(i);
      bool shown = desk.layers.has(layer);
      const std::string label = std::string(kLayerNames[i]) + " (" + std::to_string(i + 1) + ")";
      if (ImGui::Checkbox(label.c_str(), &shown)) desk.layers.toggle(layer);
      if (i % 3 != 2 && i + 1 < kLayerCount) ImGui::SameLine(120.0f * static_cast<float>(i % 3 + 1));
    }
    ImGui::SliderFloat("mesh opacity", &desk.meshOpacity, 0.05f, 1.0f);
  }
};

}  // namespace

std::unique_ptr<Panel> makeLayersPanel() { return std::make_unique<LayersPanel>(); }

}  // namespace sinew::view
