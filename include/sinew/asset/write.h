#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/result.h>

namespace sinew {

/// Tracks of one node, one entry a frame at `BakedClip::times`. An empty track is left out of the file.
struct BakedTrack {
  std::int32_t node = -1;
  std::vector<Vec3> translations;  ///< (frameCount) in the node's parent frame, the file's units
  std::vector<Quat> rotations;     ///< (frameCount) unit
};

struct BakedClip {
  std::string name;
  std::vector<float> times;  ///< (frameCount) s, ascending
  std::vector<BakedTrack> tracks;
};

/// The file that `asset` was read from, as one GLB, with the clips added behind its own animations. Meshes, materials, images
/// (external ones are pulled in), extensions and extras stay as they were, byte for byte where possible. A node that carries
/// a matrix and gets a track is rewritten as TRS.
Result<std::vector<std::byte>> withClips(const Asset& asset, std::span<const BakedClip> clips);

/// Writes bytes to a file by way of a temporary beside it, so that a failure leaves no half file. Links are followed; a pipe or
/// a device is written to directly.
Result<void> writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace sinew
