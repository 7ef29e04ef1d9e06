#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "manikin/bodies.h"

// Skeletons with skin for the topology tests: a table of pieces that a test edits before it is built. No name ever reaches the rig.

namespace sinew::test {

/// A joint and the tube of skin that it moves. Pieces that start with "l." are made twice, once a side.
struct Piece {
  std::string key;
  std::string parent;  ///< "" for a root
  Vec3 at;             ///< m; +Y up, facing +Z, left is +X
  Vec3 skinTo;
  float radius = 0;  ///< m; 0: no skin
};

struct Pieces {
  std::vector<Piece> list;

  Piece& operator[](std::string_view key) {
    return *std::find_if(list.begin(), list.end(), [&](const Piece& p) { return p.key == key; });
  }
  Pieces& add(Piece piece) {
    list.push_back(std::move(piece));
    return *this;
  }
  /// Takes a piece out; what hung from it hangs from its parent, and its parent's skin reaches as far as its own did.
  Pieces& drop(const std::string& key) {
    const Piece gone = (*this)[key];
    std::erase_if(list, [&](const Piece& p) { return p.key == key; });
    for (Piece& piece : list) {
      if (piece.parent == key) piece.parent = gone.parent;
      if (piece.key == gone.parent && piece.radius > 0) piece.skinTo = gone.skinTo;
    }
    return *this;
  }
};

/// A grown man in T-pose with every role of a humanoid.
inline Pieces man() {
  return {{{"pelvis", "", {0, 0.95f, 0}, {0, 1.06f, 0}, 0.14f},
           {"spine", "pelvis", {0, 1.06f, 0}, {0, 1.22f, 0}, 0.13f},
           {"chest", "spine", {0, 1.24f, 0}, {0, 1.48f, 0}, 0.15f},
           {"neck", "chest", {0, 1.49f, 0}, {0, 1.58f, 0.01f}, 0.05f},
           {"head", "neck", {0, 1.59f, 0.01f}, {0, 1.8f, 0.02f}, 0.09f},
           {"l.clavicle", "chest", {0.03f, 1.45f, 0}, {0.16f, 1.45f, 0}, 0.05f},
           {"l.upperArm", "l.clavicle", {0.18f, 1.45f, 0}, {0.45f, 1.45f, -0.01f}, 0.05f},
           {"l.forearm", "l.upperArm", {0.46f, 1.45f, -0.01f}, {0.7f, 1.45f, 0}, 0.04f},
           {"l.hand", "l.forearm", {0.71f, 1.45f, 0}, {0.88f, 1.45f, 0}, 0.035f},
           {"l.thigh", "pelvis", {0.1f, 0.92f, 0}, {0.1f, 0.5f, 0.02f}, 0.08f},
           {"l.shin", "l.thigh", {0.1f, 0.5f, 0.02f}, {0.1f, 0.1f, -0.01f}, 0.05f},
           {"l.foot", "l.shin", {0.1f, 0.08f, -0.01f}, {0.1f, 0.03f, 0.14f}, 0.035f},
           {"l.toes", "l.foot", {0.1f, 0.03f, 0.14f}, {0.1f, 0.03f, 0.2f}, 0.03f}}};
}

/// A dog-like animal that faces +Z.
inline Pieces dog() {
  return {{{"pelvis", "", {0, 0.6f, -0.4f}, {0, 0.6f, -0.2f}, 0.12f},
           {"spine", "pelvis", {0, 0.6f, -0.15f}, {0, 0.6f, 0.1f}, 0.12f},
           {"chest", "spine", {0, 0.6f, 0.15f}, {0, 0.6f, 0.35f}, 0.13f},
           {"neck", "chest", {0, 0.7f, 0.4f}, {0, 0.82f, 0.5f}, 0.06f},
           {"head", "neck", {0, 0.85f, 0.52f}, {0, 0.85f, 0.75f}, 0.08f},
           {"l.ear", "head", {0.05f, 0.92f, 0.55f}, {0.07f, 1.0f, 0.54f}, 0.02f},
           {"tail", "pelvis", {0, 0.63f, -0.5f}, {0, 0.6f, -0.8f}, 0.03f},
           {"l.frontUpper", "chest", {0.1f, 0.55f, 0.3f}, {0.1f, 0.32f, 0.28f}, 0.05f},
           {"l.frontLower", "l.frontUpper", {0.1f, 0.31f, 0.28f}, {0.1f, 0.08f, 0.3f}, 0.035f},
           {"l.frontPaw", "l.frontLower", {0.1f, 0.06f, 0.3f}, {0.1f, 0.03f, 0.4f}, 0.03f},
           {"l.hindUpper", "pelvis", {0.1f, 0.55f, -0.35f}, {0.1f, 0.32f, -0.3f}, 0.06f},
           {"l.hindLower", "l.hindUpper", {0.1f, 0.31f, -0.3f}, {0.1f, 0.08f, -0.38f}, 0.035f},
           {"l.hindPaw", "l.hindLower", {0.1f, 0.06f, -0.38f}, {0.1f, 0.03f, -0.28f}, 0.03f}}};
}

/// A built body, and where each piece went. The right side's keys start with "r.".
struct BuiltBody {
  Rig rig;
  std::map<std::string, std::int32_t, std::less<>> joints;
};

/// Ring by ring, with triangles.
inline void closedTube(Body& body, std::int32_t joint, const Vec3& a, const Vec3& b, float radius) {
  constexpr std::uint32_t kSectors = 10, kRings = 9;
  const auto first = static_cast<std::uint32_t>(body.rig.body.vertices.size());
  body.tube({{joint, 1.0f}}, a, b, radius, kRings, kSectors);
  for (std::uint32_t r = 0; r + 1 < kRings; ++r) {
    for (std::uint32_t s = 0; s < kSectors; ++s) {
      const std::uint32_t p = first + r * kSectors + s, q = first + r * kSectors + (s + 1) % kSectors;
      for (const std::uint32_t corner : {p, q, p + kSectors, q, q + kSectors, p + kSectors}) body.rig.body.indices.push_back(corner);
    }
  }
}

inline BuiltBody build(const Pieces& pieces, const Transform& modelFromBody = {}, float scale = 1) {
  BuiltBody built;
  Body body;
  const auto make = [&](const Piece& piece, char side) {
    const auto named = [&](std::string key) {
      if (key.starts_with("l.")) key[0] = side;
      return key;
    };
    const auto placed = [&](Vec3 p) { return modelFromBody * (Vec3{side == 'r' ? -p.x : p.x, p.y, p.z} * scale); };
    const std::int32_t parent = piece.parent.empty() ? -1 : built.joints.at(named(piece.parent));
    const std::int32_t joint = body.joint("", parent, placed(piece.at));
    built.joints[named(piece.key)] = joint;
    if (piece.radius > 0) closedTube(body, joint, placed(piece.at), placed(piece.skinTo), piece.radius * scale);
  };
  for (const Piece& piece : pieces.list) {
    make(piece, 'l');
    if (piece.key.starts_with("l.")) make(piece, 'r');
  }
  body.rig.axes.forward = rotate(modelFromBody.rotation, {0, 0, 1});
  body.rig.axes.left = rotate(modelFromBody.rotation, {1, 0, 0});
  body.rig.axes.confidence = 0;  // the bodies must show their facing themselves
  built.rig = std::move(body.rig);
  return built;
}

}  // namespace sinew::test
