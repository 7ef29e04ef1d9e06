#include <cmath>
#include <cstring>
#include <type_traits>

#include "asset/accessor.h"
#include "asset/view.h"

namespace sinew::gltf {
namespace {

template <class C>
C load(const std::byte* from) {
  C value;
  std::memcpy(&value, from, sizeof(C));
  return value;
}

// Normalised integers are divided, not multiplied by a reciprocal: 255 / 255 must be 1 exactly.
template <class C>
struct ToNormalized {
  float divisor = 1;
  float operator()(const std::byte* from) const {
    const float value = static_cast<float>(load<C>(from)) / divisor;
    return value < -1 ? -1.0f : value;
  }
};

template <class C>
struct ToUint {
  std::uint32_t operator()(const std::byte* from) const { return static_cast<std::uint32_t>(load<C>(from)); }
};

// Where the numbers of an element lie.
struct Layout {
  std::size_t rows = 1;
  std::size_t columns = 1;
  std::size_t columnBytes = 0;
};

template <class C, class Out, class Convert>
void convertElement(const std::byte* element, const Layout& layout, Out* out, const Convert& convert) {
  for (std::size_t column = 0; column < layout.columns; ++column) {
    const std::byte* from = element + column * layout.columnBytes;
    for (std::size_t row = 0; row < layout.rows; ++row) *out++ = convert(from + row * sizeof(C));
  }
}

// All elements of the accessor's view.
template <class C, class Out, class Convert>
void convertView(Reading& reading, const Accessor& accessor, Layout layout, std::span<Out> out, const Convert& convert) {
  const std::span<const std::byte> bytes = viewBytes(reading, accessor.view);
  if (!reading.ok() || out.empty()) return;
  const std::size_t stride = strideOf(reading, accessor);
  const std::byte* first = bytes.data() + accessor.offset;
  if constexpr (std::is_same_v<C, float> && std::is_same_v<Out, float>) {
    // Most data are floats that follow each other directly, as they will stay.
    if (stride == accessor.components * sizeof(float)) {
      std::memcpy(out.data(), first, out.size_bytes());
      return;
    }
  }
  for (std::size_t i = 0; i < accessor.count; ++i) {
    convertElement<C>(first + i * stride, layout, out.data() + i * accessor.components, convert);
  }
}

// Which element the sparse value at `index` replaces.
std::size_t sparseTarget(const SparsePatch& sparse, std::span<const std::byte> indices, std::size_t index) {
  const std::byte* at = indices.data() + sparse.indexOffset + index * sizeOf(sparse.indexType);
  switch (sparse.indexType) {
    case ComponentType::u8:
      return load<std::uint8_t>(at);
    case ComponentType::u16:
      return load<std::uint16_t>(at);
    default:
      return load<std::uint32_t>(at);
  }
}

// Sparse values replace single elements (glTF 2.0 specification, 3.6.2.3).
template <class C, class Out, class Convert>
void applySparse(Reading& reading, const Accessor& accessor, Layout layout, std::span<Out> out, const Convert& convert) {
  const SparsePatch& sparse = accessor.sparse;
  const std::span<const std::byte> indices = viewBytes(reading, sparse.indexView);
  const std::span<const std::byte> values = viewBytes(reading, sparse.valueView);
  if (!reading.ok()) return;
  for (std::size_t i = 0; i < sparse.count; ++i) {
    const std::size_t target = sparseTarget(sparse, indices, i);
    if (target >= accessor.count) {
      const std::string which = "name element " + std::to_string(target) + ", there are " + std::to_string(accessor.count);
      return accessor.json["sparse"].fail("indices", ErrorCode::reference, which);
    }
    const std::byte* value = values.data() + sparse.valueOffset + i * packedBytes(accessor);
    convertElement<C>(value, layout, out.data() + target * accessor.components, convert);
  }
}

template <class C, class Out, class Convert>
void convertAll(Reading& reading, const Accessor& accessor, std::span<Out> out, const Convert& convert) {
  const Layout layout{accessor.components / accessor.columns, accessor.columns, columnBytes(accessor)};
  if (accessor.view >= 0) convertView<C>(reading, accessor, layout, out, convert);
  if (accessor.sparse.count > 0 && reading.ok()) applySparse<C>(reading, accessor, layout, out, convert);
}

template <class C>
void decodeAs(Reading& reading, const Accessor& accessor, std::span<float> out) {
  if (accessor.normalized) {
    convertAll<C>(reading, accessor, out, ToNormalized<C>{largestOf(accessor.type)});
  } else {
    convertAll<C>(reading, accessor, out, [](const std::byte* from) { return static_cast<float>(load<C>(from)); });
  }
}

}  // namespace

void decodeFloats(Reading& reading, const Accessor& accessor, std::span<float> out) {
  switch (accessor.type) {
    case ComponentType::i8:
      return decodeAs<std::int8_t>(reading, accessor, out);
    case ComponentType::u8:
      return decodeAs<std::uint8_t>(reading, accessor, out);
    case ComponentType::i16:
      return decodeAs<std::int16_t>(reading, accessor, out);
    case ComponentType::u16:
      return decodeAs<std::uint16_t>(reading, accessor, out);
    case ComponentType::u32:
      return decodeAs<std::uint32_t>(reading, accessor, out);
    case ComponentType::f32:
      return decodeAs<float>(reading, accessor, out);
  }
}

void decodeUints(Reading& reading, const Accessor& accessor, std::span<std::uint32_t> out) {
  switch (accessor.type) {
    case ComponentType::u8:
      return convertAll<std::uint8_t>(reading, accessor, out, ToUint<std::uint8_t>{});
    case ComponentType::u16:
      return convertAll<std::uint16_t>(reading, accessor, out, ToUint<std::uint16_t>{});
    case ComponentType::u32:
      return convertAll<std::uint32_t>(reading, accessor, out, ToUint<std::uint32_t>{});
    default:
      return accessor.json.fail("componentType", ErrorCode::format, "is no type of unsigned integers");
  }
}

bool pay(Reading& reading, const Accessor& accessor, std::uint64_t bytesPerElement) {
  // An accessor without a view may claim any count: the first test keeps the product from overflowing.
  if (accessor.count <= reading.budget.left() && reading.budget.spend(accessor.count * bytesPerElement)) return true;
  accessor.json.fail("count", ErrorCode::limit, "is more than the limit on decoded data allows");
  return false;
}

std::vector<float> readFlat(Reading& reading, const Accessor& accessor) {
  if (!pay(reading, accessor, accessor.components * sizeof(float))) return {};
  std::vector<float> out(accessor.count * accessor.components);
  decodeFloats(reading, accessor, out);
  return out;
}

std::vector<std::uint32_t> readUints(Reading& reading, const Accessor& accessor) {
  if (!pay(reading, accessor, accessor.components * sizeof(std::uint32_t))) return {};
  std::vector<std::uint32_t> out(accessor.count * accessor.components);
  decodeUints(reading, accessor, out);
  return out;
}

std::size_t firstBadNumber(std::span<const float> numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!(std::abs(numbers[i]) <= kLargestNumber)) return i;
  }
  return numbers.size();
}

}  // namespace sinew::gltf
