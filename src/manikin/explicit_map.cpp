#include <limits>

#include <nlohmann/json.hpp>

#include <sinew/base/text.h>
#include <sinew/manikin/roles.h>

namespace sinew {

namespace {

constexpr int kMaxDepth = 4;  // the map is flat: anything deeper is not one

}  // namespace

Result<ExplicitMap> readExplicitMap(std::string_view text) {
  using nlohmann::json;
  // Depth is watched while parsing: a stranger's file cannot nest the parser to death.
  bool tooDeep = false;
  const json::parser_callback_t watch = [&](int depth, json::parse_event_t, json&) {
    tooDeep = tooDeep || depth > kMaxDepth;
    return !tooDeep;
  };
  const json document = json::parse(text, watch, false);
  if (tooDeep || document.is_discarded() || !document.is_object())
    return fail(ErrorCode::format, "map", "the role map is no JSON object of role names");

  ExplicitMap map;
  for (const auto& [key, value] : document.items()) {
    const std::string place = "map." + printable(key);
    const std::optional<Role> role = roleFromName(key);
    if (!role || *role == Role::bone) return fail(ErrorCode::value, place, "'" + printable(key) + "' is no role");
    if (value.is_string()) {
      map[*role] = value.get<std::string>();
    } else if (value.is_number_integer() && value.get<std::int64_t>() >= 0 &&
               value.get<std::int64_t>() <= std::numeric_limits<std::int32_t>::max()) {
      map[*role] = static_cast<std::int32_t>(value.get<std::int64_t>());
    } else {
      return fail(ErrorCode::value, place, "a role is mapped to a joint's name or a node's index");
    }
  }
  return map;
}

}  // namespace sinew
