#include "layers.h"

#include <sinew/base/text.h>

namespace sinew::view {

LayerSet LayerSet::all() {
  LayerSet set;
  set.bits_.set();
  return set;
}

LayerSet LayerSet::usual() {
  LayerSet set;
  for (const Layer layer : {Layer::mesh, Layer::colliders, Layer::skeleton, Layer::mass, Layer::grid, Layer::labels}) set.show(layer);
  return set;
}

LayerSet LayerSet::plain() {
  LayerSet set;
  for (const Layer layer : {Layer::mesh, Layer::contacts, Layer::grid}) set.show(layer);
  return set;
}

Result<LayerSet> LayerSet::parse(std::string_view text) {
  if (text == "all") return all();
  LayerSet set;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    bool known = false;
    for (std::size_t i = 0; i < kLayerCount; ++i) {
      if (kLayerNames[i] != name) continue;
      set.show(static_cast<Layer>(i));
      known = true;
    }
    if (known) continue;
    std::string names = "all";
    for (const std::string_view one : kLayerNames) names += ", " + std::string(one);
    return fail(ErrorCode::usage, "layers", "there is no layer '" + printable(name) + "'; there are " + names);
  }
  return set;
}

}  // namespace sinew::view
