#pragma once

#include <cstdint>

namespace sinew {

/// Whether a step may look at joint names, or must go by geometry and skin alone.
enum class NameUse : std::uint8_t { byName, geometryOnly };

}  // namespace sinew
