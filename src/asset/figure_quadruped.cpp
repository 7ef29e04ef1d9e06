#include "asset/figure_quadruped.h"

#include "asset/figure_cage.h"

// Skeleton and surface of the quadruped. All numbers are shares of the height of the withers.
//
//   trunk: half rings of seven points k = 0 (belly, on the seam) .. 3 (left) .. 6 (back, on the seam), from the tip of the
//   tail to the nose; legs: loops of eight from holes two quads wide (k = 1..3) and two long

namespace sinew::figure {

namespace {

using namespace paw;

enum class Opening : std::uint8_t { none, leg, ear };

struct TrunkRing {
  double y, z;
  double width, below, above;  ///< half extents
  Pulls pulls;
  bool fine = false;
  Opening opening = Opening::none;  ///< a leg grows around this ring, or an ear between it and the one before
};

struct LegRing {
  int joint = 0;              ///< 0 upper, 1 lower, 2 cannon
  double along = 0;           ///< share of the bone
  double width, front, back;  ///< half extents
  Pulls pulls;
  bool fine = false;
};

struct Trunk {
  std::vector<Loop> legHoles;  ///< hind, front
  Loop earBase;
};

struct Builder {
  const FigureOptions& options;
  const std::vector<BodyJoint>& joints;
  HalfCage cage = {};
  double size = 1, radius = 1;
  bool coarse = false;

  const BodyJoint& joint(int index) const { return joints[static_cast<std::size_t>(index)]; }

  Loop loopAt(const std::vector<Vec3d>& points, const Pulls& pulls) {
    Loop loop;
    for (const Vec3d& p : points) loop.push_back(cage.add(p, pulls));
    return loop;
  }

