#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "asset/mutate.h"
#include "asset/packed_rigs.h"

// Random bytes never become a rig. This mutator starts from whole small files, and changes numbers of their JSON as often as it lets
// libFuzzer change bytes.

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

using Bytes = std::vector<std::byte>;

const Bytes& seedRig(unsigned which) {
  using namespace sinew::test;
  static const std::vector<Bytes> rigs{smallRig().glb(), meshoptRig().glb(), dracoRig(DracoMethod::edgeBreaker).glb(),
                                       dracoRig(DracoMethod::sequential).glb()};
  return rigs[which % rigs.size()];
}

bool isGlb(std::span<const std::uint8_t> data) {
  return data.size() > 28 && std::string_view(reinterpret_cast<const char*>(data.data()), 4) == "glTF";
}

std::size_t store(const Bytes& from, std::uint8_t* data, std::size_t maxSize) {
  const std::size_t size = std::min(from.size(), maxSize);
  if (size > 0) std::memcpy(data, from.data(), size);
  return size;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed) {
  if (!isGlb({data, size})) return store(sinew::test::mutated(seedRig(seed), seed), data, maxSize);
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, maxSize);
  const auto bytes = std::as_bytes(std::span(data, size));
  return store(sinew::test::mutated({bytes.begin(), bytes.end()}, seed), data, maxSize);
}
