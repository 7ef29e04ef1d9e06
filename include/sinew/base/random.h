#pragma once

#include <cstdint>

namespace sinew {

/// SplitMix64 (Steele, Lea, Flood 2014): small, seedable, the same on every machine.
struct Random {
  std::uint64_t state = 0;

  constexpr std::uint64_t next() {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, 1).
  constexpr float unit() { return static_cast<float>(next() >> 40) * (1.0f / 16777216.0f); }

  /// Uniform in [low, high).
  constexpr float range(float low, float high) { return low + (high - low) * unit(); }
};

}  // namespace sinew
