#include "pack.h"

#include "bundle.h"

namespace sinew::view {

std::string base64(std::span<const std::byte> bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t at) { return at < bytes.size() ? std::to_integer<std::uint32_t>(bytes[at]) : 0u; };
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (std::size_t digit = 0; digit < 4; ++digit) out += i + digit <= bytes.size() ? kDigits[three >> (18 - 6 * digit) & 63u] : '=';
  }
  return out;
}

std::string pageAround(const nlohmann::json& document, const std::string& title) {
  std::string json = document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  // No '<' is left in it, so nothing in a name can open or close an element.
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  std::string heading;
  for (const char c : title) heading += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width\">\n<title>" +
         heading + "</title><link rel=\"icon\" href=\"data:,\">\n<style>" + std::string(reportStyle()) +
         "</style></head>\n<body><main id=\"root\"></main>\n" + "<script type=\"application/json\" id=\"document\">" + safe +
         "</script>\n<script>" + std::string(reportScript()) + "</script></body></html>\n";
}

}  // namespace sinew::view
