#include "manikin/topology_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sinew::topology {

namespace {

constexpr std::size_t kEnoughTriangles = 12000;
constexpr float kUsable = 1e12f;     // m: vertices farther away, or nowhere, are not measured
constexpr float kFarthest = 100;     // body heights: what a file puts farther away, or nowhere, is put there
constexpr float kLeastArea = 1e-5f;  // a branch that moves less than this of the skin moves nothing that counts

/// A third of a triangle's area for each of its corners, over enough triangles spread through the mesh to know its shape; equal shares
/// where the mesh has none.
std::vector<float> vertexAreas(const BodyMesh& mesh) {
  std::vector<float> areas(mesh.vertices.size(), 0.0f);
  const std::size_t triangleCount = mesh.indices.size() / 3, stride = triangleCount / kEnoughTriangles + 1;
  float total = 0;
  for (std::size_t t = 0; t < triangleCount; t += stride) {
    const std::uint32_t a = mesh.indices[3 * t], b = mesh.indices[3 * t + 1], c = mesh.indices[3 * t + 2];
    const Vec3 ab = mesh.vertices[b].position - mesh.vertices[a].position;
    const Vec3 ac = mesh.vertices[c].position - mesh.vertices[a].position;
    const float third = length(cross(ab, ac)) / 6;
    if (!std::isfinite(third)) continue;
    for (const std::uint32_t corner : {a, b, c}) areas[corner] += third;
    total += third;
  }
  if (!(total > 0)) areas.assign(areas.size(), 1.0f);
  return areas;
}

struct OwnedSample {
  SkinSample sample;
  std::int32_t owner = -1;  // index into Rig::joints
};

/// Every influence of every vertex, with positions still in model space.
std::vector<OwnedSample> gather(const Rig& rig) {
  const std::vector<float> areas = vertexAreas(rig.body);
  std::vector<OwnedSample> samples;
  samples.reserve(rig.body.influences.size());
  for (std::size_t v = 0; v < rig.body.vertices.size(); ++v) {
    const SkinVertex& vertex = rig.body.vertices[v];
    if (!(lengthSquared(vertex.position) < kUsable * kUsable) || !(areas[v] > 0)) continue;
    float sum = 0;
    for (std::uint32_t i = 0; i < vertex.influenceCount; ++i) sum += rig.body.influences[vertex.influenceStart + i].weight;
    if (!(sum > 0)) continue;
    for (std::uint32_t i = 0; i < vertex.influenceCount; ++i) {
      const JointWeight& influence = rig.body.influences[vertex.influenceStart + i];
      samples.push_back({{vertex.position, areas[v] * influence.weight / sum}, influence.joint});
    }
  }
  return samples;
}

/// Turns model space into the body frame: rig axes, ground at 0, height 1, areas summing to 1.
struct FrameFromModel {
  Vec3 x, y, z, origin;
  float scale = 1;

  Vec3 turned(const Vec3& p) const { return {dot(x, p), dot(y, p), dot(z, p)}; }

  Vec3 operator()(const Vec3& p) const {
    const Vec3 q = turned((p - origin) * scale);
    const auto bounded = [](float v) { return v > -kFarthest && v < kFarthest ? v : kFarthest; };
    return {bounded(q.x), bounded(q.y), bounded(q.z)};
  }
};

FrameFromModel frameOf(const Rig& rig, std::span<const SkinSample> skin) {
  FrameFromModel frame{rig.axes.left, rig.axes.up, cross(rig.axes.left, rig.axes.up), {}, 1};
  std::vector<SkinSample> turned;
  turned.reserve(skin.size());
  for (const SkinSample& s : skin) turned.push_back({frame.turned(s.at), s.area});
  const float low = quantile(turned, 1, 0.002f), high = quantile(turned, 1, 0.998f);
  frame.origin = frame.x * quantile(turned, 0, 0.5f) + frame.y * low + frame.z * quantile(turned, 2, 0.5f);
  if (high > low) frame.scale = 1 / (high - low);
  return frame;
}

/// Own and branch areas with their centroids, from the samples.
void measureSkin(Body& body) {
  const std::size_t count = body.joints.size();
  std::vector<Vec3> moments(count), momentsBelow(count);
  for (std::size_t j = 0; j < count; ++j) {
    BodyJoint& joint = body.joints[j];
    joint.area = 0;
    for (const SkinSample& s : body.skinOf(static_cast<std::int32_t>(j))) {
      joint.area += s.area;
      moments[j] += s.at * s.area;
    }
    joint.areaBelow = joint.area;
    momentsBelow[j] = moments[j];
    joint.centre = joint.area > 0 ? moments[j] / joint.area : joint.at;
  }
  for (std::size_t j = count; j-- > 0;) {
    BodyJoint& joint = body.joints[j];
    joint.centreBelow = joint.areaBelow > 0 ? momentsBelow[j] / joint.areaBelow : joint.at;
    if (joint.parent < 0) continue;
    body.joints[static_cast<std::size_t>(joint.parent)].areaBelow += joint.areaBelow;
    momentsBelow[static_cast<std::size_t>(joint.parent)] += momentsBelow[j];
  }
}

}  // namespace