  /// A ring that stands across `along`, a direction in the plane x = 0.
  Loop halfRing(const TrunkRing& ring, const Vec3d& along) {
    const double swell = 3 / (2 + cosine(kTau / 12));
    const Vec3d down = cross(Vec3d{1, 0, 0}, along);
    Loop loop;
    for (int k = 0; k <= 6; ++k) {
      const double c = cosine(k * kTau / 12);
      const double s = sine(k * kTau / 12);
      const double depth = (c > 0 ? ring.below : ring.above) * radius * swell;
      const Vec3d p = Vec3d{s * ring.width * radius * swell, ring.y * size, ring.z * size} + down * (c * depth);
      const bool leftOut = k == 2 && ring.opening == Opening::leg;
      loop.push_back(leftOut ? -1 : k == 0 || k == 6 ? cage.addOnSeam(p, ring.pulls) : cage.add(p, ring.pulls));
    }
    return loop;
  }
};

Trunk buildTrunk(Builder& b) {
  std::vector<TrunkRing> rings{
      {0.716, -1.04, 0.018, 0.018, 0.018, {{tail + 3, 1}}},
      {0.730, -0.995, 0.022, 0.024, 0.024, {{tail + 3, 1}}, true},
      {0.777, -0.865, 0.027, 0.030, 0.030, {{tail + 2, 1}}, true},
      {0.826, -0.74, 0.031, 0.034, 0.034, {{tail + 1, 1}}, true},
      {0.870, -0.62, 0.036, 0.038, 0.036, {{tail, 1}}},
      {0.888, -0.555, 0.050, 0.050, 0.045, {{tail, 0.5}, {pelvis, 0.5}}, true},
      {0.865, -0.52, 0.085, 0.085, 0.065, {{pelvis, 0.85}, {tail, 0.15}}},
      {0.835, -0.47, 0.128, 0.135, 0.095, {{pelvis, 1}}},
      {0.815, -0.38, 0.146, 0.160, 0.115, {{pelvis, 1}}, false, Opening::leg},
      {0.800, -0.27, 0.140, 0.150, 0.128, {{pelvis, 0.75}, {spine, 0.25}}},
      {0.795, -0.14, 0.128, 0.130, 0.130, {{pelvis, 0.15}, {spine, 0.85}}},
      {0.780, -0.01, 0.138, 0.155, 0.145, {{spine, 1}}, true},
      {0.765, 0.11, 0.152, 0.195, 0.165, {{spine, 0.4}, {chest, 0.6}}, true},
      {0.755, 0.21, 0.156, 0.215, 0.190, {{chest, 1}}},
      {0.765, 0.31, 0.150, 0.205, 0.200, {{chest, 1}}, false, Opening::leg},
      {0.805, 0.41, 0.128, 0.165, 0.170, {{chest, 0.85}, {neck, 0.15}}},
      {0.92, 0.475, 0.095, 0.120, 0.125, {{chest, 0.3}, {neck, 0.7}}},
      {1.04, 0.510, 0.077, 0.092, 0.095, {{neck, 1}}, true},
      {1.13, 0.550, 0.072, 0.082, 0.080, {{neck, 0.5}, {head, 0.5}}},
      {1.195, 0.610, 0.086, 0.082, 0.074, {{head, 1}}},
      {1.215, 0.675, 0.090, 0.086, 0.070, {{head, 1}}, false, Opening::ear},
      {1.200, 0.740, 0.072, 0.072, 0.056, {{head, 1}}},
      {1.172, 0.795, 0.050, 0.054, 0.042, {{head, 1}}, true},
      {1.155, 0.870, 0.043, 0.044, 0.038, {{head, 1}}, true},
      {1.150, 0.925, 0.032, 0.032, 0.034, {{head, 1}}},
  };
  if (b.coarse) std::erase_if(rings, [](const TrunkRing& ring) { return ring.fine; });

  Trunk trunk;
  std::vector<Loop> loops;
  for (std::size_t r = 0; r < rings.size(); ++r) {
    const TrunkRing& before = rings[r > 0 ? r - 1 : r];
    const TrunkRing& after = rings[r + 1 < rings.size() ? r + 1 : r];
    loops.push_back(b.halfRing(rings[r], normalized(Vec3d{0, after.y - before.y, after.z - before.z})));
    if (r == 0) continue;
    const Loop& from = loops[r - 1];
    const Loop& to = loops[r];
    const bool leg = rings[r].opening == Opening::leg || before.opening == Opening::leg;
    const bool ear = rings[r].opening == Opening::ear && !b.coarse;
    for (std::size_t k = 0; k < 6; ++k) {
      if (leg && (k == 1 || k == 2)) continue;
      if (ear && k == 4)
        trunk.earBase = {from[k], from[k + 1], to[k + 1], to[k]};
      else
        b.cage.quad(from[k], from[k + 1], to[k + 1], to[k]);
    }
  }
  for (std::size_t r = 1; r + 1 < rings.size(); ++r) {
    if (rings[r].opening != Opening::leg) continue;
    const Loop& rear = loops[r - 1];
    const Loop& middle = loops[r];
    const Loop& ahead = loops[r + 1];
    trunk.legHoles.push_back({rear[1], rear[2], rear[3], middle[3], ahead[3], ahead[2], ahead[1], middle[1]});
  }

  const Loop tip(loops.front().rbegin(), loops.front().rend());
  b.cage.capHalf(tip, Vec3d{0, 0.708, -1.065} * b.size, {{tail + 3, 1}});
  b.cage.capHalf(loops.back(), Vec3d{0, 1.152, 0.942} * b.size, {{head, 1}});
  return trunk;
}

void buildEar(Builder& b, Loop from) {
  Vec3d base;
  for (const int p : from) base += b.cage.points[static_cast<std::size_t>(p)] * 0.25;
  const Vec3d up = normalized(Vec3d{0.38, 1, -0.12});
  const Vec3d outward = normalized(Vec3d{0.9, -0.35, 0.3});
  const Vec3d ahead = normalized(cross(outward, up));
  for (const auto& [rise, wide, thick] :
       {std::array{0.035, 0.048, 0.026}, std::array{0.085, 0.040, 0.018}, std::array{0.135, 0.012, 0.010}}) {
    // Corners in the order of the base: rear-low, rear-high, front-high, front-low.
    const Vec3d c = base + up * (rise * b.size);
    const Vec3d o = outward * (wide * b.size);
    const Vec3d a = ahead * (thick * b.size);
    const Loop to = b.loopAt({c + o - a, c - o - a, c - o + a, c + o + a}, {{head, 1}});
    b.cage.wall(from, to);
    from = to;
  }
  b.cage.quad(from[0], from[1], from[2], from[3]);
}

/// The paw bends the leg's tube forward, like a foot.
void buildPaw(Builder& b, Loop from, int cannonJoint) {
  struct PawRing {
    double topY, topZ, soleY, soleZ, width;  ///< from the paw's joint, y from the floor
    double paw;                              ///< its pull; the rest is the cannon's
    bool fine = false;
  };
  const PawRing rings[] = {
      {0.085, 0.030, 0.072, -0.032, 0.031, 0.6}, {0.068, 0.048, 0.006, -0.034, 0.036, 1}, {0.060, 0.070, -0.001, 0.010, 0.042, 1, true},
      {0.048, 0.092, -0.002, 0.060, 0.045, 1},   {0.028, 0.112, 0.002, 0.108, 0.032, 1},
  };
  const Vec3d at = b.joint(cannonJoint + 1).head;
  for (const PawRing& r : rings) {
    if (b.coarse && r.fine) continue;
    const Vec3d top{at.x, r.topY * b.size, at.z + r.topZ * b.size};
    const Vec3d sole{at.x, r.soleY * b.size, at.z + r.soleZ * b.size};
    const Pulls pulls{{cannonJoint + 1, r.paw}, {cannonJoint, 1 - r.paw}};
    const Loop to = b.loopAt(sectionPoints({(top + sole) * 0.5, {-r.width * b.size, 0, 0}, (sole - top) * 0.5, 0.2}, 8, 1), pulls);
    b.cage.wall(from, to);
    from = to;
  }
  b.cage.cap(from, {at.x, 0.014 * b.size, at.z + 0.118 * b.size}, {{cannonJoint + 1, 1}});
}

void buildLeg(Builder& b, Loop from, int upper, std::span<const LegRing> rings) {
  std::vector<Vec3d> centers;
  for (const LegRing& r : rings) {
    const BodyJoint& bone = b.joint(upper + r.joint);
    centers.push_back(lerp(bone.head, bone.tail, r.along));
  }
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const LegRing& r = rings[i];
    if (b.coarse && r.fine) continue;
    const Vec3d way = centers[std::min(i + 1, rings.size() - 1)] - centers[i > 0 ? i - 1 : 0];
    const Vec3d rear = normalized(cross(Vec3d{1, 0, 0}, Vec3d{0, way.y, way.z}));
    const Vec3d c = centers[i] - rear * ((r.front - r.back) / 2 * b.radius);
    const Loop to = b.loopAt(sectionPoints({c, {-r.width * b.radius, 0, 0}, rear * ((r.front + r.back) / 2 * b.radius), 0}, 8, 1), r.pulls);
    b.cage.wall(from, to);
    from = to;
  }
  buildPaw(b, from, upper + 2);
}

}  // namespace

