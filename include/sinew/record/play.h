#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/ragdoll/character.h>
#include <sinew/record/trajectory.h>

// A character that plays a clip and is hit: a run is its inputs. Played again from them it is the same, frame by frame, which a hash a
// frame proves.

namespace sinew {

struct PlayHit {
  Role role = Role::chest;
  double time = 0;           ///< s
  float impulse = 0;         ///< N s
  Vec3 direction{0, 0, -1};  ///< in the character's own heading: left, up, forward; made unit
};

struct PlayScript {
  std::string world{kDefaultWorld};
  std::string clip = "idle";
  std::vector<PlayHit> hits{};
  double duration = 5;   ///< s
  float dt = 1.0f / 60;  ///< s, > 0
};

struct PlayEvent {
  double time = 0;  ///< s
  Balance to = Balance::standing;
};

struct PlayRecord {
  PoseTrajectory poses;               ///< as displayed
  std::vector<std::uint64_t> hashes;  ///< (frameCount) of all bodies and the displayed pose
  std::vector<PlayEvent> events;
  Balance end = Balance::standing;
  int nonFinite = 0;  ///< how often a body left the numbers and was taken back; more than 0 is a failure among the findings
};

/// Plays it on level ground. A clip, role or world that is not there is an error, and so is a hit
/// after the end.
Result<PlayRecord> play(const Asset& asset, const Rig& rig, const Manikin& manikin, const PlayScript& script, Findings& findings);

/// What to play again, and what came of it: JSON. `sha256` is of the character's file.
struct Recording {
  std::string file, sha256;
  PlayScript script;
  std::vector<std::uint64_t> hashes{};
};
std::string writeRecording(const Recording& recording);
Result<Recording> readRecording(std::string_view json);

/// First frame at which two runs differ, or none.
std::optional<std::size_t> firstDifference(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace sinew
