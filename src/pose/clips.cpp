#include <algorithm>

#include <sinew/base/text.h>
#include <sinew/pose/sample.h>

namespace sinew {
namespace {

/// Names of the clips of a file, for a message; a long list is cut.
std::string clipNames(const Asset& asset) {
  constexpr std::size_t kMost = 12;
  if (asset.clips.empty()) return "the file has none";
  std::string names = "the file has ";
  for (std::size_t i = 0; i < std::min(asset.clips.size(), kMost); ++i) {
    names += (i > 0 ? ", '" : "'") + printable(asset.clips[i].name) + "'";
  }
  if (asset.clips.size() > kMost) names += " and " + std::to_string(asset.clips.size() - kMost) + " more";
  return names;
}

}  // namespace

Result<const AssetClip*> findClip(const Asset& asset, std::string_view name) {
  for (const AssetClip& clip : asset.clips) {
    if (clip.name == name) return &clip;
  }
  const std::string folded = foldCase(name);
  for (const AssetClip& clip : asset.clips) {
    if (foldCase(clip.name) == folded) return &clip;
  }
  return fail(ErrorCode::usage, "clip", "there is no clip '" + printable(name) + "': " + clipNames(asset));
}

}  // namespace sinew
