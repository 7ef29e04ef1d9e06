#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sinew {

/// 64-bit hash of raw bytes (XXH3), chained through `seed`. Used for state hashes: floats are hashed as their bits.
std::uint64_t hashBytes(std::span<const std::byte> bytes, std::uint64_t seed = 0);

template <class T>
std::uint64_t hashOf(std::span<const T> values, std::uint64_t seed = 0) {
  return hashBytes(std::as_bytes(values), seed);
}

}  // namespace sinew
