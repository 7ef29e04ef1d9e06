#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/pose/clip.h>

// Poses that fit any body: joint angles by role, counted from the anatomical neutral (standing straight, arms hanging, palms to the thighs,
// soles flat), in the directions of the fitted body. What is authored here once stands, walks and gets up on every rig.

namespace sinew {

/// Angles of one role, rad. Positive:
///
///     trunk, neck, head       flexion forward, abduction to the left, rotation to the left
///     upper arm, thigh        flexion forward, abduction away from the body, rotation outward
///     forearm, shin           flexion (a hinge: nothing else)
///     hand                    flexion toward the palm, abduction toward the little finger, rotation as the forearm's
///     foot, toes              flexion toes up, abduction toes outward, rotation sole inward
///
/// The rotation is applied first, then flexion and abduction as one rotation vector.
struct AnatomicalAngles {
  float flexion = 0, abduction = 0, rotation = 0;
};

/// Of a whole body.
struct AnatomicalPose {
  std::map<Role, AnatomicalAngles> angles{};  ///< roles that are missing stand at neutral
  Quat pelvisRotation{};                      ///< in the body's own axes (left +X, up +Y, forward +Z), from standing
  Vec3 pelvisOffset{};                        ///< in those axes, leg lengths, from standing
};

/// A body's neutral, from its manikin: how every part stands from its bind pose, and the hinges' axes. Immutable.
struct AnatomyFrames {
  struct PartFrame {
    Quat neutral{};          ///< turns the part from bind to neutral, body axes
    Vec3 hinge{1, 0, 0};     ///< unit, of a hinge, body axes at neutral
    Transform fromParent{};  ///< bind place in the parent part's frame
  };
  Quat modelFromBody{};                     ///< the body's axes in model space
  std::vector<PartFrame> parts{};           ///< (partCount)
  std::vector<Transform> bindLocal{};       ///< (jointCount) parentFromJoint at bind, rigid, m
  std::vector<std::int32_t> partOfJoint{};  ///< (jointCount) or -1
  float legLength = 1;                      ///< m, hip to floor at bind; of a quadruped its hind legs
  float floor = 0;                          ///< m, height of the ground the body stands on at bind, along its up
};
AnatomyFrames anatomyOf(const Manikin& manikin, const Rig& rig);

/// Model transforms of all joints, (jointCount), for a pose; joints without a part ride as at bind.
void toModel(const AnatomicalPose& pose, const AnatomyFrames& frames, const Manikin& manikin, const Skeleton& skeleton,
             std::span<Transform> modelFromJoint);

/// The angles that a pose has. Inverse of the above, to 0.1 degree.
AnatomicalPose toAnatomical(const AnatomyFrames& frames, const Manikin& manikin, std::span<const Transform> modelFromJoint);

/// "idle", "walk", "run", "walkBackward", "turnLeft", "turnRight", "limp", "stagger", "kneel", "lieFront", "lieBack", "getUpFront",
/// "getUpBack". A quadruped has the first three.
std::vector<std::string_view> builtInClipNames();

/// One of them on this body, feet solved on flat ground for its own legs. An unknown name is a usage error; a creature without built-in
/// clips is `value`.
Result<Clip> builtInClip(std::string_view name, const Manikin& manikin, const Rig& rig, const Skeleton& skeleton);

/// All clips a character of this kind plays: the file's own, and built-in ones for names the file lacks. What was added is a note.
std::vector<Clip> clipsFor(const Asset& asset, const Rig& rig, const Manikin& manikin, const Skeleton& skeleton, Findings& findings);

}  // namespace sinew
