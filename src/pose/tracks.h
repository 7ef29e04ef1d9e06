#pragma once

#include <sinew/pose/clip.h>

namespace sinew {

/// Turns a sampled clip into a keyed one: joints whose node hangs straight from their parent joint's take the file's own keys, all
/// others the samples as linear keys.
void keyTracks(const Asset& asset, const Rig& rig, const Skeleton& skeleton, const AssetClip& source, Clip& clip);

/// Value of a track at `time`, clamped to its keys: glTF 2.0, appendix C.
Quat rotationAt(const Clip::Track& track, float time);
Vec3 translationAt(const Clip::Track& track, float time);

}  // namespace sinew
