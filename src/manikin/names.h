#pragma once

#include <optional>
#include <string_view>

#include <sinew/manikin/manikin.h>

namespace sinew {

std::optional<ShapeType> shapeTypeFromName(std::string_view name);
std::optional<ShapeSource> shapeSourceFromName(std::string_view name);
std::optional<TailSource> tailSourceFromName(std::string_view name);
std::optional<JointType> jointTypeFromName(std::string_view name);

}  // namespace sinew
