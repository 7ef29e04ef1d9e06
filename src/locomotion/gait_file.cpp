#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>

#include <sinew/base/text.h>
#include <sinew/locomotion/gait.h>

#include "base/json_reader.h"
#include "base/json_writer.h"

namespace sinew {

namespace {

constexpr std::int64_t kSchema = 1;
constexpr NumberRange kHalflife{0, 10}, kAcceleration{1e-3, 1000}, kTurnRate{1, 3600};

constexpr std::array kQuantities{"demand", "pace", "turn", "damage", "impact", "down", "time"};
constexpr std::array kCaps{"", "walk", "run", "reverse", "gimp"};
constexpr std::array kDrives{"clock", "pace", "turn"};
constexpr std::array kComparisons{"<", "<=", ">", ">="};

constexpr std::string_view kBiped =
#include "locomotion/biped.inc"
    ;
constexpr std::string_view kQuadruped =
#include "locomotion/quadruped.inc"
    ;

template <class Enum, std::size_t n>
std::optional<Enum> fromName(const std::array<const char*, n>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}
std::optional<GaitDrive> driveFromName(std::string_view name) { return fromName<GaitDrive>(kDrives, name); }

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  while (true) {
    const std::size_t from = text.find_first_not_of(' ');
    if (from == std::string_view::npos) return found;
    text.remove_prefix(from);
    const std::size_t size = std::min(text.find(' '), text.size());
    found.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
}

std::optional<float> numberOf(std::string_view word) {
  float value = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = code == std::errc() && end == word.data() + word.size();
  return whole && std::abs(value) <= 1000 ? std::optional(value) : std::nullopt;
}

/// "1.5" (m/s, or whatever is compared) or "0.35 walk".
std::optional<GaitSpeed> speedOf(std::span<const std::string_view> parts) {
  if (parts.empty() || parts.size() > 2) return std::nullopt;
  const std::optional<float> number = numberOf(parts[0]);
  const std::optional<GaitCap> cap = parts.size() == 2 ? fromName<GaitCap>(kCaps, parts[1]) : std::optional(GaitCap::none);
  if (!number || !cap || (parts.size() == 2 && *cap == GaitCap::none)) return std::nullopt;
  return GaitSpeed{*cap, *number};
}

/// "demand > 1.3 walk".
std::optional<GaitCondition> conditionOf(std::string_view text) {
  const std::vector<std::string_view> parts = words(text);
  if (parts.size() < 3) return std::nullopt;
  const std::optional<GaitQuantity> quantity = fromName<GaitQuantity>(kQuantities, parts[0]);
  const std::optional<Comparison> comparison = fromName<Comparison>(kComparisons, parts[1]);
  const std::optional<GaitSpeed> value = speedOf(std::span(parts).subspan(2));
  if (!quantity || !comparison || !value) return std::nullopt;
  return GaitCondition{*quantity, *comparison, *value};
}

std::string textOf(const GaitSpeed& speed) {
  std::array<char, 32> buffer{};
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), speed.factor);
  static_cast<void>(code);
  const std::string number(buffer.data(), end);
  return speed.cap == GaitCap::none ? number : number + " " + std::string(nameOf(speed.cap));
}

std::string textOf(const GaitCondition& condition) {
  return std::string(nameOf(condition.quantity)) + " " + kComparisons[static_cast<std::size_t>(condition.comparison)] + " " +
         textOf(condition.value);
}

