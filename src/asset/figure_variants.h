#pragma once

#include <span>
#include <string>
#include <vector>

#include <sinew/asset/figure.h>

#include "asset/figure_edit.h"
#include "asset/figure_names.h"

namespace sinew::figure {

enum class Plan : std::uint8_t { both, humanoid, quadruped };

/// One entry of the list of variants. Entries are applied in the list's order, whatever order they were asked for in.
struct Variant {
  FigureVariant listed;
  unsigned groups = 0;  ///< bits; two variants that share one contradict each other
  Plan plan = Plan::both;
  void (*onBody)(Body&, std::uint32_t detail) = nullptr;
  void (*onScene)(Scene&, const Body&) = nullptr;
  const NameFamily* family = nullptr;
};

std::span<const Variant> allVariants();

void nameByFamily(Scene& scene, const NameFamily& family);

/// The named variants in the order in which they are applied. Unknown names and contradictions are usage errors.
Result<std::vector<const Variant*>> chooseVariants(std::span<const std::string> names, bool quadruped);

}  // namespace sinew::figure
