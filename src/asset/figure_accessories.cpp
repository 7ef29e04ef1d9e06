#include "asset/figure_cage.h"
#include "asset/figure_edit.h"
#include "asset/figure_humanoid.h"

// Things that people wear: skinned to a body joint, yet no part of the body.

namespace sinew::figure {

namespace {

struct Slice {
  Vec3d center;               ///< m, on the seam
  double width, front, back;  ///< m, half extents
};

/// A closed bag of half rings from bottom to top, all of it on one joint.
BodyMesh bagOf(std::span<const Slice> slices, int joint, const std::vector<BodyJoint>& joints, int levels) {
  HalfCage cage;
  const Pulls pulls{{joint, 1}};
  Loop below;
  Loop first;
  for (const Slice& slice : slices) {
    Loop loop;
    for (int k = 0; k <= 6; ++k) {
      const double c = cosine(k * kTau / 12);
      const double s = sine(k * kTau / 12);
      const Vec3d p = slice.center + Vec3d{s * slice.width, 0, c * (c > 0 ? slice.front : slice.back)};
      loop.push_back(k == 0 || k == 6 ? cage.addOnSeam(p, pulls) : cage.add(p, pulls));
    }
    if (below.empty())
      first = loop;
    else
      cage.strip(below, loop);
    below = loop;
  }
  const double thickness = slices.front().back * 0.4;
  cage.capHalf(Loop(first.rbegin(), first.rend()), slices.front().center - Vec3d{0, thickness, 0}, pulls);
  cage.capHalf(below, slices.back().center + Vec3d{0, thickness, 0}, pulls);
  return meshFromCage(std::move(cage), joints, levels);
}

Vec3d headOf(const Body& body, const char* key) { return body.joints[static_cast<std::size_t>(jointByKey(body.joints, key))].head; }

}  // namespace

void addHair(Body& body, std::uint32_t detail) {
  const int joint = jointByKey(body.joints, "head");
  const Vec3d base = body.joints[static_cast<std::size_t>(joint)].head;
  const Vec3d crown = body.joints[static_cast<std::size_t>(joint)].tail;
  const double h = body.quadruped ? distance(base, crown) : crown.y - base.y;  // base of the skull to the crown
  // From the small of the back up behind the neck, over the skull.
  const auto slice = [&](double y, double z, double width, double front, double back) {
    return Slice{{0, base.y + y * h, base.z + z * h}, width * h, front * h, back * h};
  };
  const Slice slices[] = {
      slice(-1.90, -0.52, 0.36, 0.12, 0.16), slice(-1.30, -0.56, 0.48, 0.16, 0.20), slice(-0.65, -0.54, 0.48, 0.18, 0.22),
      slice(-0.10, -0.38, 0.46, 0.22, 0.32), slice(0.35, -0.22, 0.50, 0.36, 0.48),  slice(0.75, -0.10, 0.47, 0.50, 0.52),
      slice(1.02, -0.06, 0.26, 0.30, 0.32),
  };
  body.meshes.push_back(bagOf(slices, joint, body.joints, static_cast<int>(detail)));
  body.meshes.back().name = "Hair";
  body.meshes.back().color = {0.12, 0.07, 0.04};
}

void addBackpack(Body& body, std::uint32_t detail) {
  const int joint = jointByKey(body.joints, "chest");
  const Vec3d spine = headOf(body, "spine");
  const Vec3d neck = headOf(body, "neck");
  const double h = distance(spine, neck);
  const Vec3d foot = body.quadruped ? Vec3d{0, lerp(spine, neck, 0.5).y, lerp(spine, neck, 0.5).z} : spine;
  const auto slice = [&](double y, double width, double depth) {
    return Slice{foot + Vec3d{0, y * h + (body.quadruped ? h * 0.4 : 0), body.quadruped ? 0 : -0.42 * h}, width * h, 0.22 * h, depth * h};
  };
  const Slice slices[] = {slice(0.02, 0.36, 0.26), slice(0.10, 0.44, 0.36), slice(0.45, 0.45, 0.38), slice(0.80, 0.42, 0.32),
                          slice(0.92, 0.32, 0.20)};
  body.meshes.push_back(bagOf(slices, joint, body.joints, static_cast<int>(detail)));
  body.meshes.back().name = "Backpack";
  body.meshes.back().color = {0.35, 0.16, 0.06};
}

void poseArmsDown(Body& body) {
  const std::vector<Transformd> posed = aPose(body.joints);
  // The surface follows its weights, the joints go with their bones, and every clip starts from the new bind pose.
  for (BodyMesh& mesh : body.meshes) {
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
      Vec3d position;
      Vec3d normal;
      for (std::size_t j = 0; j < posed.size(); ++j) {
        const double weight = mesh.weights[v].of[j];
        if (weight == 0) continue;
        position += (posed[j] * mesh.positions[v]) * weight;
        normal += rotate(posed[j].rotation, mesh.normals[v]) * weight;
      }
      mesh.positions[v] = position;
      mesh.normals[v] = normalized(normal, {0, 1, 0});
    }
  }
  for (std::size_t j = 0; j < posed.size(); ++j) {
    body.joints[j].head = posed[j] * body.joints[j].head;
    body.joints[j].tail = posed[j] * body.joints[j].tail;
  }
  for (BodyClip& clip : body.clips) {
    for (auto& frame : clip.frames) {
      for (std::size_t j = 0; j < posed.size(); ++j) frame[j] = frame[j] * inverse(posed[j]);
    }
  }
}

}  // namespace sinew::figure
