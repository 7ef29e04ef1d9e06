#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "asset/reading.h"

namespace sinew::gltf {

/// The bytes of a buffer view, `BufferView::length` of them, unpacked at the first call where compressed. Empty after an error.
std::span<const std::byte> viewBytes(Reading& reading, std::int32_t index);

}  // namespace sinew::gltf
