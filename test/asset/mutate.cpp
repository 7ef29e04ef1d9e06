#include "asset/mutate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

namespace sinew::test {
namespace {

using Bytes = std::vector<std::byte>;

std::size_t below(Random& random, std::size_t limit) { return limit == 0 ? 0 : static_cast<std::size_t>(random.next() % limit); }

std::uint32_t u32At(const Bytes& bytes, std::size_t at) {
  std::uint32_t value = 0;
  if (at + 4 <= bytes.size()) std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

void flipBytes(Random& random, Bytes& glb, std::size_t from) {
  for (std::size_t i = 0, count = 1 + below(random, 8); i < count && from < glb.size(); ++i) {
    glb[from + below(random, glb.size() - from)] = static_cast<std::byte>(random.next() & 255u);
  }
}

// Numbers that readers forget.
constexpr std::array<std::string_view, 16> kNumbers{"0",     "1",          "-1",   "2",          "255",        "65535",
                                                    "65536", "2147483647", "1e18", "4294967295", "4294967296", "1073741824",
                                                    "1e999", "-1e-320",    "0.5",  "1e38"};

// A text in which one number is another.
std::string withOtherNumber(Random& random, std::string text) {
  const std::size_t start = text.find_first_of("0123456789", below(random, text.size()));
  if (start == std::string::npos) return text;
  const std::size_t end = std::min(text.find_first_not_of("0123456789.eE+-", start), text.size());
  return text.replace(start, end - start, kNumbers[below(random, kNumbers.size())]);
}

// A text in which a stretch is cut out, or stands twice.
std::string withOtherStretch(Random& random, std::string text) {
  const std::size_t start = below(random, text.size());
  const std::string stretch = text.substr(start, 1 + below(random, 40));
  return random.next() % 2 == 0 ? text.erase(start, stretch.size()) : text.insert(below(random, text.size()), stretch);
}

// The GLB with another JSON chunk and its lengths mended.
Bytes withText(const Bytes& glb, std::string text) {
  const std::size_t end = std::min<std::size_t>(20 + std::size_t{u32At(glb, 12)}, glb.size());
  text.resize((text.size() + 3) / 4 * 4, ' ');
  Bytes out(glb.begin(), glb.begin() + 20);
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
  out.insert(out.end(), glb.begin() + static_cast<std::ptrdiff_t>(end), glb.end());
  const auto put = [&](std::size_t at, std::size_t value) {
    const auto number = static_cast<std::uint32_t>(value);
    std::memcpy(out.data() + at, &number, 4);
  };
  put(8, out.size());
  put(12, text.size());
  return out;
}

void writeOddFloat(Random& random, Bytes& glb, std::size_t from) {
  constexpr std::array<float, 6> kFloats{std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),   -1e30f,
                                         std::numeric_limits<float>::max(),       std::numeric_limits<float>::denorm_min(), -0.0f};
  if (from + 8 > glb.size()) return;
  const std::size_t at = from + below(random, (glb.size() - from) / 4) * 4;
  if (at + 4 <= glb.size()) std::memcpy(glb.data() + at, &kFloats[below(random, kFloats.size())], 4);
}

}  // namespace

std::vector<std::byte> mutated(const std::vector<std::byte>& glb, std::uint64_t seed) {
  Random random{seed};
  Bytes out = glb;
  const std::size_t jsonEnd = std::min<std::size_t>(20 + std::size_t{u32At(glb, 12)}, glb.size());
  const std::string text(reinterpret_cast<const char*>(glb.data()) + 20, jsonEnd - 20);
  switch (random.next() % 8) {
    case 0:
      flipBytes(random, out, 0);
      break;
    case 1:
      flipBytes(random, out, jsonEnd + 8);
      break;
    case 2:
    case 3:
      return withText(glb, withOtherNumber(random, text));
    case 4:
      return withText(glb, withOtherNumber(random, withOtherNumber(random, text)));
    case 5:
      return withText(glb, withOtherStretch(random, text));
    case 6:
      writeOddFloat(random, out, jsonEnd + 8);
      break;
    default: {  // a length of the container that lies
      const std::size_t at = random.next() % 2 == 0 ? 8 : 12;
      const auto value = static_cast<std::uint32_t>(random.next());
      std::memcpy(out.data() + at, &value, 4);
      break;
    }
  }
  return out;
}

}  // namespace sinew::test
