#include "asset/accessor.h"

namespace sinew::gltf {
namespace {

struct Shape {
  std::string_view name;
  std::uint32_t components = 1;
  std::uint32_t columns = 1;
};

constexpr std::array<Shape, 7> kShapes{
    {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1}, {"MAT2", 4, 2}, {"MAT3", 9, 3}, {"MAT4", 16, 4}}};

ComponentType componentType(const Json& json) {
  switch (json.requiredCount("componentType")) {
    case 5120:
      return ComponentType::i8;
    case 5121:
      return ComponentType::u8;
    case 5122:
      return ComponentType::i16;
    case 5123:
      return ComponentType::u16;
    case 5125:
      return ComponentType::u32;
    case 5126:
      return ComponentType::f32;
    default:
      break;
  }
  json.fail("componentType", ErrorCode::format, "is no component type of glTF 2.0");
  return ComponentType::f32;
}

// Counts from a file lie below 2^53 and element sizes below 2^17: the products here cannot overflow.
bool fits(std::uint64_t count, std::uint64_t stride, std::uint64_t element, std::uint64_t offset, std::uint64_t length) {
  if (count == 0) return offset <= length;
  constexpr std::uint64_t kLargestView = std::uint64_t{1} << 53;
  if (count > kLargestView / 65536) return false;
  return offset <= length && (count - 1) * stride + element <= length - offset;
}

// What an element's position in a view may be checked against without unpacking it.
void checkRange(const Reading& reading, const Accessor& accessor) {
  const BufferView& view = reading.views[static_cast<std::size_t>(accessor.view)];
  if (view.stride != 0 && view.stride < elementBytes(accessor)) {
    return accessor.json.fail("bufferView", ErrorCode::reference, "has a byteStride smaller than the accessor's elements");
  }
  if (!fits(accessor.count, strideOf(reading, accessor), elementBytes(accessor), accessor.offset, view.length)) {
    const bool isOffset = accessor.offset > view.length;
    accessor.json.fail(isOffset ? "byteOffset" : "count", ErrorCode::reference,
                       "reaches beyond bufferViews[" + std::to_string(accessor.view) + "] of " + std::to_string(view.length) + " bytes");
  }
}

void readSparse(Reading& reading, Accessor& accessor) {
  const Json json = accessor.json.object("sparse");
  if (!json.exists()) return;
  const Json indices = json.object("indices");
  const Json values = json.object("values");
  SparsePatch& sparse = accessor.sparse;
  if (!indices.exists()) json.fail("indices", ErrorCode::format, "is missing");
  if (!values.exists()) json.fail("values", ErrorCode::format, "is missing");
  if (!reading.ok()) return;
  const std::uint64_t count = json.requiredCount("count");
  sparse.indexType = componentType(indices);
  sparse.indexView = indices.requiredIndex("bufferView", reading.views.size());
  sparse.indexOffset = static_cast<std::size_t>(indices.count("byteOffset", 0));
  sparse.valueView = values.requiredIndex("bufferView", reading.views.size());
  sparse.valueOffset = static_cast<std::size_t>(values.count("byteOffset", 0));
  if (!reading.ok()) return;

  const ComponentType type = sparse.indexType;
  if (type != ComponentType::u8 && type != ComponentType::u16 && type != ComponentType::u32) {
    return indices.fail("componentType", ErrorCode::format, "is no type of unsigned integers");
  }
  if (count > accessor.count) return json.fail("count", ErrorCode::reference, "is more than the accessor has elements");
  sparse.count = static_cast<std::size_t>(count);
  const std::size_t indexLength = reading.views[static_cast<std::size_t>(sparse.indexView)].length;
  const std::size_t valueLength = reading.views[static_cast<std::size_t>(sparse.valueView)].length;
  if (!fits(count, sizeOf(type), sizeOf(type), sparse.indexOffset, indexLength)) {
    return indices.fail("bufferView", ErrorCode::reference, "is too short for the sparse indices");
  }
  if (!fits(count, packedBytes(accessor), elementBytes(accessor), sparse.valueOffset, valueLength)) {
    return values.fail("bufferView", ErrorCode::reference, "is too short for the sparse values");
  }
}

void readAccessor(Reading& reading, std::size_t index) {
  Accessor& accessor = reading.accessors[index];
  const Json json = reading.root["accessors"][index];
  accessor.json = json;
  accessor.type = componentType(json);
  const std::string_view name = json.text("type");
  const Shape* shape = nullptr;
  for (const Shape& candidate : kShapes) {
    if (candidate.name == name) shape = &candidate;
  }
  if (shape == nullptr) return json.fail("type", ErrorCode::format, "is no element type of glTF 2.0");
  accessor.components = shape->components;
  accessor.columns = shape->columns;
  accessor.normalized = json.flag("normalized") && accessor.type != ComponentType::f32;
  accessor.count = static_cast<std::size_t>(json.requiredCount("count"));
  accessor.view = json.index("bufferView", reading.views.size());
  accessor.offset = static_cast<std::size_t>(json.count("byteOffset", 0));
  if (!reading.ok()) return;
  if (accessor.view >= 0) checkRange(reading, accessor);
  if (reading.ok()) readSparse(reading, accessor);
}

}  // namespace

std::size_t sizeOf(ComponentType type) {
  switch (type) {
    case ComponentType::i8:
    case ComponentType::u8:
      return 1;
    case ComponentType::i16:
    case ComponentType::u16:
      return 2;
    case ComponentType::u32:
    case ComponentType::f32:
      return 4;
  }
  return 4;
}

float largestOf(ComponentType type) {
  switch (type) {
    case ComponentType::i8:
      return 127.0f;
    case ComponentType::u8:
      return 255.0f;
    case ComponentType::i16:
      return 32767.0f;
    case ComponentType::u16:
      return 65535.0f;
    case ComponentType::u32:
      return 4294967295.0f;
    case ComponentType::f32:
      return 1.0f;
  }
  return 1.0f;
}

std::size_t columnBytes(const Accessor& accessor) {
  const std::size_t bytes = accessor.components / accessor.columns * sizeOf(accessor.type);
  return accessor.columns == 1 ? bytes : (bytes + 3) / 4 * 4;
}

std::size_t elementBytes(const Accessor& accessor) {
  const std::size_t bytes = accessor.components / accessor.columns * sizeOf(accessor.type);
  return columnBytes(accessor) * (accessor.columns - 1) + bytes;
}

std::size_t packedBytes(const Accessor& accessor) { return columnBytes(accessor) * accessor.columns; }

std::size_t strideOf(const Reading& reading, const Accessor& accessor) {
  const std::size_t stride = reading.views[static_cast<std::size_t>(accessor.view)].stride;
  return stride != 0 ? stride : packedBytes(accessor);
}

void readAccessors(Reading& reading) {
  reading.accessors.resize(reading.root.array("accessors").size());
  for (std::size_t i = 0; i < reading.accessors.size() && reading.ok(); ++i) readAccessor(reading, i);
}

}  // namespace sinew::gltf
