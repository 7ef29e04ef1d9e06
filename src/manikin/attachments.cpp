#include "manikin/attachments.h"

#include <algorithm>
#include <cstdio>

#include "manikin/gather.h"
#include "manikin/tail.h"

namespace sinew {
namespace {

// How far beyond the part's own skin a branch must reach to be no part of it: by the body's scale, 0.35 of the reference length (half
// a leg), and by the part's own. Fingers, ears, jaws and horns stay below a quarter; arms, wings and weapons begin at two thirds.
constexpr float kFarForBody = 0.35f;
constexpr float kFarForPart = 1.0f;
constexpr float kTrim = 0.02f;        // of the points at either end, which do not count
constexpr float kFewOwn = 0.05f;      // share of the part's skin below which its joint is bare and another carries its skin
constexpr float kAlongCosine = 0.5f;  // 60 degrees: skin that lies on along the bone

/// Skin about a bone, m.
struct Reach {
  float low = 0, high = 0;  ///< along the bone, from its joint
  float away = 0;           ///< from its line
};

float percentile(std::vector<float>& values, float share) {
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<float>(values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

Reach reachOf(std::span<const Vec3> points, const Vec3& axis) {
  if (points.empty()) return {};
  std::vector<float> along, away;
  for (const Vec3& point : points) {
    const float t = dot(point, axis);
    along.push_back(t);
    away.push_back(length(point - axis * t));
  }
  return {percentile(along, kTrim), percentile(along, 1 - kTrim), percentile(away, 1 - kTrim)};
}

/// A branch of joints that rides on a part.
struct Branch {
  std::int32_t root = -1;    ///< index into Rig::joints, the topmost of them
  std::vector<Vec3> points;  ///< m, part frame: the vertices that its joints pull strongest
};

/// A part's skin by what carries it.
struct CarriedSkin {
  std::vector<Vec3> own;  ///< m, part frame: of joints that are body beyond doubt
  std::vector<Branch> branches;
  std::size_t total() const {
    std::size_t sum = own.size();
    for (const Branch& branch : branches) sum += branch.points.size();
    return sum;
  }
};

// Parts and roles, and all that leads to them (a twist or a second spine in line, a clavicle): body whatever its size.
std::vector<bool> surelyBody(const Rig& rig, const RoleMap& map, const PartPlan& plan) {
  std::vector<bool> body(rig.joints.size(), false);
  const auto mark = [&](std::int32_t joint) {
    for (; joint >= 0 && !body[static_cast<std::size_t>(joint)]; joint = rig.joints[static_cast<std::size_t>(joint)].parent)
      body[static_cast<std::size_t>(joint)] = true;
  };
  for (const PlannedPart& part : plan.parts) mark(part.joint);
  for (const auto& [role, mapped] : map.roles) mark(mapped.joint);
  return body;
}

// The topmost joint of the branch that each joint is in; -1 for body.
std::vector<std::int32_t> branchRoots(const Rig& rig, const RoleMap& map, const PartPlan& plan) {
  const std::vector<bool> body = surelyBody(rig, map, plan);
  std::vector<std::int32_t> roots(rig.joints.size(), -1);
  for (std::size_t j = 0; j < roots.size(); ++j) {
    if (body[j]) continue;
    const std::int32_t up = rig.joints[j].parent;
    const bool goesOn =
        up >= 0 && roots[static_cast<std::size_t>(up)] >= 0 && plan.partOfJoint[static_cast<std::size_t>(up)] == plan.partOfJoint[j];
    roots[j] = goesOn ? roots[static_cast<std::size_t>(up)] : static_cast<std::int32_t>(j);
  }
  return roots;
}

std::vector<CarriedSkin> carriedSkin(const Rig& rig, const PartPlan& plan, const std::vector<std::int32_t>& roots) {
  std::vector<CarriedSkin> skins(plan.parts.size());
  std::vector<Affine> partFromModels;
  for (const PlannedPart& part : plan.parts)
    partFromModels.push_back(toAffine(inverse(rig.joints[static_cast<std::size_t>(part.joint)].modelFromBind)));
  std::vector<std::size_t> branchAt(rig.joints.size(), 0);
  for (std::size_t j = 0; j < roots.size(); ++j) {
    if (roots[j] != static_cast<std::int32_t>(j)) continue;
    std::vector<Branch>& branches = skins[static_cast<std::size_t>(plan.partOfJoint[j])].branches;
    branchAt[j] = branches.size();
    branches.push_back({roots[j], {}});
  }

  for (const SkinVertex& vertex : rig.body.vertices) {
    const JointWeight* first = rig.body.influences.data() + vertex.influenceStart;
    const JointWeight* last = first + vertex.influenceCount;
    const auto* strongest = std::max_element(first, last, [](const JointWeight& a, const JointWeight& b) { return a.weight < b.weight; });
    if (strongest == last) continue;
    const auto joint = static_cast<std::size_t>(strongest->joint), part = static_cast<std::size_t>(plan.partOfJoint[joint]);
    CarriedSkin& skin = skins[part];
    if (skin.branches.empty()) continue;
    const std::int32_t root = roots[joint];
    (root < 0 ? skin.own : skin.branches[branchAt[static_cast<std::size_t>(root)]].points)
        .push_back(partFromModels[part] * vertex.position);
  }
  return skins;
}

Vec3 middleOf(std::span<const Vec3> points) {
  Vec3 middle;
  for (const Vec3& point : points) middle += point;
  return points.empty() ? middle : middle / static_cast<float>(points.size());
}

// A bare joint whose skin hangs on one below it, a head on its leaf: the largest branch along the bone is the part itself.
void takeCarrier(CarriedSkin& skin, const Vec3& axis) {
  if (skin.own.size() >= kLeastPoints && static_cast<float>(skin.own.size()) >= kFewOwn * static_cast<float>(skin.total())) return;
  Branch* carrier = nullptr;
  for (Branch& branch : skin.branches) {
    if (!branch.points.empty() && dot(normalized(middleOf(branch.points)), axis) > kAlongCosine &&
        (carrier == nullptr || branch.points.size() > carrier->points.size()))
      carrier = &branch;
  }
  if (carrier == nullptr) return;
  skin.own.insert(skin.own.end(), carrier->points.begin(), carrier->points.end());
  carrier->points.clear();
}

Finding notedAttachment(const Rig& rig, const PlannedPart& part, const Branch& branch, float share, float beyond, bool leftOut) {
  const Joint& joint = rig.joints[static_cast<std::size_t>(branch.root)];
  const std::string name = joint.name.empty() ? "the joint of node " + std::to_string(joint.node) : "'" + joint.name + "'";
  char holds[120];
  std::snprintf(holds, sizeof holds,
                " with all below it holds %.0f %% of its vertices and reaches %.3g m beyond the others: ", static_cast<double>(100 * share),
                static_cast<double>(beyond));
  return {Severity::warning,
          "fit.attachment",
          part.name,
          beyond,
          {},
          kFarForBody * rig.referenceLength,
          name + holds + (leftOut ? "it rides on the part and is no part of its shape" : "it is kept in its shape")};
}

/// How far a branch reaches beyond the part's own skin and bone, m: sideways, backward or onward, whichever is most.
float reachBeyond(const Reach& branch, const Reach& own, float boneLength) {
  return std::max({branch.away - own.away, std::min(own.low, 0.0f) - branch.low, branch.high - std::max(own.high, boneLength)});
}

}  // namespace

void findAttachments(const Rig& rig, const RoleMap& map, const FitOptions& options, PartPlan& plan, Findings& findings) {
  plan.attached.assign(rig.joints.size(), 0);
  const std::vector<std::int32_t> roots = branchRoots(rig, map, plan);
  std::vector<CarriedSkin> skins = carriedSkin(rig, plan, roots);
  for (std::size_t p = 0; p < skins.size(); ++p) {
    CarriedSkin& skin = skins[p];
    const std::size_t total = skin.total();
    if (total == skin.own.size()) continue;

    // The part itself: its bone, and the skin that is its own beyond doubt.
    Findings unheard;
    const Vec3 tail = findTail(rig, map, plan, p, skin.own, unheard).position;
    const Vec3 axis =
        normalized(tail, rotate(conjugate(rig.joints[static_cast<std::size_t>(plan.parts[p].joint)].modelFromBind.rotation), rig.axes.up));
    takeCarrier(skin, axis);
    const Reach own = reachOf(skin.own, axis);
    const float size = std::max({length(tail), own.high - own.low, 2 * own.away});

    // Whatever leaves it by more than its own size, and by much of the body's, only hangs there.
    for (const Branch& branch : skin.branches) {
      if (branch.points.empty()) continue;
      const float beyond = reachBeyond(reachOf(branch.points, axis), own, length(tail));
      if (beyond <= kFarForBody * rig.referenceLength || beyond <= kFarForPart * size) continue;
      const bool leaveOut = options.accessories == Accessories::leaveOut;
      const float share = static_cast<float>(branch.points.size()) / static_cast<float>(total);
      findings.push_back(notedAttachment(rig, plan.parts[p], branch, share, beyond, leaveOut));
      for (std::size_t j = 0; leaveOut && j < roots.size(); ++j)
        if (roots[j] == branch.root) plan.attached[j] = 1;
    }
  }
}

}  // namespace sinew
