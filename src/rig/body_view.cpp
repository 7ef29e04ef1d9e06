#include "rig/body_view.h"

#include <cstddef>

#include "rig/precision.h"

namespace sinew::rig {
namespace {

constexpr std::size_t kSamples = 40000;

/// The joint of the body that pulls a vertex most, -1 where none does.
std::int32_t ownerOf(const BodyMesh& body, const SkinVertex& vertex, const std::vector<std::int32_t>& bodyJoint) {
  std::int32_t owner = -1;
  float most = 0;
  for (std::uint32_t i = vertex.influenceStart; i < vertex.influenceStart + vertex.influenceCount; ++i) {
    if (!(body.influences[i].weight > most)) continue;
    most = body.influences[i].weight;
    owner = bodyJoint[static_cast<std::size_t>(body.influences[i].joint)];
  }
  return owner;
}

}  // namespace

BodyView viewBody(const Rig& rig) {
  const auto weighted = std::count_if(rig.joints.begin(), rig.joints.end(), [](const Joint& joint) { return joint.weight > 0; });
  const bool all = weighted < 4;

  // Joints that carry vertices, each under the nearest one above it that does.
  BodyView view;
  std::vector<std::int32_t> bodyJoint(rig.joints.size(), -1), above(rig.joints.size(), -1);
  std::vector<int> depth(rig.joints.size(), 0);
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    const Joint& joint = rig.joints[j];
    if (joint.parent >= 0) {
      depth[j] = depth[static_cast<std::size_t>(joint.parent)] + 1;
      above[j] = above[static_cast<std::size_t>(joint.parent)];
    }
    if (!all && !(joint.weight > 0)) continue;
    const Vec3d p = toDouble(joint.modelFromBind.translation);
    bodyJoint[j] = static_cast<std::int32_t>(view.joints.size());
    view.joints.push_back({p, all ? 1.0 : static_cast<double>(joint.weight), depth[j], above[j]});
    above[j] = bodyJoint[j];
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  view.size = view.joints.empty() ? 0 : distance(low, high);

  if (all) return view;  // what little mesh there is says nothing of the body
  const std::size_t stride = 1 + rig.body.vertices.size() / kSamples;
  view.points.reserve(rig.body.vertices.size() / stride + 1);
  for (std::size_t v = 0; v < rig.body.vertices.size(); v += stride) {
    const std::int32_t owner = ownerOf(rig.body, rig.body.vertices[v], bodyJoint);
    if (owner >= 0) view.points.push_back({toDouble(rig.body.vertices[v].position), owner});
  }
  return view;
}

}  // namespace sinew::rig
