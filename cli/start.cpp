#include "start.h"

#include <charconv>
#include <cmath>

#include <sinew/base/text.h>

namespace sinew::cli {

Result<ClipMoment> parseMoment(const std::string& text, const std::string& option) {
  if (!text.starts_with("clip:")) return fail(ErrorCode::usage, option, "is a pose or clip:NAME@SECONDS, not '" + printable(text) + "'");
  ClipMoment moment{text.substr(5), 0};
  const std::size_t at = moment.clip.rfind('@');
  if (at == std::string::npos) return moment;
  const std::string time = moment.clip.substr(at + 1);
  moment.clip.resize(at);
  const auto [end, error] = std::from_chars(time.data(), time.data() + time.size(), moment.time);
  if (error != std::errc() || end != time.data() + time.size() || !(moment.time >= 0) || !std::isfinite(moment.time)) {
    return fail(ErrorCode::usage, option, "'" + printable(time) + "' is not a time in seconds");
  }
  return moment;
}

}  // namespace sinew::cli
