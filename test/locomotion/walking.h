#pragma once

#include <sinew/locomotion/walk.h>

#include "support/fitted.h"

namespace sinew::test {

inline std::shared_ptr<const WalkerKind> kindOf(const Fitted& fitted, const WalkerOptions& options = {}) {
  Findings findings;
  const auto kind = walkerKindOf(fitted.asset, fitted.rig, fitted.manikin, options, findings);
  EXPECT_TRUE(kind) << (kind ? "" : kind.error().message);
  return kind ? *kind : nullptr;
}

inline const std::shared_ptr<const WalkerKind>& figureKind() {
  static const std::shared_ptr<const WalkerKind> kind = kindOf(fitFigure("@figure"));
  return kind;
}

inline WalkScript straight(float speed, double seconds) { return {.keys = {{.time = 0, .demand = {.speed = speed}}}, .duration = seconds}; }

}  // namespace sinew::test