std::span<const SkinSample> Body::skinOf(std::int32_t joint) const {
  const auto j = static_cast<std::size_t>(joint);
  return std::span(skin).subspan(skinStart[j], skinStart[j + 1] - skinStart[j]);
}

std::vector<SkinSample> Body::skinBelow(std::int32_t joint) const {
  std::vector<SkinSample> samples;
  std::vector<std::int32_t> open{joint};
  while (!open.empty()) {
    const std::int32_t next = open.back();
    open.pop_back();
    const std::span<const SkinSample> own = skinOf(next);
    samples.insert(samples.end(), own.begin(), own.end());
    const std::vector<std::int32_t>& children = (*this)[next].children;
    open.insert(open.end(), children.begin(), children.end());
  }
  return samples;
}

bool Body::isAbove(std::int32_t ancestor, std::int32_t joint) const {
  while (joint >= 0 && joint != ancestor) joint = (*this)[joint].parent;
  return joint == ancestor;
}

Body bodyOf(const Rig& rig) {
  Body body;
  std::vector<OwnedSample> samples = gather(rig);
  float total = 0;
  for (const OwnedSample& s : samples) total += s.sample.area;
  if (samples.empty() || !(total > 0)) return body;

  // A joint stays when its branch moves skin: parents come first, so one sweep backwards adds branches up.
  std::vector<float> below(rig.joints.size(), 0.0f);
  for (OwnedSample& s : samples) {
    s.sample.area /= total;
    below[static_cast<std::size_t>(s.owner)] += s.sample.area;
  }
  for (std::size_t j = rig.joints.size(); j-- > 0;)
    if (rig.joints[j].parent >= 0) below[static_cast<std::size_t>(rig.joints[j].parent)] += below[j];

  std::vector<std::int32_t> kept(rig.joints.size(), -1);
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    if (below[j] < kLeastArea) continue;
    kept[j] = static_cast<std::int32_t>(body.joints.size());
    BodyJoint joint;
    joint.joint = static_cast<std::int32_t>(j);
    joint.parent = rig.joints[j].parent >= 0 ? kept[static_cast<std::size_t>(rig.joints[j].parent)] : -1;
    if (joint.parent >= 0) body.joints[static_cast<std::size_t>(joint.parent)].children.push_back(kept[j]);
    body.joints.push_back(joint);
  }

  // Samples sorted by owner, in the body frame.
  std::erase_if(samples, [&](const OwnedSample& s) { return kept[static_cast<std::size_t>(s.owner)] < 0; });
  std::stable_sort(samples.begin(), samples.end(), [](const OwnedSample& a, const OwnedSample& b) { return a.owner < b.owner; });
  body.skinStart.assign(body.joints.size() + 1, 0);
  for (const OwnedSample& s : samples) {
    body.skin.push_back(s.sample);
    ++body.skinStart[static_cast<std::size_t>(kept[static_cast<std::size_t>(s.owner)]) + 1];
  }
  for (std::size_t j = 0; j < body.joints.size(); ++j) body.skinStart[j + 1] += body.skinStart[j];
  const FrameFromModel frameFromModel = frameOf(rig, body.skin);
  for (SkinSample& s : body.skin) s.at = frameFromModel(s.at);
  for (BodyJoint& joint : body.joints)
    joint.at = frameFromModel(rig.joints[static_cast<std::size_t>(joint.joint)].modelFromBind.translation);
  body.side = frameFromModel.x;
  body.forward = frameFromModel.z;
  measureSkin(body);
  return body;
}

float quantile(std::span<const SkinSample> samples, int axis, float share) {
  constexpr int kBins = 256, kZooms = 2;
  if (samples.empty()) return 0;
  float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest(), total = 0;
  for (const SkinSample& s : samples) {
    low = std::min(low, component(s.at, axis));
    high = std::max(high, component(s.at, axis));
    total += s.area;
  }
  // A histogram finds the bin, a second one within that bin the place: far outliers cost no resolution.
  float wanted = share * total;
  for (int zoom = 0; zoom < kZooms && high > low; ++zoom) {
    std::array<float, kBins> bins{};
    const float scale = kBins / (high - low);
    for (const SkinSample& s : samples) {
      const float value = component(s.at, axis);
      if (value >= low && value <= high) bins[static_cast<std::size_t>(std::min((value - low) * scale, kBins - 1.0f))] += s.area;
    }
    std::size_t bin = 0;
    while (bin + 1 < kBins && bins[bin] < wanted) wanted -= bins[bin++];
    const float from = low;
    low = from + static_cast<float>(bin) / scale;
    high = from + static_cast<float>(bin + 1) / scale;
  }
  return (low + high) / 2;
}

float reach(std::span<const SkinSample> samples, const Vec3& from) {
  std::vector<SkinSample> distances;
  distances.reserve(samples.size());
  for (const SkinSample& s : samples) distances.push_back({{distance(s.at, from), 0, 0}, s.area});
  return quantile(distances, 0, 0.95f);
}

}  // namespace sinew::topology
