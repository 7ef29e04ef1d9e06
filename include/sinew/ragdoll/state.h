#pragma once

#include <cstddef>
#include <span>

#include <sinew/base/result.h>
#include <sinew/ragdoll/ragdoll.h>

// A ragdoll's pose in few bytes, for the wire or for a ring of past frames: where the root is, and how every body is turned. Nothing less
// is a state: bodies that were left out would hang from bodies that moved.
//
//     x y z  root, three floats | one rotation a body, six bytes: which component is largest, the three others in 15 bits each

namespace sinew {

/// 12 + 6 a body; 0 without bodies.
std::size_t stateBytes(const Ragdoll& ragdoll);

/// `out` is stateBytes long. Little endian. Rotations come back within 1e-4 rad.
void writeState(const Ragdoll& ragdoll, std::span<std::byte> out);

/// Puts the bodies back, joint to joint from the root, at rest and awake as `sync` does. Bytes of another length, or a place that is
/// not finite, are errors and change nothing.
Result<void> readState(Ragdoll& ragdoll, std::span<const std::byte> bytes);

}  // namespace sinew
