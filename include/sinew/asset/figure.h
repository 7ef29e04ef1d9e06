#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/base/result.h>

namespace sinew {

/// Proportions of the built-in humanoid. Defaults are an adult; all lengths in metres or as shares of the stature
/// (Drillis and Contini 1966, via Winter, Biomechanics and Motor Control of Human Movement, fig. 4.1).
struct FigureOptions {
  float stature = 1.75f;       ///< m, [0.3, 10]
  float headShare = 0.13f;     ///< head height / stature, [0.08, 0.3]; a child has more
  float legShare = 0.53f;      ///< hip height / stature, [0.3, 0.65]
  float armShare = 0.44f;      ///< shoulder to finger tips / stature, [0.3, 0.6]
  float shoulderShare = 0.2f;  ///< distance of the shoulder joints / stature, [0.12, 0.35]
  float hipShare = 0.11f;      ///< distance of the hip joints / stature, [0.06, 0.2]
  float girth = 1.0f;          ///< scales all radii, [0.5, 2]
  std::uint32_t detail = 1;    ///< [0, 3]: 0 is a few hundred vertices, each step more four times as many
  bool quadruped = false;      ///< a dog-like body instead; `stature` is then floor to withers
};

/// The built-in figure as a GLB. `variants` are names of `figureVariants()`, applied together where they do not contradict
/// ("mixamo" with "unreal" is a usage error). The result is the same bytes on every machine.
Result<std::vector<std::byte>> makeFigure(const FigureOptions& options, std::span<const std::string> variants = {});

/// Name and one-line meaning of a variant, for --help and docs.
struct FigureVariant {
  std::string_view name;
  std::string_view meaning;
};
std::span<const FigureVariant> figureVariants();

/// Names of the built-in proportions: "man", "woman", "child" ... and of levels of detail: "tiny", "fine".
std::span<const std::string_view> figurePeople();

/// Parses what follows '@' and makes it: "figure" or "quadruped", then after a colon one set of proportions, a level of detail
/// and any variants, joined by '+': "figure:child", "figure:giant+centimetres", "quadruped:nameless". Anything else is a usage error.
Result<std::vector<std::byte>> makeFigure(std::string_view spec);

}  // namespace sinew
