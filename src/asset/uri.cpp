#include "asset/uri.h"

#include <algorithm>
#include <array>
#include <fstream>

#include <sinew/base/text.h>

namespace sinew::gltf {
namespace {

namespace fs = std::filesystem;

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// "%20" becomes a space; a percent sign without two digits stands for itself, as exporters that do not escape mean it.
std::string percentDecoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
      out += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

constexpr std::array<std::int8_t, 256> base64Values() {
  std::array<std::int8_t, 256> values{};
  for (std::int8_t& value : values) value = -1;
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < digits.size(); ++i) values[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
  return values;
}

constexpr std::array<std::int8_t, 256> kBase64 = base64Values();

// RFC 4648, section 4; the padding may be missing.
bool decodeBase64(std::string_view text, std::vector<std::byte>& out) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return false;
  out.resize(text.size() / 4 * 3 + (text.size() % 4 == 0 ? 0 : text.size() % 4 - 1));
  std::uint32_t bits = 0;
  std::uint32_t bitCount = 0;
  std::size_t at = 0;
  for (const char c : text) {
    const std::int8_t value = kBase64[static_cast<unsigned char>(c)];
    if (value < 0) return false;
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      out[at++] = static_cast<std::byte>((bits >> bitCount) & 255u);
    }
  }
  return true;
}

// True where `path` stands inside `folder` once links are followed.
bool isInside(const fs::path& path, const fs::path& folder) {
  std::error_code problem;
  const fs::path base = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, problem);
  if (problem) return false;
  const fs::path target = fs::weakly_canonical(path, problem);
  if (problem) return false;
  return std::mismatch(base.begin(), base.end(), target.begin(), target.end()).first == base.end();
}

}  // namespace

Result<DataUri> decodeDataUri(std::string_view uri, Budget& budget) {
  uri.remove_prefix(std::string_view("data:").size());
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return fail(ErrorCode::format, {}, "a data URI without a comma");
  const std::string_view head = uri.substr(0, comma);
  const std::string_view body = uri.substr(comma + 1);

  DataUri out;
  out.mimeType = head.substr(0, head.find(';'));
  if (!budget.spend(body.size())) return fail(ErrorCode::limit, {}, "the embedded data exceed the limit on decoded data");
  if (head.ends_with(";base64")) {
    if (!decodeBase64(body, out.bytes)) return fail(ErrorCode::format, {}, "the embedded data are not base64");
  } else {
    const std::string text = percentDecoded(body);
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    out.bytes.assign(first, first + text.size());
  }
  return out;
}

Result<fs::path> resolveUri(std::string_view uri, const fs::path& folder) {
  const std::string name = percentDecoded(uri);
  const auto refuse = [&](const char* why) {
    return fail(ErrorCode::reference, {}, "the file '" + printable(name) + "' is not looked for: " + why);
  };
  if (name.empty()) return refuse("its name is empty");
  if (name.find('\0') != std::string::npos || name.find('\\') != std::string::npos) return refuse("its name is no plain path");
  if (name.substr(0, name.find('/')).find(':') != std::string::npos) return refuse("only files beside or below the main file are read");
  const fs::path relative(name);
  if (relative.has_root_path()) return refuse("its path is absolute");
  for (const fs::path& step : relative) {
    if (step == "..") return refuse("its path leads out of the folder");
  }
  const fs::path path = folder / relative;
  if (!isInside(path, folder)) return refuse("a link leads out of the folder");
  return path;
}

Result<std::vector<std::byte>> loadFile(const fs::path& path, Budget& budget, std::optional<std::uint64_t> bytes) {
  const std::string name = "'" + printable(path.filename().string()) + "'";
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status)) return fail(ErrorCode::io, {}, "the file " + name + " does not exist");
  if (!fs::is_regular_file(status)) return fail(ErrorCode::io, {}, name + " is not a regular file");
  const std::uint64_t size = fs::file_size(path, problem);
  if (problem) return fail(ErrorCode::io, {}, "the file " + name + " cannot be read");
  const std::uint64_t wanted = bytes.value_or(size);
  if (wanted > size) {
    return fail(ErrorCode::reference, {}, std::to_string(wanted) + " bytes are needed, " + name + " has " + std::to_string(size));
  }
  if (!budget.spend(wanted)) return fail(ErrorCode::limit, {}, "the file " + name + " exceeds the limit on decoded data");

  std::vector<std::byte> out(static_cast<std::size_t>(wanted));
  std::ifstream stream(path, std::ios::binary);
  if (!stream.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(wanted))) {
    return fail(ErrorCode::io, {}, "the file " + name + " cannot be read");
  }
  return out;
}

}  // namespace sinew::gltf
