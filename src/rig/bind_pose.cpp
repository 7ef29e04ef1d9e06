#include "rig/bind_pose.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <sinew/base/text.h>

#include "rig/mesh_placement.h"
#include "rig/precision.h"

namespace sinew::rig {
namespace {

double totalWeight(const std::vector<SkinJointUse>& skin) {
  return std::accumulate(skin.begin(), skin.end(), 0.0, [](double sum, const SkinJointUse& use) { return sum + use.weight; });
}

class Binder {
 public:
  Binder(const BindInput& input, BindPose& pose)
      : in_(input), pose_(pose), placed_(input.joints.nodes.size(), false), load_(input.joints.nodes.size(), 0) {
    sumLoads();
    gatherStatements();
  }

  void placeSkin(std::size_t skin);
  void placeTheRest();

 private:
  std::size_t jointOf(std::size_t skin, std::size_t slot) const {
    const std::int32_t node = in_.asset.skins[skin].joints[slot];
    return static_cast<std::size_t>(in_.joints.jointOfNode[static_cast<std::size_t>(node)]);
  }
  const Affined& rest(std::size_t joint) const { return in_.tree.worldFromNode[static_cast<std::size_t>(in_.joints.nodes[joint])]; }

  void sumLoads();
  void gatherStatements();
  Affined carried(std::size_t joint, std::size_t by) const;
  Affined expected(std::size_t joint) const;
  bool shareOnePose(std::size_t skin) const;
  std::vector<Affined> statedPlacements(std::size_t skin) const;
  std::vector<PlacementVote> votes(std::size_t skin) const;
  void blend(std::size_t skin);
  double distanceFromJoints(std::size_t skin, const std::optional<Affined>& worldFromMesh) const;
  std::optional<Affined> placementWithoutBinds(std::size_t skin) const;

