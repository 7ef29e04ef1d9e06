#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/pose/clip.h>

// Poses that fit any body: joint angles by role, counted from the anatomical neutral (standing, arms down, palms in), in the manikin's
// own joint frames. What is authored here once stands, walks and gets up on every rig.

namespace sinew {

/// Angles of one role, rad. Ball: twist (rotation), swing1 (flexion positive), swing2 (abduction positive). Hinge: x is flexion.
struct AnatomicalAngles {
  float flexion = 0, abduction = 0, rotation = 0;
};

/// Of a whole body. `root`: how the pelvis stands in the model's heading, and where, in units of the leg's length.
struct AnatomicalPose {
  std::map<Role, AnatomicalAngles> angles;  ///< roles that are missing stand at neutral
  Quat pelvisRotation{};                    ///< in the rig's own axes (forward +Z, up +Y, left +X), from the neutral stance
  Vec3 pelvisOffset{};                      ///< leg lengths, from the neutral stance
};

/// Local rotations of a fitted rig for a pose; joints without a part keep their rest. `parentFromJoint` (jointCount).
void toLocals(const AnatomicalPose& pose, const Manikin& manikin, const Rig& rig, const Skeleton& skeleton,
              std::span<Transform> parentFromJoint);

/// The angles that a local pose has. Inverse of `toLocals` to 0.1 degree within the limits.
AnatomicalPose toAnatomical(const Manikin& manikin, const Rig& rig, const Skeleton& skeleton, std::span<const Transform> parentFromJoint);

/// Names of what is built in: "idle", "walk", "run", "turnLeft", "turnRight", "stagger", "kneel", "getUpFront", "getUpBack" ...
std::vector<std::string_view> builtInClipNames();

/// One of them on this body, feet solved on flat ground for its own legs. An unknown name is a usage error; a creature without built-in
/// clips is `value`.
Result<Clip> builtInClip(std::string_view name, const Manikin& manikin, const Rig& rig, const Skeleton& skeleton);

/// All clips a character of this kind plays: the file's own, and built-in ones for names the file lacks. What was added is a note.
std::vector<Clip> clipsFor(const Asset& asset, const Rig& rig, const Manikin& manikin, const Skeleton& skeleton, Findings& findings);

}  // namespace sinew