GaitState readState(const JsonObject& in) {
  GaitState state;
  state.name = in.text("name");
  if (in.has("number")) state.number = static_cast<std::int32_t>(in.integer("number", 0, 9999));
  state.clips = in.texts("clips");
  if (in.has("drive")) state.drive = in.name("drive", driveFromName);
  if (in.has("instead")) state.instead = in.text("instead");
  if (const auto* share = in.has("share") ? in.array("share") : nullptr) {
    const bool sound = share->size() == 2 && (*share)[0].is_number() && (*share)[1].is_number();
    if (sound) {
      state.from = (*share)[0].get<float>();
      state.to = (*share)[1].get<float>();
    }
    if (!sound || !(0 <= state.from && state.from < state.to && state.to <= 1))
      in.refuse("share", ErrorCode::value, "wants two numbers, the first below the second, in [0, 1]");
  }
  if (in.has("pace")) {
    const std::vector<std::string> texts = in.texts("pace");
    const auto slowest = texts.size() == 2 ? speedOf(words(texts[0])) : std::nullopt;
    const auto fastest = texts.size() == 2 ? speedOf(words(texts[1])) : std::nullopt;
    if (!slowest || !fastest) in.refuse("pace", ErrorCode::value, "wants two speeds, such as [\"0.35 walk\", \"1.2 walk\"]");
    state.slowest = slowest.value_or(GaitSpeed{});
    state.fastest = fastest.value_or(GaitSpeed{});
  }
  return state;
}

GaitTransition readTransition(const JsonObject& in) {
  GaitTransition transition;
  if (in.has("from")) transition.from = in.texts("from");
  transition.to = in.text("to");
  if (in.has("at")) {
    const std::string at = in.text("at");
    if (at != "end" && at != "now") in.refuse("at", ErrorCode::value, "is \"now\" or \"end\"");
    transition.atEnd = at == "end";
  }
  if (in.has("halflife_s")) transition.halflife = in.number("halflife_s", kHalflife);
  if (!in.has("when")) return transition;
  for (const std::string& text : in.texts("when")) {
    const std::optional<GaitCondition> condition = conditionOf(text);
    if (!condition) {
      in.refuse("when", ErrorCode::value, "'" + text + "' is no condition; one reads: demand > 1.3 walk");
      break;
    }
    transition.when.push_back(*condition);
  }
  return transition;
}

/// Every name that is used is the name of a state.
std::optional<Error> strangerIn(const GaitTable& table) {
  std::set<std::string> names;
  for (const GaitState& state : table.states)
    if (!names.insert(state.name).second) return Error{ErrorCode::value, "states", "there are two states '" + state.name + "'"};
  const auto unknown = [&](const std::string& name, const std::string& place) -> std::optional<Error> {
    if (names.contains(name)) return std::nullopt;
    return Error{ErrorCode::reference, place, "'" + name + "' is no state of this table"};
  };
  if (auto error = unknown(table.start, "start")) return error;
  if (auto error = unknown(table.crash, "crash")) return error;
  for (std::size_t i = 0; i < table.states.size(); ++i) {
    const std::string place = "states[" + std::to_string(i) + "].instead";
    if (table.states[i].instead.empty()) continue;
    if (auto error = unknown(table.states[i].instead, place)) return error;
  }
  for (std::size_t i = 0; i < table.transitions.size(); ++i) {
    const std::string place = "transitions[" + std::to_string(i) + "]";
    if (auto error = unknown(table.transitions[i].to, place + ".to")) return error;
    for (const std::string& from : table.transitions[i].from)
      if (auto error = unknown(from, place + ".from")) return error;
  }
  return std::nullopt;
}

}  // namespace

std::string_view nameOf(GaitQuantity quantity) { return kQuantities[static_cast<std::size_t>(quantity)]; }
std::string_view nameOf(GaitCap cap) { return kCaps[static_cast<std::size_t>(cap)]; }

