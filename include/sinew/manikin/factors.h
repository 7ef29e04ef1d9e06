#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sinew/manikin/manikin.h>

namespace sinew {

/// One part's shape as multiples of its bone, with where it was measured.
struct PartFactors {
  std::string name;
  ShapeType shape = ShapeType::capsule;
  float radius = 0, halfHeight = 0;  ///< of the bone length
  Vec3 center;                       ///< of the bone length, in the bone's frame: x lateral, y along the bone, z forward
};

/// Authored factors and their provenance: without character and method a factor cannot be re-derived.
struct FactorTable {
  std::string character, sha256, method;
  std::vector<PartFactors> parts;
};

FactorTable factorsOf(const Manikin& manikin);
std::string writeFactors(const FactorTable& table);
Result<FactorTable> readFactors(std::string_view json);

/// Fits of two bodies side by side: relative differences of radius, halfHeight and centre, in factors of the bone.
struct FactorDifference {
  std::string name;
  float radius = 0, halfHeight = 0, center = 0;  ///< |a - b| relative to the bone length
  bool missing = false;                          ///< only one of the two has the part
};
std::vector<FactorDifference> diffFactors(const FactorTable& a, const FactorTable& b);

}  // namespace sinew
