#include "document.h"

namespace sinew::cli {

Json toJson(const Findings& findings) {
  Json out = Json::array();
  for (const Finding& finding : findings) {
    Json one = {{"severity", nameOf(finding.severity)}, {"rule", finding.rule}, {"role", finding.role}};
    if (finding.measured) one["measured"] = *finding.measured;
    if (finding.low) one["low"] = *finding.low;
    if (finding.high) one["high"] = *finding.high;
    one["message"] = finding.message;
    out.push_back(std::move(one));
  }
  return out;
}

Json toJson(const Error& error) { return {{"code", nameOf(error.code)}, {"place", error.place}, {"message", error.message}}; }

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

}  // namespace sinew::cli
