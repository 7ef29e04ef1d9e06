#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <sinew/asset/write.h>
#include <sinew/pose/sample.h>

namespace sinew {

/// Collects node poses frame by frame and keeps what the file's rest pose has not.
class Tracks {
 public:
  Tracks(const Asset& asset, std::size_t frames) : rest_(restLocals(asset)), tracks_(asset.nodes.size()) {
    for (std::size_t n = 0; n < tracks_.size(); ++n) {
      tracks_[n].node = static_cast<std::int32_t>(n);
      tracks_[n].rotations.reserve(frames);
      tracks_[n].translations.reserve(frames);
    }
  }

  void add(std::span<const Trs> locals) {
    for (std::size_t n = 0; n < tracks_.size(); ++n) {
      // The shorter way round from key to key, for players that interpolate without looking.
      std::vector<Quat>& rotations = tracks_[n].rotations;
      const Quat rotation = locals[n].rotation;
      rotations.push_back(!rotations.empty() && dot(rotations.back(), rotation) < 0 ? -rotation : rotation);
      tracks_[n].translations.push_back(locals[n].translation);
    }
  }

  std::vector<BakedTrack> moving() && {
    std::vector<BakedTrack> kept;
    for (std::size_t n = 0; n < tracks_.size(); ++n) {
      BakedTrack& track = tracks_[n];
      const auto atRest = [&](const auto& values, const auto& rest) {
        return std::all_of(values.begin(), values.end(), [&](const auto& value) { return value == rest; });
      };
      if (atRest(track.rotations, rest_[n].rotation)) track.rotations.clear();
      if (atRest(track.translations, rest_[n].translation)) track.translations.clear();
      if (!track.rotations.empty() || !track.translations.empty()) kept.push_back(std::move(track));
    }
    return kept;
  }

 private:
  std::vector<Trs> rest_;
  std::vector<BakedTrack> tracks_;
};

}  // namespace sinew
