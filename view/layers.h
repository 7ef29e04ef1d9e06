#pragma once

#include <bitset>
#include <string_view>
#include <vector>

#include <sinew/base/draw.h>
#include <sinew/base/result.h>

namespace sinew::view {

/// Which layers a picture shows.
class LayerSet {
 public:
  constexpr LayerSet() = default;
  static LayerSet all();
  /// Mesh, colliders, skeleton, mass, grid and labels: what a first look wants.
  static LayerSet usual();
  /// Mesh, contacts and grid: a character in its place.
  static LayerSet plain();
  /// "mesh,colliders,limits"; an unknown name is a usage error that lists what there is.
  static Result<LayerSet> parse(std::string_view text);

  bool has(Layer layer) const { return bits_[static_cast<std::size_t>(layer)]; }
  void show(Layer layer) { bits_[static_cast<std::size_t>(layer)] = true; }
  void hide(Layer layer) { bits_[static_cast<std::size_t>(layer)] = false; }
  void toggle(Layer layer) { bits_.flip(static_cast<std::size_t>(layer)); }

 private:
  std::bitset<kLayerCount> bits_;
};

}  // namespace sinew::view
