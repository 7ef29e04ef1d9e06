#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/manikin/manikin.h>

namespace sinew {

/// Box to capsule: the one formula (facts of the fitting procedure, worked example in test/manikin). Lengths in metres, part frame.
struct CapsuleFit {
  float along = 0;  ///< half extent of the box along the bone (support function)
  float radius = 0;
  float halfHeight = 0;  ///< of the cylinder
  Vec3 center;
  float boxAngle = 0;    ///< rad, [0, pi/2]
  bool clamped = false;  ///< halfHeight met its floor: this part is a sphere
};

/// `halfExtent` and `center` of the trimmed box, `direction` the unit bone direction in the same frame, `floor` the least halfHeight.
CapsuleFit capsuleFromBox(const Vec3& halfExtent, const Vec3& center, const Vec3& direction, float floor = 0);

enum class Preset : std::uint8_t { minimal, standard, full };
std::optional<Preset> presetFromName(std::string_view name);
std::string_view nameOf(Preset preset);

struct FactorTable;

/// What becomes of mesh parts that are worn on one body part and would make its shape larger than the body beneath, and of
/// branches of joints that hang on a part and reach far beyond it (a weapon, wings).
enum class Accessories : std::uint8_t { leaveOut, keep };

struct FitOptions {
  Preset preset = Preset::standard;
  FitMethod method = FitMethod::trimmed;
  float mass = 75;                        ///< kg
  std::string massTable = "deLeva-male";  ///< a name of massTables()
  bool inertiaFromTable = false;          ///< the table's radii of gyration instead of the fitted shape's
  float lowPercentile = 0.02f, highPercentile = 0.98f;
  Accessories accessories = Accessories::leaveOut;  ///< hair, backpacks, weapons ...; a finding names each
  const FactorTable* factors = nullptr;             ///< an authored table to apply instead of measuring (its shapes, not its masses)
  float factorTolerance = 0.1f;                     ///< relative; a larger difference from the re-measured fit is a failure ...
  bool acceptFactors = false;                       ///< ... unless accepted
};

/// Measures every part on the mesh and gives it shape, mass and joint. Fails (`value`) only where the map was refused;
/// whatever else is odd is a finding of the manikin.
Result<Manikin> fitManikin(const Rig& rig, const RoleMap& map, const FitOptions& options = {});

std::vector<std::string_view> massTables();

}  // namespace sinew
