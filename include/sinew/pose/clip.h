#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/result.h>
#include <sinew/pose/skeleton.h>

// Clips ready to be sampled sixty times a second for a thousand characters: joint tracks in the skeleton's own terms. (sample.h reads the
// file's clips as they are, node by node; it is for tools and for making these.)

namespace sinew {

/// How the model travels over one playing of a clip, apart from the pose: in x, z and yaw about +Y, as its root joint does.
struct RootTrack {
  float rate = 0;              ///< keys a second; 0: the clip does not travel
  std::vector<Vec3> position;  ///< (keyCount) m, from the start of the clip, in the heading at its start; y stays 0
  std::vector<float> yaw;      ///< (keyCount) rad, accumulated, not wrapped
};

/// Uniform samples of all joints, or keys a joint. Immutable.
struct Clip {
  std::string name;
  float duration = 0;  ///< s
  bool loops = false;  ///< the ends meet (root travel apart), so that playing on goes round
  RootTrack root{};    ///< extracted: the joints below hold the rest (height, pitch, roll)

  float rate = 0;                  ///< keys a second of `samples`; the last key stands at `duration`
  std::uint32_t keyCount = 0;      ///< 0 where the clip is keyed
  std::vector<Transform> samples;  ///< (keyCount * jointCount) frame by frame

  struct Track {  ///< keys of one joint where the clip is keyed; values as in ClipChannel
    std::int32_t joint = -1;
    ChannelPath path = ChannelPath::rotation;
    Interpolation interpolation = Interpolation::linear;
    std::vector<float> times, values;
  };
  std::vector<Track> tracks;
  std::uint32_t jointCount = 0;
};

enum class ClipForm : std::uint8_t { uniform, keyed };

struct ClipOptions {
  ClipForm form = ClipForm::uniform;
  float rate = 30;          ///< keys a second of the uniform form; a clip whose keys lie denser takes theirs, to 120
  bool extractRoot = true;  ///< take x, z and yaw of the root out of the pose
};

/// Compiles one clip of a file. `extras` speed (AssetClip::rootTranslationZ) makes the root track where the joints do not travel.
/// A clip that animates a node above or between joints is sampled (uniform) whatever the form asked for.
Result<Clip> compileClip(const Asset& asset, const Rig& rig, const Skeleton& skeleton, const AssetClip& clip,
                         const ClipOptions& options = {});

/// The pose at `time` (s, clamped), (jointCount). Joints that no track moves stand at rest. Rotations are unit.
void samplePose(const Clip& clip, const Skeleton& skeleton, float time, std::span<Transform> parentFromJoint);

}  // namespace sinew