std::vector<BodyJoint> quadrupedJoints(const FigureOptions& options) {
  const double size = options.stature;
  std::vector<BodyJoint> joints(count);
  const auto place = [&](int index, const char* key, int parent, const Vec3d& from, const Vec3d& to) {
    joints[static_cast<std::size_t>(index)] = {key, parent, index, from * size, to * size};
  };
  place(root, "root", -1, {}, {0, 0.9, -0.42});
  place(pelvis, "pelvis", root, {0, 0.89, -0.42}, {0, 0.91, -0.18});
  place(spine, "spine", pelvis, {0, 0.91, -0.18}, {0, 0.915, 0.10});
  place(chest, "chest", spine, {0, 0.915, 0.10}, {0, 0.95, 0.38});
  place(neck, "neck", chest, {0, 0.95, 0.38}, {0, 1.17, 0.565});
  place(head, "head", neck, {0, 1.17, 0.565}, {0, 1.15, 0.942});
  place(tail, "tail", pelvis, {0, 0.895, -0.54}, {0, 0.85, -0.68});
  place(tail + 1, "tail.2", tail, {0, 0.85, -0.68}, {0, 0.80, -0.80});
  place(tail + 2, "tail.3", tail + 1, {0, 0.80, -0.80}, {0, 0.752, -0.93});
  place(tail + 3, "tail.4", tail + 2, {0, 0.752, -0.93}, {0, 0.708, -1.065});

  // Left legs: shoulder, elbow, wrist; hip, stifle, hock.
  place(front, "frontLeftUpper", chest, {0.115, 0.72, 0.36}, {0.125, 0.49, 0.25});
  place(front + 1, "frontLeftLower", front, {0.125, 0.49, 0.25}, {0.122, 0.22, 0.285});
  place(front + 2, "frontLeftCannon", front + 1, {0.122, 0.22, 0.285}, {0.122, 0.075, 0.292});
  place(front + 3, "frontLeftPaw", front + 2, {0.122, 0.075, 0.292}, {0.122, 0.020, 0.40});
  place(hind, "hindLeftUpper", pelvis, {0.11, 0.79, -0.40}, {0.125, 0.51, -0.27});
  place(hind + 1, "hindLeftLower", hind, {0.125, 0.51, -0.27}, {0.122, 0.26, -0.475});
  place(hind + 2, "hindLeftCannon", hind + 1, {0.122, 0.26, -0.475}, {0.122, 0.075, -0.42});
  place(hind + 3, "hindLeftPaw", hind + 2, {0.122, 0.075, -0.42}, {0.122, 0.020, -0.31});
  for (const int leaf : {head, tail + 3, front + 3, hind + 3}) joints[static_cast<std::size_t>(leaf)].leaf = true;

  for (int i = front; i < front + sideCount; ++i) {
    BodyJoint& left = joints[static_cast<std::size_t>(i)];
    left.mirror = i + sideCount;
    BodyJoint& right = joints[static_cast<std::size_t>(left.mirror)];
    right = left;
    right.mirror = i;
    right.key.replace(right.key.find("Left"), 4, "Right");
    right.parent = left.parent < front ? left.parent : left.parent + sideCount;
    right.head = mirroredX(left.head);
    right.tail = mirroredX(left.tail);
  }
  return joints;
}

