#include "asset/json_editor.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "asset/json_text.h"

namespace sinew::gltf {
namespace {

// A key as the parser sees it: "node\u0073" is "nodes".
std::string keyOf(std::string_view quoted) {
  const auto parsed = nlohmann::json::parse(quoted.begin(), quoted.end(), nullptr, false);
  return parsed.is_string() ? parsed.get<std::string>() : std::string{};
}

}  // namespace

JsonEditor::JsonEditor(std::string_view text) : text_(text), closing_(text.rfind('}')) {
  // Of two members with one name the parser keeps the last.
  for (const TextMember& member : membersOf(text)) {
    const auto begin = static_cast<std::size_t>(member.value.data() - text.data());
    members_[keyOf(member.key)] = {begin, begin + member.value.size()};
  }
}

JsonEditor::Edit& JsonEditor::edit(std::string_view key) {
  const auto known = edits_.find(key);
  if (known != edits_.end()) return known->second;
  Edit& edit = edits_[std::string(key)];
  const auto member = members_.find(key);
  if (member == members_.end()) return edit;
  for (const std::string_view element : elementsOf(text_.substr(member->second.begin, member->second.end - member->second.begin))) {
    edit.elements.emplace_back(element);
  }
  return edit;
}

const std::vector<std::string>& JsonEditor::elements(std::string_view key) { return edit(key).elements; }

void JsonEditor::replace(std::string_view key, std::size_t index, std::string text) {
  Edit& changed = edit(key);
  changed.changed = true;
  changed.elements[index] = std::move(text);
}

std::size_t JsonEditor::append(std::string_view key, std::string text) {
  Edit& changed = edit(key);
  changed.changed = true;
  changed.elements.push_back(std::move(text));
  return changed.elements.size() - 1;
}

void JsonEditor::set(std::string_view key, std::vector<std::string> elements) { edit(key) = {std::move(elements), true}; }

std::string JsonEditor::text() const {
  const auto arrayText = [](const Edit& edit) {
    std::string out = "[";
    for (std::size_t i = 0; i < edit.elements.size(); ++i) out += (i == 0 ? "" : ",") + edit.elements[i];
    return out + "]";
  };

  // Changed arrays take the place of the old ones; those that are new stand before the last brace.
  std::map<std::size_t, std::pair<std::size_t, std::string>> changes;  // begin -> end, text
  std::string added;
  for (const auto& [key, edit] : edits_) {
    if (!edit.changed) continue;
    const auto member = members_.find(key);
    if (member != members_.end()) {
      changes[member->second.begin] = {member->second.end, arrayText(edit)};
    } else {
      added += (members_.empty() && added.empty() ? "\"" : ",\"") + key + "\":" + arrayText(edit);
    }
  }
  std::string out;
  std::size_t at = 0;
  for (const auto& [begin, change] : changes) {
    out += text_.substr(at, begin - at);
    out += change.second;
    at = change.first;
  }
  out += text_.substr(at, closing_ - at);
  out += added;
  out += text_.substr(closing_);
  return out;
}

}  // namespace sinew::gltf
