#include <algorithm>
#include <cmath>

#include <sinew/ragdoll/penetration.h>
#include <sinew/ragdoll/ragdoll.h>

#include "manikin/mass.h"
#include "ragdoll/model.h"

// A body for every bone that is long enough. Its frame is that of the joint it starts at:
//
//     hips o=====o chest o===o neck      the bone hips-chest turns the hips; it is named by the chest
//           \                            a bone that starts at a root without a bone hangs on the first one, at the root
//            o=====o knee o=====o ankle  the ankle has no bone below: it rides on the one it hangs off

namespace sinew {
namespace {

constexpr float kClearance = 0.01f;  // m: what stands closer at rest never collides

float optionAt(std::span<const float> values, std::size_t joint, float otherwise) {
  const float value = joint < values.size() && std::isfinite(values[joint]) ? values[joint] : otherwise;
  return std::clamp(value, 0.0f, kPi);
}

float usable(float value, float otherwise) { return std::isfinite(value) && value > 0 ? value : otherwise; }

struct Bones {
  std::span<const std::int32_t> parents;
  std::vector<Transform> place;          ///< (jointCount) at rest, world
  std::vector<std::int32_t> bodyAt;      ///< (jointCount) body of the bone that ends at the joint, or -1
  std::vector<std::int32_t> above;       ///< (jointCount) the nearest body that ends at the joint or above it, or -1
  std::vector<std::int32_t> firstBelow;  ///< (jointCount) first body that starts at the joint, or -1
  std::vector<std::int32_t> ends;        ///< (bodyCount) joint where the bone ends
};

Result<void> check(std::span<const std::int32_t> parents, std::span<const Mat4> matrices) {
  if (parents.size() != matrices.size()) {
    return fail(ErrorCode::usage, "worldMatrices", "there must be one matrix a joint");
  }
  for (std::size_t j = 0; j < parents.size(); ++j) {
    if (parents[j] < -1 || parents[j] >= static_cast<std::int32_t>(j)) {
      return fail(ErrorCode::value, "parents[" + std::to_string(j) + "]", "a joint's parent must stand before it; a root has -1");
    }
    if (!isFinite(toAffine(matrices[j]))) {
      return fail(ErrorCode::value, "worldMatrices[" + std::to_string(j) + "]", "the matrix has a number that is not finite");
    }
  }
  return {};
}

/// Which bones get a body, and what hangs from what.
Bones bonesOf(std::span<const std::int32_t> parents, std::span<const Mat4> matrices, float minLength) {
  Bones bones;
  bones.parents = parents;
  bones.bodyAt.assign(parents.size(), -1);
  bones.above.assign(parents.size(), -1);
  bones.firstBelow.assign(parents.size(), -1);
  for (std::size_t j = 0; j < parents.size(); ++j) {
    const Affine world = toAffine(matrices[j]);
    bones.place.push_back({rotationOf(world.linear), world.translation});
    if (parents[j] < 0) continue;
    const auto parent = static_cast<std::size_t>(parents[j]);
    bones.above[j] = bones.above[parent];
    const float length = distance(bones.place[parent].translation, world.translation);
    if (!(length >= minLength) || !(length > 0)) continue;
    bones.bodyAt[j] = bones.above[j] = static_cast<std::int32_t>(bones.ends.size());
    if (bones.firstBelow[parent] < 0) bones.firstBelow[parent] = bones.bodyAt[j];
    bones.ends.push_back(static_cast<std::int32_t>(j));
  }
  return bones;
}

/// Twist about the bone, swing alike to all sides, zero at rest; anchored where the bone starts.
PartJoint jointOf(const Part& parent, const Part& part, float twist, float swing) {
  PartJoint joint;
  joint.type = JointType::ball;
  joint.childFromFrame = {fromTo(Vec3{1, 0, 0}, part.axis), {}};
  joint.parentFromFrame = inverse(parent.modelFromPart) * part.modelFromPart * joint.childFromFrame;
  joint.twist = {-twist, twist};
  joint.swing1 = joint.swing2 = {-swing, swing};
  return joint;
}

/// The capsule about the middle of a bone, as heavy as it is large.
Part partOf(const Bones& bones, std::size_t body, const BoneOptions& options) {
  const auto end = static_cast<std::size_t>(bones.ends[body]);
  const auto head = static_cast<std::size_t>(bones.parents[end]);
  Part part;
  part.name = "bone." + std::to_string(end);
  part.role = Role::bone;
  part.joint = bones.parents[end];
  part.modelFromPart = bones.place[head];
  const Vec3 along = inverse(part.modelFromPart) * bones.place[end].translation;
  part.boneLength = length(along);
  part.axis = normalized(along);
  part.center = part.centerOfMass = along * 0.5f;
  part.radius = std::max(usable(options.radiusRatio, 0.22f) * part.boneLength, usable(options.minRadius, 0.03f));
  part.halfHeight = std::max(part.boneLength / 2 - part.radius, 0.0f);
  part.shape = part.halfHeight > 0 ? ShapeType::capsule : ShapeType::sphere;
  const float r = part.radius;
  part.mass = usable(options.density, 1000) * kPi * r * r * (2 * part.halfHeight + r * 4 / 3);
  part.inertia = inertiaOf(part);

  // It hangs from the bone that ends where it starts, past short ones; without one it hangs on the first.
  if (body > 0) part.parent = std::max(bones.above[head], 0);
  return part;
}

/// Neighbours at one joint, and what overlaps at rest.
std::vector<std::pair<std::int32_t, std::int32_t>> neverTouching(const Bones& bones, const std::vector<Part>& parts) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (std::size_t a = 0; a < parts.size(); ++a) {
    for (std::size_t b = a + 1; b < parts.size(); ++b) {
      if (parts[b].parent == static_cast<std::int32_t>(a)) continue;
      const bool sameStart =
          bones.parents[static_cast<std::size_t>(bones.ends[a])] == bones.parents[static_cast<std::size_t>(bones.ends[b])];
      if (sameStart || overlapOf(parts[a], parts[a].modelFromPart, parts[b], parts[b].modelFromPart) > -kClearance) {
        pairs.emplace_back(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
      }
    }
  }
  return pairs;
}

/// Each joint is turned by the bone that starts at it. The topmost takes its place from the body, the rest keeps the rig's lengths.
PoseMap mapOf(const Bones& bones) {
  PoseMap map;
  std::vector<std::uint8_t> placed(bones.parents.size(), 0);  // itself or a joint above it follows a body
  for (std::size_t j = 0; j < bones.parents.size(); ++j) {
    PoseStep step;
    step.joint = static_cast<std::int32_t>(j);
    step.parent = bones.parents[j];
    const bool below = step.parent >= 0 && placed[static_cast<std::size_t>(step.parent)] != 0;
    if (bones.firstBelow[j] >= 0) {
      step.part = bones.firstBelow[j];
      step.follow = below ? Follow::turn : Follow::place;
    } else if (bones.bodyAt[j] >= 0 && bones.bodyAt[j] != bones.firstBelow[static_cast<std::size_t>(step.parent)]) {
      // The end of a bone beside the one that turns its parent: rigid with its own.
      step.part = bones.bodyAt[j];
      step.follow = Follow::ride;
      step.partFromJoint = inverse(bones.place[static_cast<std::size_t>(step.parent)]) * bones.place[j];
    }
    placed[j] = below || step.part >= 0 ? 1 : 0;
    map.steps.push_back(step);
  }
  return map;
}

}  // namespace

Result<Ragdoll> ragdollFromBones(World& world, std::span<const std::int32_t> parents, std::span<const Mat4> worldMatrices,
                                 const BoneOptions& options) {
  if (auto checked = check(parents, worldMatrices); !checked) return Failure(checked.error());
  const Bones bones = bonesOf(parents, worldMatrices, usable(options.minLength, 0.02f));

  // A manikin of bones alone.
  Manikin manikin;
  manikin.preset = "bones";
  auto model = std::make_shared<RagdollModel>();
  for (std::size_t i = 0; i < bones.ends.size(); ++i) {
    const auto end = static_cast<std::size_t>(bones.ends[i]);
    Part part = partOf(bones, i, options);
    model->headJoint.push_back(part.joint);
    if (i > 0) {
      const float twist = optionAt(options.twists, end, std::isfinite(options.twist) ? options.twist : radians(45.0f));
      const float swing = optionAt(options.swings, end, std::isfinite(options.swing) ? options.swing : radians(45.0f));
      part.toParent = jointOf(manikin.parts[static_cast<std::size_t>(part.parent)], part, twist, swing);
    }
    manikin.parts.push_back(part);
  }
  manikin.overlapping = neverTouching(bones, manikin.parts);

  RagdollOptions as;
  as.selfCollision = options.selfCollision;
  model->parents.assign(parents.begin(), parents.end());
  model->bodyOf = bones.bodyAt;
  model->map = mapOf(bones);
  model->definition = articulationOf(manikin, as);
  model->drives = drivesOf(model->definition, std::vector<float>(manikin.parts.size(), 0));
  return buildRagdoll(world, std::move(model));
}

}  // namespace sinew