BodyMesh quadrupedMesh(const FigureOptions& options, const std::vector<BodyJoint>& joints) {
  Builder b{options, joints};
  b.size = options.stature;
  b.radius = b.size * options.girth;
  b.coarse = options.detail == 0;

  const Trunk trunk = buildTrunk(b);
  if (!trunk.earBase.empty()) buildEar(b, trunk.earBase);
  const LegRing hindLeg[] = {
      {0, 0.42, 0.070, 0.100, 0.092, {{hind, 0.95}, {pelvis, 0.05}}}, {0, 0.78, 0.054, 0.074, 0.070, {{hind, 1}}, true},
      {0, 1.00, 0.045, 0.058, 0.056, {{hind, 0.5}, {hind + 1, 0.5}}}, {1, 0.30, 0.038, 0.045, 0.054, {{hind + 1, 1}}, true},
      {1, 0.72, 0.028, 0.033, 0.036, {{hind + 1, 1}}, true},          {1, 1.00, 0.027, 0.031, 0.036, {{hind + 1, 0.5}, {hind + 2, 0.5}}},
      {2, 0.50, 0.025, 0.028, 0.028, {{hind + 2, 1}}, true},
  };
  const LegRing frontLeg[] = {
      {0, 0.50, 0.056, 0.074, 0.074, {{front, 0.95}, {chest, 0.05}}},
      {0, 1.00, 0.044, 0.050, 0.056, {{front, 0.5}, {front + 1, 0.5}}},
      {1, 0.30, 0.036, 0.041, 0.042, {{front + 1, 1}}, true},
      {1, 0.72, 0.029, 0.031, 0.032, {{front + 1, 1}}, true},
      {1, 1.00, 0.029, 0.032, 0.030, {{front + 1, 0.5}, {front + 2, 0.5}}},
      {2, 0.50, 0.026, 0.028, 0.028, {{front + 2, 1}}, true},
  };
  buildLeg(b, trunk.legHoles[0], hind, hindLeg);
  buildLeg(b, trunk.legHoles[1], front, frontLeg);

  BodyMesh mesh = meshFromCage(std::move(b.cage), joints, static_cast<int>(options.detail));
  mesh.name = "Quadruped";
  mesh.color = {0.50, 0.36, 0.22};
  return mesh;
}

}  // namespace sinew::figure
