#pragma once

#include <optional>
#include <string>

#include <sinew/base/result.h>

namespace sinew::cli {

/// A moment of a clip.
struct ClipMoment {
  std::string clip;
  float time = 0;  ///< s
};

/// "clip:NAME@T". The name itself may hold an '@', so the last one counts; T may be left out. `option` is named in the error.
Result<ClipMoment> parseMoment(const std::string& text, const std::string& option);

}  // namespace sinew::cli
