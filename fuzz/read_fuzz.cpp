#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <sinew/asset/read.h>
#include <sinew/asset/write.h>

// Any bytes at all: the reader returns an asset or one error, and what it returns can be written again.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  ReadOptions options;
  options.maxDecodedBytes = 16u << 20;
  options.images = true;
  const Result<Asset> asset = readAsset(std::as_bytes(std::span(data, size)), "fuzz", {}, options);
  if (!asset) {
    if (asset.error().place.empty() || asset.error().message.empty()) std::abort();
    return 0;
  }
  for (const Affine& world : restWorldTransforms(*asset)) {
    if (!isFinite(world)) std::abort();
  }
  if (asset->nodes.empty()) return 0;
  const BakedClip clip{"clip", {0.0f, 1.0f}, {BakedTrack{0, {{0, 0, 0}, {0, 1, 0}}, {}}}};
  const auto written = withClips(*asset, std::span(&clip, 1));
  if (!written) std::abort();
  const Result<Asset> again = readAsset(*written, "again", {}, options);
  if (!again && again.error().code != ErrorCode::limit) std::abort();
  return 0;
}
