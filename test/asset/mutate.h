#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <sinew/base/random.h>

namespace sinew::test {

/// A GLB with one thing wrong: flipped bytes, numbers of the JSON (indices, counts, offsets, values) replaced by extremes, a stretch
/// of the JSON cut out or doubled, odd floats in the binary chunk, a container length that lies. Where the JSON changes, the
/// container's lengths are mended, so that the change reaches the stages behind it. The same for the same seed.
std::vector<std::byte> mutated(const std::vector<std::byte>& glb, std::uint64_t seed);

}  // namespace sinew::test