Result<GaitTable> readGait(std::string_view json) {
  const Result<nlohmann::json> document = parseJson(json);
  if (!document) return Failure(document.error());
  std::optional<Error> error;
  const JsonObject in(*document, "", error);
  const std::int64_t schema = in.integer("schema", INT64_MIN, INT64_MAX);
  if (error) return Failure(*error);
  if (schema != kSchema)
    return fail(ErrorCode::unsupported, "schema", "version " + std::to_string(schema) + " is not known here; version 1 is");

  GaitTable table;
  table.name = in.text("name");
  table.start = in.text("start");
  table.crash = in.text("crash");
  if (in.has("acceleration_mps2")) table.acceleration = in.number("acceleration_mps2", kAcceleration);
  if (in.has("turnRate_deg")) table.turnRate = in.angle("turnRate_deg", kTurnRate);
  for (const JsonObject& item : in.objects("states")) table.states.push_back(readState(item));
  for (const JsonObject& item : in.objects("transitions")) table.transitions.push_back(readTransition(item));
  if (error) return Failure(*error);
  if (const auto stranger = strangerIn(table)) return Failure(*stranger);
  return table;
}

std::string writeGait(const GaitTable& table) {
  const auto texts = [](JsonWriter& out, const char* key, const std::vector<std::string>& values) {
    out.key(key).beginArray();
    for (const std::string& value : values) out.text(value);
    out.endArray();
  };
  JsonWriter out;
  out.beginObject();
  out.key("schema").integer(kSchema);
  out.key("name").text(table.name);
  out.key("start").text(table.start);
  out.key("crash").text(table.crash);
  out.key("acceleration_mps2").number(table.acceleration);
  out.key("turnRate_deg").angle(table.turnRate);
  out.key("states").beginArray();
  for (const GaitState& state : table.states) {
    out.beginObject();
    out.key("name").text(state.name);
    if (state.number >= 0) out.key("number").integer(state.number);
    texts(out, "clips", state.clips);
    out.key("share").numbers({state.from, state.to});
    out.key("drive").text(kDrives[static_cast<std::size_t>(state.drive)]);
    texts(out, "pace", {textOf(state.slowest), textOf(state.fastest)});
    if (!state.instead.empty()) out.key("instead").text(state.instead);
    out.endObject();
  }
  out.endArray();
  out.key("transitions").beginArray();
  for (const GaitTransition& transition : table.transitions) {
    out.beginObject();
    if (!transition.from.empty()) texts(out, "from", transition.from);
    out.key("to").text(transition.to);
    out.key("at").text(transition.atEnd ? "end" : "now");
    std::vector<std::string> conditions;
    for (const GaitCondition& condition : transition.when) conditions.push_back(textOf(condition));
    texts(out, "when", conditions);
    out.key("halflife_s").number(transition.halflife);
    out.endObject();
  }
  out.endArray();
  out.endObject();
  return out.take();
}

Result<GaitTable> builtInGait(std::string_view name) {
  if (name == "biped") return readGait(kBiped);
  if (name == "quadruped") return readGait(kQuadruped);
  return fail(ErrorCode::usage, "gait", "there is no built-in gait '" + printable(name) + "'; there are biped and quadruped");
}

std::string gaitGraph(const GaitTable& table) {
  const auto quoted = [](std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out + '"';
  };
  std::string dot = "digraph " + quoted(table.name) + " {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n";
  dot += "  edge [fontname=\"sans-serif\", fontsize=9];\n";
  for (const GaitState& state : table.states) {
    std::string label = state.name;
    if (state.number >= 0) label += " " + std::to_string(state.number);
    dot += "  " + quoted(state.name) + " [label=" + quoted(label) + (state.name == table.start ? ", penwidth=2" : "") + "];\n";
  }
  for (const GaitTransition& transition : table.transitions) {
    std::string label;
    for (const GaitCondition& condition : transition.when) label += (label.empty() ? "" : "\\n") + textOf(condition);
    const std::string tail =
        " -> " + quoted(transition.to) + " [label=\"" + label + "\"" + (transition.atEnd ? "" : ", style=dashed") + "];\n";
    if (transition.from.empty()) dot += "  \"any\"" + tail;
    for (const std::string& from : transition.from) dot += "  " + quoted(from) + tail;
  }
  dot += "  \"any\" [shape=plaintext];\n}\n";
  return dot;
}

}  // namespace sinew
