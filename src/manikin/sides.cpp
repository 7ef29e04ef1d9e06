#include "manikin/sides.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sinew {

namespace {

constexpr float kPlain = 0.3f;  // agreement below minus this is a contradiction
constexpr std::size_t kFewVertices = 8;

std::int32_t jointIn(const std::map<Role, std::int32_t>& roles, Role role) {
  const auto found = roles.find(role);
  return found == roles.end() ? -1 : found->second;
}

/// A foot joint that stands near the ground: elsewhere the skin in front of it tells nothing.
constexpr float kAnkleHeight = 0.18f;  // of the body's height

/// How far the skin of a foot and what hangs from it reaches in front of the ankle and behind it, as (front - back) / whole, [-1, 1];
/// 0 where it has no skin to speak of or stands too high for a foot.
float footLead(const BoneTree& skeleton, std::int32_t foot, const Vec3& forward) {
  if (skeleton.height(foot) > kAnkleHeight * skeleton.size()) return 0;
  const BodyMesh& mesh = skeleton.rig().body;
  std::vector<float> along;
  for (const SkinVertex& vertex : mesh.vertices) {
    float weight = 0;
    for (std::uint32_t i = 0; i < vertex.influenceCount; ++i) {
      const JointWeight& influence = mesh.influences[vertex.influenceStart + i];
      if (skeleton.isAncestor(foot, influence.joint)) weight += influence.weight;
    }
    if (weight > 0.5f) along.push_back(dot(vertex.position - skeleton.position(foot), forward));
  }
  if (along.size() < kFewVertices) return 0;
  std::sort(along.begin(), along.end());
  const float back = along[along.size() / 50], front = along[along.size() - 1 - along.size() / 50];
  const float whole = front - back;
  return whole > 0 ? std::clamp((front + back) / whole, -1.0f, 1.0f) : 0;
}

/// The horizontal share of the way from one joint to another that leads forward, [-1, 1].
float lead(const BoneTree& skeleton, std::int32_t from, std::int32_t to, const Vec3& forward) {
  if (from < 0 || to < 0) return 0;
  const Vec3 way = skeleton.position(to) - skeleton.position(from);
  const float l = length(way);
  return l > 0.01f * skeleton.size() ? dot(way, forward) / l : 0;
}

}  // namespace

void alignToPairs(BoneTree& skeleton, const std::map<Role, std::int32_t>& roles) {
  // Left minus right over all pairs is the lateral direction; their midpoints lie on the middle plane.
  const Vec3 up = skeleton.rig().axes.up;
  Vec3 across{}, middle{};
  int pairs = 0;
  for (const auto& [role, joint] : roles) {
    const std::int32_t other = jointIn(roles, mirrored(role));
    if (sideOf(role) <= 0 || other < 0) continue;
    across += skeleton.position(joint) - skeleton.position(other);
    middle += (skeleton.position(joint) + skeleton.position(other)) * 0.5f;
    ++pairs;
  }
  const Vec3 left = normalized(across - up * dot(across, up));
  if (pairs == 0 || lengthSquared(left) < 0.5f) return;
  skeleton.alignTo(left, dot(middle, left) / static_cast<float>(pairs));
}

float facingAgreement(const BoneTree& skeleton, const std::map<Role, std::int32_t>& roles) {
  const RigAxes& axes = skeleton.rig().axes;
  const Vec3 forward = cross(skeleton.left(), axes.up);
  float agreement = axes.confidence * dot(axes.forward, forward);
  for (const auto& [foot, toes] : {std::pair{Role::leftFoot, Role::leftToes}, std::pair{Role::rightFoot, Role::rightToes}}) {
    const std::int32_t ankle = jointIn(roles, foot), ball = jointIn(roles, toes);
    if (ankle < 0) continue;
    agreement += ball >= 0 ? 0.5f * lead(skeleton, ankle, ball, forward) : 0;
    agreement += 0.5f * footLead(skeleton, ankle, forward);
  }
  // Four legs: the head is in front.
  const bool fourLegged = roles.contains(Role::frontLeftUpper) || roles.contains(Role::hindLeftUpper);
  if (fourLegged) agreement += 2 * lead(skeleton, jointIn(roles, Role::pelvis), jointIn(roles, Role::head), forward);
  return std::clamp(agreement, -1.0f, 1.0f);
}

void resolveSides(BoneTree& skeleton, NamedBody& body) {
  std::map<Role, std::int32_t> joints = jointsOf(body.roles);
  alignToPairs(skeleton, joints);
  const float agreement = facingAgreement(skeleton, joints);
  if (agreement >= -kPlain) return;

  std::map<Role, NamedRole> swapped;
  for (const auto& [role, found] : body.roles) swapped[mirrored(role)] = found;
  body.roles = std::move(swapped);
  alignToPairs(skeleton, jointsOf(body.roles));
  body.findings.push_back({.severity = Severity::warning,
                           .rule = "roles.side",
                           .role = {},
                           .measured = agreement,
                           .low = -kPlain,
                           .high = {},
                           .message = "the body faces away from where its named sides say: left and right are taken from geometry"});
}

std::map<Role, std::int32_t> jointsOf(const std::map<Role, NamedRole>& roles) {
  std::map<Role, std::int32_t> joints;
  for (const auto& [role, found] : roles) joints[role] = found.joint;
  return joints;
}

}  // namespace sinew
