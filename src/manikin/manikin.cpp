#include <sinew/manikin/manikin.h>

#include <algorithm>
#include <array>

#include <sinew/manikin/fit.h>

#include "manikin/names.h"

// Names of the small enums, and look-ups.

namespace sinew {
namespace {

constexpr std::array<std::string_view, 3> kShapes{"capsule", "sphere", "box"};
constexpr std::array<std::string_view, 3> kShapeSources{"mesh", "table", "bone"};
constexpr std::array<std::string_view, 4> kTailSources{"joint", "node", "mesh", "none"};
constexpr std::array<std::string_view, 3> kMethods{"trimmed", "raw", "radial"};
constexpr std::array<std::string_view, 4> kJointTypes{"none", "ball", "hinge", "fixed"};
constexpr std::array<std::string_view, 3> kPresets{"minimal", "standard", "full"};

template <class Enum, std::size_t N>
std::optional<Enum> findName(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view nameOf(ShapeType type) { return kShapes[static_cast<std::size_t>(type)]; }
std::string_view nameOf(ShapeSource source) { return kShapeSources[static_cast<std::size_t>(source)]; }
std::string_view nameOf(TailSource source) { return kTailSources[static_cast<std::size_t>(source)]; }
std::string_view nameOf(FitMethod method) { return kMethods[static_cast<std::size_t>(method)]; }
std::string_view nameOf(JointType type) { return kJointTypes[static_cast<std::size_t>(type)]; }
std::string_view nameOf(Preset preset) { return kPresets[static_cast<std::size_t>(preset)]; }

std::optional<ShapeType> shapeTypeFromName(std::string_view name) { return findName<ShapeType>(kShapes, name); }
std::optional<ShapeSource> shapeSourceFromName(std::string_view name) { return findName<ShapeSource>(kShapeSources, name); }
std::optional<TailSource> tailSourceFromName(std::string_view name) { return findName<TailSource>(kTailSources, name); }
std::optional<FitMethod> fitMethodFromName(std::string_view name) { return findName<FitMethod>(kMethods, name); }
std::optional<JointType> jointTypeFromName(std::string_view name) { return findName<JointType>(kJointTypes, name); }
std::optional<Preset> presetFromName(std::string_view name) { return findName<Preset>(kPresets, name); }

std::int32_t Manikin::partOf(Role role) const {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.role == role; });
  return found == parts.end() ? -1 : static_cast<std::int32_t>(found - parts.begin());
}

std::int32_t Manikin::partOfJoint(std::int32_t joint) const {
  const auto owns = [&](const Part& part) {
    return part.joint == joint || std::find(part.riders.begin(), part.riders.end(), joint) != part.riders.end();
  };
  const auto found = std::find_if(parts.begin(), parts.end(), owns);
  return found == parts.end() ? -1 : static_cast<std::int32_t>(found - parts.begin());
}

Transform partFromShape(const Part& part) { return {fromTo(Vec3{0, 1, 0}, part.axis), part.center}; }

}  // namespace sinew
