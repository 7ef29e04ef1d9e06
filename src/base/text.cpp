#include <sinew/base/text.h>

#include <array>
#include <cstdlib>

#include <openssl/evp.h>
#include <utf8proc.h>

#include <sinew/base/log.h>

namespace sinew {
namespace {

constexpr char kHex[] = "0123456789abcdef";

// Characters that change how a terminal or a page shows what stands around them.
bool isUnsafe(utf8proc_int32_t c) {
  const utf8proc_category_t category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_CS ||
         category == UTF8PROC_CATEGORY_CO || category == UTF8PROC_CATEGORY_CN || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP;
}

void appendEscape(std::string& out, std::uint32_t value, int digits) {
  out += digits == 2 ? "\\x" : "\\u";
  for (int i = digits - 1; i >= 0; --i) out += kHex[(value >> (4 * i)) & 15u];
}

const utf8proc_uint8_t* bytesOf(std::string_view text) { return reinterpret_cast<const utf8proc_uint8_t*>(text.data()); }

}  // namespace

std::string printable(std::string_view text, std::size_t maxBytes) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    if (out.size() >= maxBytes) return out + "...";
    utf8proc_int32_t c = -1;
    const utf8proc_ssize_t used = utf8proc_iterate(bytesOf(text) + at, static_cast<utf8proc_ssize_t>(text.size() - at), &c);
    if (used <= 0 || c < 0) {  // a byte that is not UTF-8
      appendEscape(out, static_cast<unsigned char>(text[at]), 2);
      ++at;
      continue;
    }
    if (isUnsafe(c)) {
      appendEscape(out, static_cast<std::uint32_t>(c), c < 0x100 ? 2 : c < 0x10000 ? 4 : 6);
    } else {
      out.append(text.substr(at, static_cast<std::size_t>(used)));
    }
    at += static_cast<std::size_t>(used);
  }
  return out;
}

std::string foldCase(std::string_view text) {
  // Bad bytes are dropped first: utf8proc_map refuses the whole text otherwise.
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t c = -1;
    const utf8proc_ssize_t used = utf8proc_iterate(bytesOf(text) + at, static_cast<utf8proc_ssize_t>(text.size() - at), &c);
    if (used > 0 && c >= 0) clean.append(text.substr(at, static_cast<std::size_t>(used)));
    at += used > 0 ? static_cast<std::size_t>(used) : 1;
  }
  utf8proc_uint8_t* mapped = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
  const utf8proc_ssize_t size = utf8proc_map(bytesOf(clean), static_cast<utf8proc_ssize_t>(clean.size()), &mapped, options);
  if (size < 0 || mapped == nullptr) return clean;
  std::string out(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size));
  std::free(mapped);
  return out;
}

std::string sha256(std::span<const std::byte> bytes) {
  // Large files spend half of their reading here unless the processor's own SHA instructions are used, as libcrypto does.
  std::array<unsigned char, 32> digest{};
  const bool done = EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) == 1;
  SINEW_ASSERT(done);
  std::string out;
  for (const unsigned char b : digest) {
    out += kHex[b >> 4];
    out += kHex[b & 15];
  }
  return out;
}

}  // namespace sinew
