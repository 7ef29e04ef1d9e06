#include <sinew/base/hash.h>

#include <xxhash.h>

namespace sinew {

std::uint64_t hashBytes(std::span<const std::byte> bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace sinew