  const BindInput& in_;
  BindPose& pose_;
  std::vector<bool> placed_;
  bool anyPlaced_ = false;
  std::vector<std::vector<std::int32_t>> meshNodes_;  ///< (skinCount) nodes that show a mesh with that skin
  std::vector<std::int32_t> nodesAbove_;              ///< right above the roots of the skeleton
  std::vector<double> load_;                          ///< (jointCount) skin weight of a joint and of all below it
};

void Binder::sumLoads() {
  for (std::size_t skin = 0; skin < in_.skinUses.size(); ++skin) {
    for (std::size_t slot = 0; slot < in_.skinUses[skin].size(); ++slot) load_[jointOf(skin, slot)] += in_.skinUses[skin][slot].weight;
  }
  for (std::size_t joint = load_.size(); joint-- > 0;) {
    const std::int32_t parent = in_.joints.parents[joint];
    if (parent >= 0) load_[static_cast<std::size_t>(parent)] += load_[joint];
  }
}

/// Where `joint` stands when it keeps its rest offset from `by`, which is placed.
Affined Binder::carried(std::size_t joint, std::size_t by) const {
  if (!invertible(rest(by))) return rest(joint);
  return pose_.worldFromJoint[by] * (inverse(rest(by)) * rest(joint));
}

/// The best guess before this skin has spoken: as placed, or carried by the nearest placed joint above, or at rest.
Affined Binder::expected(std::size_t joint) const {
  if (!anyPlaced_) return rest(joint);
  for (auto above = static_cast<std::int32_t>(joint); above >= 0; above = in_.joints.parents[static_cast<std::size_t>(above)]) {
    const auto a = static_cast<std::size_t>(above);
    if (placed_[a]) return a == joint ? pose_.worldFromJoint[joint] : carried(joint, a);
  }
  return rest(joint);
}

/// False where all inverse binds are the same although the joints stand apart: no accessor (identity), or vertices that
/// were stored in the frames of their joints.
bool Binder::shareOnePose(std::size_t skin) const {
  const std::vector<SkinJointUse>& uses = in_.skinUses[skin];
  const std::vector<Affine>& inverseBinds = in_.asset.skins[skin].inverseBinds;
  const Affine* first = nullptr;
  Vec3d firstPlace;
  double apart = 0, reach = 0;
  for (std::size_t slot = 0; slot < uses.size(); ++slot) {
    if (!(uses[slot].weight > 0)) continue;
    const Affine& m = inverseBinds[slot];
    const Affined at = rest(jointOf(skin, slot));
    if (first == nullptr) {
      first = &m;
      firstPlace = at.translation;
      continue;
    }
    if (!(m.linear.x == first->linear.x && m.linear.y == first->linear.y && m.linear.z == first->linear.z &&
          m.translation == first->translation)) {
      return true;
    }
    apart = std::max(apart, distance(at.translation, firstPlace));
    reach = std::max(reach, uses[slot].spread * length(at.linear.x));
  }
  return !(apart > 1e-3 * reach);
}

void Binder::gatherStatements() {
  constexpr std::size_t kEnough = 32;
  const auto note = [](std::vector<std::int32_t>& nodes, std::int32_t node) {
    if (node >= 0 && nodes.size() < kEnough && std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  };
  meshNodes_.resize(in_.asset.skins.size());
  for (const PrimitiveUse& use : in_.primitives) {
    if (use.skin >= 0) note(meshNodes_[static_cast<std::size_t>(use.skin)], use.node);
  }
  for (std::size_t joint = 0; joint < in_.joints.nodes.size(); ++joint) {
    if (in_.joints.parents[joint] < 0) note(nodesAbove_, in_.asset.nodes[static_cast<std::size_t>(in_.joints.nodes[joint])].parent);
  }
}

/// Placements that nodes of the file state: none at all, the mesh nodes (exporters derive inverse binds from them), and the nodes
/// right above the skeleton.
std::vector<Affined> Binder::statedPlacements(std::size_t skin) const {
  std::vector<Affined> stated{Affined{}};
  for (const std::vector<std::int32_t>* nodes : {&meshNodes_[skin], &nodesAbove_}) {
    for (const std::int32_t node : *nodes) stated.push_back(in_.tree.worldFromNode[static_cast<std::size_t>(node)]);
  }
  return stated;
}

/// A joint speaks for its vertices, and louder the more hangs below it: when a limb moves, it is the limb that is out of place.
std::vector<PlacementVote> Binder::votes(std::size_t skin) const {
  const std::vector<SkinJointUse>& uses = in_.skinUses[skin];
  std::vector<PlacementVote> votes;
  for (std::size_t slot = 0; slot < uses.size(); ++slot) {
    if (!(uses[slot].weight > 0)) continue;
    const Affined jointFromMesh = toDouble(in_.asset.skins[skin].inverseBinds[slot]);
    const std::size_t joint = jointOf(skin, slot);
    const Affined worldFromMesh = expected(joint) * jointFromMesh;
    if (!invertible(jointFromMesh) || !invertible(worldFromMesh)) continue;
    votes.push_back({std::sqrt(uses[slot].weight * load_[joint]), uses[slot].center, uses[slot].spread, worldFromMesh});
  }
  return votes;
}

/// No common pose: the vertices stand where the rest pose puts them.
void Binder::blend(std::size_t skin) {
  const AssetSkin& source = in_.asset.skins[skin];
  for (std::size_t slot = 0; slot < source.joints.size(); ++slot) {
    pose_.skins[skin].worldFromMeshByJoint.push_back(expected(jointOf(skin, slot)) * toDouble(source.inverseBinds[slot]));
  }
}

/// How far a skin's vertices lie from the joints that pull them at rest, weighted mean: with the whole mesh placed so, or by each
/// joint's inverse bind.
double Binder::distanceFromJoints(std::size_t skin, const std::optional<Affined>& worldFromMesh) const {
  const std::vector<SkinJointUse>& uses = in_.skinUses[skin];
  double sum = 0, weights = 0;
  for (std::size_t slot = 0; slot < uses.size(); ++slot) {
    if (!(uses[slot].weight > 0)) continue;
    const Affined joint = expected(jointOf(skin, slot));
    const Affined placed = worldFromMesh ? *worldFromMesh : joint * toDouble(in_.asset.skins[skin].inverseBinds[slot]);
    sum += uses[slot].weight * distance(placed * uses[slot].center, joint.translation);
    weights += uses[slot].weight;
  }
  return weights > 0 ? sum / weights : 0;
}

/// Where the vertices lie about their joints as they stand in the mesh, and the inverse binds would throw them apart: some exporter
/// has lost those, and the mesh was made in the rest pose.
std::optional<Affined> Binder::placementWithoutBinds(std::size_t skin) const {
  constexpr double kClearly = 0.5;
  double least = kClearly * distanceFromJoints(skin, std::nullopt);
  std::optional<Affined> found;
  for (const Affined& stated : statedPlacements(skin)) {
    const double apart = distanceFromJoints(skin, stated);
    if (!(apart < least)) continue;
    least = apart;
    found = stated;
  }
  return found;
}

void Binder::placeSkin(std::size_t skin) {
  const std::vector<PlacementVote> opinions = votes(skin);
  if (opinions.empty()) return blend(skin);
  if (!shareOnePose(skin)) {
    const std::optional<Affined> whole = placementWithoutBinds(skin);
    if (!whole) return blend(skin);
    pose_.skins[skin].worldFromMesh = *whole;
    pose_.skins[skin].bindsIgnored = true;
    return;
  }

  const Affined worldFromMesh = placeMesh(opinions, statedPlacements(skin));
  pose_.skins[skin].worldFromMesh = worldFromMesh;
  for (std::size_t slot = 0; slot < in_.skinUses[skin].size(); ++slot) {
    const std::size_t joint = jointOf(skin, slot);
    const Affined jointFromMesh = toDouble(in_.asset.skins[skin].inverseBinds[slot]);
    if (placed_[joint] || !(in_.skinUses[skin][slot].weight > 0) || !invertible(jointFromMesh)) continue;
    pose_.worldFromJoint[joint] = worldFromMesh * inverse(jointFromMesh);
    pose_.sources[joint] = BindSource::skin;
    placed_[joint] = anyPlaced_ = true;
  }
}

/// Joints without a say: from the joint above, else from the heaviest branch below, else at rest.
void Binder::placeTheRest() {
  const std::size_t count = in_.joints.nodes.size();
  std::vector<std::int32_t> heaviest(count, -1);
  for (std::size_t joint = count; joint-- > 0;) {
    const std::int32_t parent = in_.joints.parents[joint];
    if (parent < 0) continue;
    const auto p = static_cast<std::size_t>(parent);
    const bool leads = placed_[joint] || heaviest[joint] >= 0;
    if (leads && (heaviest[p] < 0 || load_[joint] > load_[static_cast<std::size_t>(heaviest[p])]))
      heaviest[p] = static_cast<std::int32_t>(joint);
  }

  // Roots first: down the heaviest branch to the first joint that is placed, and back up from there.
  for (std::size_t joint = 0; joint < count; ++joint) {
    if (placed_[joint]) continue;
    const std::int32_t parent = in_.joints.parents[joint];
    if (parent >= 0) {
      pose_.worldFromJoint[joint] = carried(joint, static_cast<std::size_t>(parent));
    } else if (heaviest[joint] >= 0) {
      std::size_t anchor = joint;
      while (!placed_[anchor]) anchor = static_cast<std::size_t>(heaviest[anchor]);
      pose_.worldFromJoint[joint] = carried(joint, anchor);
    } else {
      pose_.worldFromJoint[joint] = rest(joint);
    }
    placed_[joint] = true;
  }
}

/// Skins whose inverse binds name no pose: the rest pose is taken instead.
void reportUnposed(const BindInput& input, const BindPose& pose, Findings& findings) {
  for (std::size_t skin = 0; skin < pose.skins.size(); ++skin) {
    const bool ignored = pose.skins[skin].bindsIgnored;
    if (pose.skins[skin].worldFromMeshByJoint.empty() && !ignored) continue;
    std::string message = "skins[" + std::to_string(skin) + "] '" + printable(input.asset.skins[skin].name) + "' ";
    message += ignored
                   ? "has the same inverse bind matrix for joints that stand apart, which would tear its mesh to pieces: they are ignored, "
                     "and the rest pose is taken for the bind pose"
                   : "has no inverse binds that name a pose: the rest pose is taken for the bind pose";
    findings.push_back({.severity = ignored ? Severity::warning : Severity::note,
                        .rule = ignored ? "bind.lost" : "bind.none",
                        .role = {},
                        .measured = {},
                        .low = {},
                        .high = {},
                        .message = std::move(message)});
  }
}

/// How far a bind matrix is from rotation times one scale, as a share of that scale.
double rigidError(const Affined& bind) {
  const double scale = std::cbrt(std::abs(determinant(bind.linear)));
  if (!(scale > 0)) return 1;
  const Mat3d rigid = toMatrix(rotationOf(bind.linear));
  const Vec3d z = determinant(bind.linear) < 0 ? -bind.linear.z : bind.linear.z;
  return std::max({distance(bind.linear.x / scale, rigid.x), distance(bind.linear.y / scale, rigid.y), distance(z / scale, rigid.z)});
}

void reportScale(const BindInput& input, const BindPose& pose, Findings& findings) {
  double worst = 0;
  std::size_t worstJoint = 0;
  for (std::size_t joint = 0; joint < pose.worldFromJoint.size(); ++joint) {
    const double error = pose.sources[joint] == BindSource::skin ? rigidError(pose.worldFromJoint[joint]) : 0;
    if (error > worst) {
      worst = error;
      worstJoint = joint;
    }
  }
  if (worst < 5e-3) return;
  const std::int32_t node = input.joints.nodes[worstJoint];
  char text[200];
  std::snprintf(text, sizeof text, "bind matrices carry non-uniform scale or shear; a rigid frame is off by %.1f %% at nodes[%d] '",
                100 * worst, node);
  findings.push_back({.severity = Severity::warning,
                      .rule = "scale.nonuniform",
                      .role = {},
                      .measured = worst,
                      .low = 0.0,
                      .high = 5e-3,
                      .message = text + printable(input.asset.nodes[static_cast<std::size_t>(node)].name) + "'"});
}

}  // namespace

BindPose findBindPose(const BindInput& input, Findings& findings) {
  BindPose pose;
  pose.skins.resize(input.asset.skins.size());
  pose.worldFromJoint.resize(input.joints.nodes.size());
  pose.sources.assign(input.joints.nodes.size(), BindSource::rest);

  // The body first, what it wears after it.
  std::vector<std::size_t> order(input.asset.skins.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> weights;
  for (const std::vector<SkinJointUse>& skin : input.skinUses) weights.push_back(totalWeight(skin));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });

  Binder binder(input, pose);
  for (const std::size_t skin : order) {
    if (weights[skin] > 0) binder.placeSkin(skin);
  }
  binder.placeTheRest();
  reportUnposed(input, pose, findings);
  reportScale(input, pose, findings);
  return pose;
}

}  // namespace sinew::rig
