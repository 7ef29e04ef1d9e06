#pragma once

namespace sinew {

/// What a number of a file may be. For manikins docs/manikin.schema.json says the same.
struct NumberRange {
  double least = 0, most = 0;
};

// Wide enough for anything that a fit yields, narrow enough that no product of two overflows or vanishes in a solver.
inline constexpr NumberRange kLengthRange{1e-9, 1e6};       ///< m: bones, radii, stature
inline constexpr NumberRange kHalfHeightRange{0, 1e6};      ///< m: 0 is a sphere
inline constexpr NumberRange kPlaceRange{-1e6, 1e6};        ///< m: coordinates
inline constexpr NumberRange kUnitRange{1e-12, 1e12};       ///< m per unit of the file
inline constexpr NumberRange kMassRange{1e-9, 1e6};         ///< kg
inline constexpr NumberRange kInertiaRange{1e-30, 1e18};    ///< kg m2
inline constexpr NumberRange kTorqueRange{0, 1e15};         ///< N m
inline constexpr NumberRange kAngleRange{-360, 360};        ///< degrees
inline constexpr NumberRange kBoxAngleRange{0, 90.01};      ///< degrees; the hundredth is rounding
inline constexpr NumberRange kShareRange{0, 1};             ///< confidence, coverage
inline constexpr NumberRange kDirectionRange{-1.01, 1.01};  ///< a component of a unit vector or quaternion
inline constexpr NumberRange kRadiusFactor{1e-9, 1e6};      ///< of the bone
inline constexpr NumberRange kHalfHeightFactor{0, 1e6};     ///< of the bone
inline constexpr NumberRange kPlaceFactor{-1e6, 1e6};       ///< of the bone

}  // namespace sinew
