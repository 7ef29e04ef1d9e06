#pragma once

#include <algorithm>
#include <vector>

#include <sinew/asset/asset.h>

// A small independent evaluator of what a viewer would draw: node transforms of a moment and the skinned surface.

namespace sinew::posed {

using Frame = std::vector<Affine>;  ///< worldFromNode, (nodeCount)

inline Frame multiplied(const Asset& asset, const std::vector<Affine>& locals) {
  Frame world(locals.size());
  std::vector<char> done(locals.size(), 0);
  const auto resolve = [&](const auto& self, std::size_t n) -> void {
    if (done[n]) return;
    const int parent = asset.nodes[n].parent;
    if (parent >= 0) self(self, static_cast<std::size_t>(parent));
    world[n] = parent < 0 ? locals[n] : world[static_cast<std::size_t>(parent)] * locals[n];
    done[n] = 1;
  };
  for (std::size_t n = 0; n < locals.size(); ++n) resolve(resolve, n);
  return world;
}

inline Frame rest(const Asset& asset) {
  std::vector<Affine> locals;
  for (const AssetNode& node : asset.nodes) locals.push_back(node.parentFromNode);
  return multiplied(asset, locals);
}

inline std::size_t frameCount(const AssetClip& clip) { return clip.channels.front().times.size(); }

/// The pose at one key of a clip whose channels share their key times.
inline Frame at(const Asset& asset, const AssetClip& clip, std::size_t key) {
  std::vector<Trs> trs;
  for (const AssetNode& node : asset.nodes) trs.push_back(node.rest);
  for (const ClipChannel& channel : clip.channels) {
    Trs& local = trs[static_cast<std::size_t>(channel.node)];
    const std::size_t width = channel.path == ChannelPath::rotation ? 4 : 3;
    const float* v = &channel.values[key * width];
    if (channel.path == ChannelPath::translation) local.translation = {v[0], v[1], v[2]};
    if (channel.path == ChannelPath::rotation) local.rotation = {v[0], v[1], v[2], v[3]};
    if (channel.path == ChannelPath::scale) local.scale = {v[0], v[1], v[2]};
  }
  std::vector<Affine> locals;
  for (const Trs& local : trs) locals.push_back(toAffine(local));
  return multiplied(asset, locals);
}

/// What can be compared between files that order their vertices differently.
struct Surface {
  Vec3 low{1e9f, 1e9f, 1e9f}, high{-1e9f, -1e9f, -1e9f};
  Vec3 center;        ///< weighted by area
  double area = 0;    ///< m2
  double volume = 0;  ///< m3, positive where triangles face outwards
};

inline Surface surface(const Asset& asset, const Frame& frame, const Quat& turned = {}, float scale = 1) {
  Surface result;
  Vec3d center;
  for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
    const AssetNode& node = asset.nodes[n];
    if (node.mesh < 0) continue;
    for (const Primitive& p : asset.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
      std::vector<Vec3d> points;
      for (std::size_t v = 0; v < p.positions.size(); ++v) {
        Vec3 at;
        if (node.skin < 0)
          at = frame[n] * p.positions[v];
        else {
          const AssetSkin& skin = asset.skins[static_cast<std::size_t>(node.skin)];
          for (std::uint32_t i = p.influenceStart[v]; i < p.influenceStart[v + 1]; ++i) {
            const Influence& pull = p.influences[i];
            const Affine& joint = frame[static_cast<std::size_t>(skin.joints[pull.joint])];
            at += (joint * (skin.inverseBinds[pull.joint] * p.positions[v])) * pull.weight;
          }
        }
        at = rotate(turned, at) * scale;
        result.low = {std::min(result.low.x, at.x), std::min(result.low.y, at.y), std::min(result.low.z, at.z)};
        result.high = {std::max(result.high.x, at.x), std::max(result.high.y, at.y), std::max(result.high.z, at.z)};
        points.push_back({static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)});
      }
      for (std::size_t t = 0; t + 2 < p.indices.size(); t += 3) {
        const Vec3d& a = points[p.indices[t]];
        const Vec3d& b = points[p.indices[t + 1]];
        const Vec3d& c = points[p.indices[t + 2]];
        const double area = length(cross(b - a, c - a)) / 2;
        result.area += area;
        result.volume += dot(a, cross(b, c)) / 6;
        center += (a + b + c) * (area / 3);
      }
    }
  }
  center *= 1 / result.area;
  result.center = {static_cast<float>(center.x), static_cast<float>(center.y), static_cast<float>(center.z)};
  return result;
}

inline Vec3 highest(const Primitive& primitive) {
  Vec3 high{-1e9f, -1e9f, -1e9f};
  for (const Vec3& p : primitive.positions) high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  return high;
}

}  // namespace sinew::posed
