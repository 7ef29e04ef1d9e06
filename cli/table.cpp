#include "table.h"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>
#include <utf8proc.h>

namespace sinew::cli {
namespace {

/// Columns that a text takes on a terminal; Japanese joint names take two a character.
std::size_t widthOf(const std::string& text) {
  std::size_t width = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t c = 0;
    const utf8proc_ssize_t used = utf8proc_iterate(bytes + at, static_cast<utf8proc_ssize_t>(text.size() - at), &c);
    if (used <= 0) break;
    width += static_cast<std::size_t>(std::max(0, utf8proc_charwidth(c)));
    at += static_cast<std::size_t>(used);
  }
  return width;
}

bool isNumber(const std::string& cell) {
  return cell.empty() || cell == "-" || std::all_of(cell.begin(), cell.end(), [](unsigned char c) {
           return std::isdigit(c) != 0 || c == '.' || c == '-' || c == '+' || c == 'e' || c == '%';
         });
}

}  // namespace

std::string Table::text() const {
  std::vector<std::size_t> widths(header_.size());
  std::vector<char> numeric(header_.size(), 1);
  for (std::size_t c = 0; c < header_.size(); ++c) {
    widths[c] = widthOf(header_[c]);
    numeric[c] = c != 0;
    for (const auto& row : rows_) {
      if (c >= row.size()) continue;
      widths[c] = std::max(widths[c], widthOf(row[c]));
      if (!isNumber(row[c])) numeric[c] = 0;
    }
  }
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t c = 0; c < header_.size(); ++c) {
      const std::string cell = c < cells.size() ? cells[c] : std::string();
      const std::string pad(widths[c] - std::min(widths[c], widthOf(cell)), ' ');
      text += "  " + (numeric[c] ? pad + cell : cell + pad);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  line(header_);
  for (const auto& row : rows_) line(row);
  return out;
}

std::string findingsText(const Findings& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += fmt::format("  {:8}{}{}{}: {}\n", nameOf(finding.severity), finding.rule, finding.role.empty() ? "" : " ", finding.role,
                       finding.message);
  }
  return out;
}

}  // namespace sinew::cli
