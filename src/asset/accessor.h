#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "asset/reading.h"

namespace sinew::gltf {

/// Bytes of one number.
std::size_t sizeOf(ComponentType type);

/// Bytes from one column of a matrix to the next: columns start at multiples of four (glTF 2.0 specification, 3.6.2.4).
std::size_t columnBytes(const Accessor& accessor);

/// Bytes of one element, without the padding behind the last column of a matrix.
std::size_t elementBytes(const Accessor& accessor);

/// Bytes from one element to the next where the view states no stride.
std::size_t packedBytes(const Accessor& accessor);

/// Bytes from one element to the next in the accessor's view, which must exist.
std::size_t strideOf(const Reading& reading, const Accessor& accessor);

/// Largest value of an integer type, by which normalised numbers are divided (glTF 2.0 specification, 3.11).
float largestOf(ComponentType type);

/// All elements as floats, `count * components` of them; normalised integers become [-1, 1], sparse patches are applied.
/// `out` has that size; the caller has paid for it. Leaves `out` in an unspecified state after an error.
void decodeFloats(Reading& reading, const Accessor& accessor, std::span<float> out);

/// All numbers of an accessor of unsigned integers, unscaled.
void decodeUints(Reading& reading, const Accessor& accessor, std::span<std::uint32_t> out);

/// Takes the memory of all elements off the budget; false and an error where they claim more than is left.
bool pay(Reading& reading, const Accessor& accessor, std::uint64_t bytesPerElement);

/// Pays for and decodes an accessor of elements that are plain structures of floats (Vec3, std::array<float, 4>). The
/// caller has checked that `accessor.components` matches. Empty after an error.
template <class T>
std::vector<T> readElements(Reading& reading, const Accessor& accessor) {
  static_assert(sizeof(T) % sizeof(float) == 0);
  if (!pay(reading, accessor, sizeof(T))) return {};
  std::vector<T> out(accessor.count);
  if (!out.empty()) decodeFloats(reading, accessor, {reinterpret_cast<float*>(out.data()), out.size() * sizeof(T) / sizeof(float)});
  return out;
}

/// The same with all numbers flat, `accessor.components` an element.
std::vector<float> readFlat(Reading& reading, const Accessor& accessor);

/// The same for unsigned integers: indices and joints, all components flat.
std::vector<std::uint32_t> readUints(Reading& reading, const Accessor& accessor);

/// Index of the first number that is not finite or beyond `kLargestNumber`; the span's size where all are fine.
std::size_t firstBadNumber(std::span<const float> numbers);

}  // namespace sinew::gltf
