#include <sinew/record/start.h>

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
  for (std::size_t i = 0; i < std::min(asset.clips.size(), kMost); ++i)
    names += (i > 0 ? ", '" : "'") + printable(asset.clips[i].name) + "'";
  if (asset.clips.size() > kMost) names += " and " + std::to_string(asset.clips.size() - kMost) + " more";
  return names;
}

const AssetClip* findClip(const Asset& asset, std::string_view name) {
  const auto named = std::find_if(asset.clips.begin(), asset.clips.end(), [&](const AssetClip& clip) { return clip.name == name; });
  if (named != asset.clips.end()) return &*named;
  const std::string folded = foldCase(name);
  const auto alike =
      std::find_if(asset.clips.begin(), asset.clips.end(), [&](const AssetClip& clip) { return foldCase(clip.name) == folded; });
  return alike != asset.clips.end() ? &*alike : nullptr;
}

}  // namespace

Result<StartPose> startOfClip(const Asset& asset, const Rig& rig, const Manikin& manikin, std::string_view clip, float time) {
  const AssetClip* const found = findClip(asset, clip);
  if (found == nullptr) return fail(ErrorCode::usage, "start", "there is no clip '" + printable(clip) + "': " + clipNames(asset));

  StartPose start;
  start.nodeLocals = restLocals(asset);
  sampleClip(asset, *found, time, start.nodeLocals);
  const std::vector<Transform> modelFromJoint = modelFromJoints(asset, rig, start.nodeLocals);
  for (const Part& part : manikin.parts) start.modelFromPart.push_back(modelFromJoint[static_cast<std::size_t>(part.joint)]);
  return start;
}

}  // namespace sinew
