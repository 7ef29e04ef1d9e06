#include "asset/figure_cage.h"
#include "asset/figure_humanoid.h"

// The humanoid's left half as a cage of rings. Lengths are in metres of an adult of 1.75 m and are scaled by what they belong
// to: heights by the skeleton, widths by shoulders, hips, head or girth.
//
//   trunk and head: half rings of seven points k = 0 (front, on the seam) .. 3 (left) .. 6 (back, on the seam)
//   arm: loops of ten, from a hole two quads wide and three high in the side of the chest
//   leg: loops of eight, from the lower rim of the pelvis and one point of the crotch

namespace sinew::figure {

namespace {

using namespace bone;

constexpr double kAdult = 1.75;
constexpr int kHalfRing = 7;

struct TrunkRing {
  double height;              ///< share of hip to chin, or of chin to crown for the head
  double width, front, back;  ///< m, half extents
  double z = 0;               ///< m, where the ring's middle stands
  double tilt = 0;            ///< m, the front is that much lower, the back higher
  double square = 0;
  Pulls pulls;
  bool fine = false;  ///< left out of the coarsest figure
};

struct LimbRing {
  double along;               ///< share of the bone
  double width, front, back;  ///< m, half extents
  Pulls pulls;
  bool fine = false;
};

/// Everything that scales with the person.
struct Builder {
  const FigureOptions& options;
  const std::vector<BodyJoint>& joints;
  HalfCage cage = {};
  bool coarse = false;
  double size = 1;    ///< stature / adult
  double radius = 1;  ///< of limbs and trunk
  double headSize = 1;
  double hip = 0, chin = 0;

  Vec3d head(int joint) const { return joints[static_cast<std::size_t>(joint)].head; }
  Vec3d tail(int joint) const { return joints[static_cast<std::size_t>(joint)].tail; }

  /// Seven points from the front seam to the back seam. `leftOut` (or -1) gets no point and stands as -1 in the loop.
  Loop halfRing(const TrunkRing& ring, double y, double widthScale, double depthScale, int leftOut = -1) {
    const double swell = 3 / (2 + cosine(kTau / 12));
    Loop loop;
    for (int k = 0; k < kHalfRing; ++k) {
      const double c = cosine(k * kTau / 12);
      const double s = sine(k * kTau / 12);
      const double toBox = 1 / std::max(std::abs(c), std::abs(s));
      const double reach = swell * (1 + (toBox - 1) * ring.square);
      const double depth = (c > 0 ? ring.front : ring.back) * depthScale;
      const Vec3d p{s * ring.width * widthScale * reach, y - c * ring.tilt * depthScale, ring.z * depthScale + c * depth * reach};
      const bool seam = k == 0 || k == kHalfRing - 1;
      loop.push_back(k == leftOut ? -1 : seam ? cage.addOnSeam(p, ring.pulls) : cage.add(p, ring.pulls));
    }
    return loop;
  }

  /// Ring of the trunk; the width goes over from the hips' to the shoulders' on the way up.
  Loop trunkRing(const TrunkRing& ring, int leftOut = -1) {
    const double hips = options.hipShare / 0.11;
    const double shoulders = options.shoulderShare / 0.2;
    const double width = hips + (shoulders - hips) * smoothStep(0.1, 0.7, ring.height);
    return halfRing(ring, hip + ring.height * (chin - hip), width * radius, radius, leftOut);
  }
  Loop headRing(const TrunkRing& ring) {
    return halfRing(ring, chin + ring.height * options.headShare * options.stature, headSize, headSize);
  }

  void setPulls(int point, const Pulls& pulls) { cage.weights[static_cast<std::size_t>(point)] = weightsOf(pulls); }

  Loop loopAt(const std::vector<Vec3d>& points, const Pulls& pulls) {
    Loop loop;
    for (const Vec3d& p : points) loop.push_back(cage.add(p, pulls));
    return loop;
  }
};

/// Pelvis to shoulders. Returns the ring that the neck grows from; `legHole` and `armHole` are left open.
Loop buildTrunk(Builder& b, Loop& legHole, Loop& armHole) {
  // Rings up to the armpit.
  const TrunkRing rings[] = {
      {-0.085, 0.165, 0.088, 0.104, 0.000, 0, 0.1, {{pelvis, 1}}},
      {0.02, 0.170, 0.104, 0.122, -0.004, 0, 0.15, {{pelvis, 1}}},
      {0.13, 0.160, 0.106, 0.106, -0.002, 0, 0.15, {{pelvis, 0.9}, {spine, 0.1}}, true},
      {0.22, 0.142, 0.102, 0.088, 0.000, 0, 0.1, {{pelvis, 0.45}, {spine, 0.55}}},
      {0.33, 0.132, 0.099, 0.083, 0.000, 0, 0.1, {{spine, 1}}, true},
      {0.42, 0.138, 0.102, 0.087, -0.002, 0, 0.1, {{spine, 0.85}, {chest, 0.15}}, true},
      {0.52, 0.151, 0.110, 0.096, -0.004, 0, 0.12, {{spine, 0.25}, {chest, 0.75}}},
  };
  Loop below;
  for (const TrunkRing& ring : rings) {
    if (b.coarse && ring.fine) continue;
    const Loop loop = b.trunkRing(ring);
    if (below.empty())
      legHole = loop;
    else
      b.cage.strip(below, loop);
    below = loop;
  }

  // The lower rim rises towards the hip bones, and the thighs pull on it.
  for (std::size_t k = 1; k + 1 < legHole.size(); ++k) {
    const double side = sine(static_cast<double>(k) * kTau / 12);
    b.cage.points[static_cast<std::size_t>(legHole[k])].y += 0.042 * side * b.size;
    b.setPulls(legHole[k], {{pelvis, 0.45}, {thigh, 0.55}});
  }
  b.cage.points[static_cast<std::size_t>(legHole.front())].y -= 0.012 * b.size;
  b.cage.points[static_cast<std::size_t>(legHole.back())].y -= 0.02 * b.size;

  // Chest and shoulders: four rows around the arm hole. Rows in between have no point at k = 3, there the arm comes out.
  const TrunkRing rows[] = {
      {0.63, 0.160, 0.122, 0.104, -0.006, 0, 0.18, {{chest, 1}}},
      {0.72, 0.160, 0.122, 0.106, -0.008, 0, 0.20, {{chest, 1}}},
      {0.81, 0.156, 0.108, 0.100, -0.010, 0.004, 0.20, {{chest, 0.85}, {clavicle, 0.15}}},
      {0.895, 0.128, 0.082, 0.082, -0.012, 0.018, 0.15, {{chest, 0.45}, {clavicle, 0.55}}},
  };
  std::vector<Loop> side;
  for (const TrunkRing& row : rows) {
    const bool between = side.size() == 1 || side.size() == 2;
    const Loop loop = b.trunkRing(row, between ? 3 : -1);
    const Loop& under = side.empty() ? below : side.back();
    for (std::size_t k = 0; k + 1 < loop.size(); ++k) {
      const bool hole = !side.empty() && (k == 2 || k == 3);
      if (!hole) b.cage.quad(under[k], under[k + 1], loop[k + 1], loop[k]);
    }
    side.push_back(loop);
  }
  armHole = {side[0][2], side[0][3], side[0][4], side[1][4], side[2][4], side[3][4], side[3][3], side[3][2], side[2][2], side[1][2]};
  for (const int point : {side[0][3], side[1][2], side[1][4]}) b.setPulls(point, {{chest, 0.75}, {upperArm, 0.25}});
  for (const int point : {side[2][2], side[2][4]}) b.setPulls(point, {{chest, 0.2}, {clavicle, 0.65}, {upperArm, 0.15}});
  for (const int point : {side[3][2], side[3][3], side[3][4]}) b.setPulls(point, {{clavicle, 0.9}, {upperArm, 0.1}});
  return side.back();
}

/// Neck and skull. The face shows where forward is: chin, nose and brow.
void buildHead(Builder& b, Loop below) {
  const double collar = b.size * b.options.girth;
  const double shoulder = b.head(upperArm).y;
  TrunkRing base{0, 0.072, 0.052, 0.064, -0.016, 0.022, 0, {{chest, 0.45}, {clavicle, 0.25}, {neck, 0.3}}};
  TrunkRing column{0, 0.057, 0.049, 0.054, -0.012, 0.014, 0, {{neck, 1}}};
  const double rise = b.chin - shoulder;
  for (const auto& [ring, share] : {std::pair{base, 0.42}, std::pair{column, 0.72}}) {
    const Loop loop = b.halfRing(ring, shoulder + share * rise, collar, collar);
    b.cage.strip(below, loop);
    below = loop;
  }

  const TrunkRing rings[] = {
      {0.06, 0.052, 0.052, 0.056, -0.004, 0.016, 0, {{neck, 0.65}, {head, 0.35}}, true},
      {0.12, 0.055, 0.086, 0.075, 0.000, 0.022, 0, {{neck, 0.1}, {head, 0.9}}},
      {0.24, 0.063, 0.098, 0.090, 0.000, 0.012, 0.05, {{head, 1}}, true},
      {0.38, 0.069, 0.098, 0.100, 0.000, 0.004, 0.05, {{head, 1}}},
      {0.52, 0.074, 0.091, 0.104, 0.000, 0, 0.08, {{head, 1}}, true},
      {0.62, 0.076, 0.099, 0.106, 0.000, 0, 0.05, {{head, 1}}, true},
      {0.80, 0.072, 0.089, 0.102, -0.002, 0, 0, {{head, 1}}},
      {0.945, 0.050, 0.057, 0.071, -0.006, 0, 0, {{head, 1}}},
  };
  int index = 0;
  for (const TrunkRing& ring : rings) {
    ++index;
    if (b.coarse && ring.fine) continue;
    const Loop loop = b.headRing(ring);
    const auto front = [&](std::size_t k) -> Vec3d& { return b.cage.points[static_cast<std::size_t>(loop[k])]; };
    if (index == 4) {  // the nose, and hollows beside it
      front(0).z += 0.034 * b.headSize;
      front(0).y -= 0.006 * b.headSize;
      front(1).z -= 0.004 * b.headSize;
    }
    if (index == 5) {  // the eyes lie deep, the bridge of the nose does not
      front(0).z += 0.008 * b.headSize;
      front(1).z -= 0.008 * b.headSize;
    }
    b.cage.strip(below, loop);
    below = loop;
  }
  const Vec3d crown{0, b.options.stature + 0.007 * b.headSize, -0.007 * b.headSize};
  b.cage.capHalf(below, crown, {{head, 1}});
}

/// Four fingers on the end of the palm, each a square tube that subdivision rounds.
void buildFingers(Builder& b, const Loop& knuckles, double handLength) {
  const std::size_t bottom[] = {9, 0, 1, 2, 3};
  const std::size_t top[] = {8, 7, 6, 5, 4};
  const double lengths[] = {0.43, 0.50, 0.46, 0.36};  // index to little finger, share of the hand
  const double half[] = {0.0093, 0.0095, 0.0090, 0.0080};
  for (std::size_t f = 0; f < 4; ++f) {
    Loop from{knuckles[bottom[f]], knuckles[bottom[f + 1]], knuckles[top[f + 1]], knuckles[top[f]]};
    Vec3d base;
    for (const int p : from) base += b.cage.points[static_cast<std::size_t>(p)] * 0.25;
    const double spread = (1.5 - static_cast<double>(f)) * 0.004 * b.size;
    for (const double along : {0.14, 0.5, 0.86, 1.0}) {
      const double h = half[f] * b.size * (along < 1 ? 1.06 - 0.16 * along : 0.62);
      const Vec3d c = base + Vec3d{along * lengths[f] * handLength, -0.010 * along * along * b.size, along * spread};
      const Loop to = b.loopAt({c + Vec3d{0, -h, h}, c + Vec3d{0, -h, -h}, c + Vec3d{0, h, -h}, c + Vec3d{0, h, h}}, {{hand, 1}});
      b.cage.wall(from, to);
      from = to;
    }
    b.cage.quad(from[0], from[1], from[2], from[3]);
  }
}

/// The thumb leaves the front of the palm, forward and outward.
void buildThumb(Builder& b, Loop from, double handLength) {
  const Vec3d along = normalized(Vec3d{0.62, -0.18, 0.76});
  const Vec3d outward = normalized(cross(along, Vec3d{0, -1, 0}));
  const Vec3d up = cross(outward, along);
  Vec3d base;
  for (const int p : from) base += b.cage.points[static_cast<std::size_t>(p)] * 0.25;
  for (const double share : {0.10, 0.22, 0.34, 0.385}) {
    const double h = b.size * (share < 0.38 ? 0.0118 - 0.006 * share : 0.0062);
    const Vec3d c = base + along * (share * handLength);
    const Vec3d o = outward * h;
    const Vec3d u = up * h;
    const Loop to = b.loopAt({c - o + u, c - o - u, c + o - u, c + o + u}, {{hand, 1}});
    b.cage.wall(from, to);
    from = to;
  }
  b.cage.quad(from[0], from[1], from[2], from[3]);
}

void buildArm(Builder& b, Loop from) {
  // Shoulder to wrist.
  const LimbRing upper[] = {
      {0.05, 0.060, 0.063, 0.060, {{upperArm, 0.5}, {clavicle, 0.37}, {chest, 0.13}}},
      {0.24, 0.054, 0.056, 0.054, {{upperArm, 0.94}, {clavicle, 0.06}}, true},
      {0.52, 0.047, 0.047, 0.045, {{upperArm, 1}}, true},
      {0.84, 0.041, 0.041, 0.040, {{upperArm, 0.88}, {forearm, 0.12}}, true},
      {1.00, 0.039, 0.041, 0.041, {{upperArm, 0.5}, {forearm, 0.5}}},
  };
  const LimbRing lower[] = {
      {0.14, 0.039, 0.043, 0.041, {{upperArm, 0.12}, {forearm, 0.88}}, true},
      {0.32, 0.038, 0.044, 0.039, {{forearm, 1}}, true},
      {0.66, 0.030, 0.034, 0.032, {{forearm, 1}}, true},
      {0.94, 0.022, 0.028, 0.027, {{forearm, 0.6}, {hand, 0.4}}},
  };
  const auto ring = [&](const LimbRing& r, int joint) {
    if (b.coarse && r.fine) return;
    const Vec3d c = lerp(b.head(joint), b.tail(joint), r.along) + Vec3d{0, 0, (r.front - r.back) / 2 * b.radius};
    const Vec3d down{0, -r.width * b.radius, 0};
    const Vec3d back{0, 0, -(r.front + r.back) / 2 * b.radius};
    const Loop to = b.loopAt(sectionPoints({c, down, back, 0}, 10, -1), r.pulls);
    b.cage.wall(from, to);
    from = to;
  };
  for (const LimbRing& r : upper) ring(r, upperArm);
  for (const LimbRing& r : lower) ring(r, forearm);

  // The palm: five points below, five above, front to back.
  struct Palm {
    double along, thick, wide;
    Pulls pulls;
    bool fine = false;
  };
  const Palm palms[] = {{0.10, 0.0205, 0.031, {{hand, 0.85}, {forearm, 0.15}}, true},
                        {0.22, 0.0185, 0.037, {{hand, 1}}, true},
                        {0.40, 0.0165, 0.041, {{hand, 1}}},
                        {0.50, 0.0135, 0.040, {{hand, 1}}, true}};
  const double handLength = distance(b.head(hand), b.tail(hand));
  const double roundness[] = {0.55, 0.95, 1.0, 0.9, 0.5};
  const double slant[] = {-0.006, 0.002, 0.002, -0.004, -0.014};
  for (const Palm& palm : palms) {
    if (b.coarse && palm.fine) continue;
    const Vec3d c = b.head(hand) + Vec3d{palm.along * handLength, 0, 0};
    std::vector<Vec3d> points(10);
    for (std::size_t i = 0; i < 5; ++i) {
      const double z = palm.wide * (1 - static_cast<double>(i) / 2) * b.size;
      const double x = slant[i] * b.size * smoothStep(0.2, 0.5, palm.along);
      const double y = palm.thick * roundness[i] * b.size;
      points[(i + 9) % 10] = c + Vec3d{x, -y, z};
      points[8 - i] = c + Vec3d{x, y, z};
    }
    const Loop to = b.loopAt(points, palm.pulls);
    const bool thumbHere = &palm == &palms[2] && !b.coarse;
    for (std::size_t j = 0; j < 10; ++j) {
      if (thumbHere && j == 8) continue;
      b.cage.quad(from[j], from[(j + 1) % 10], to[(j + 1) % 10], to[j]);
    }
    if (thumbHere) buildThumb(b, {from[8], from[9], to[9], to[8]}, handLength);
    from = to;
  }
  if (!b.coarse) return buildFingers(b, from, handLength);

  // The coarsest figure wears mittens.
  const double reach = 0.46 * handLength;
  std::vector<Vec3d> tips;
  for (const int p : from) {
    const Vec3d v = b.cage.points[static_cast<std::size_t>(p)];
    tips.push_back({v.x + reach, b.head(hand).y + (v.y - b.head(hand).y) * 0.7, b.head(hand).z + (v.z - b.head(hand).z) * 0.7});
  }
  const Loop to = b.loopAt(tips, {{hand, 1}});
  b.cage.wall(from, to);
  const std::size_t bottom[] = {9, 0, 1, 2, 3};
  const std::size_t top[] = {8, 7, 6, 5, 4};
  for (std::size_t i = 0; i < 4; ++i) b.cage.quad(to[bottom[i]], to[bottom[i + 1]], to[top[i + 1]], to[top[i]]);
}

/// A foot bends the leg's tube forward: each ring spans from a point on the instep to one on heel or sole.
void buildFoot(Builder& b, Loop from) {
  struct FootRing {
    double topY, topZ, soleY, soleZ, width;  ///< m, z from the ankle
    Pulls pulls;
    bool fine = false;
  };
  const FootRing rings[] = {
      {0.072, 0.036, 0.066, -0.043, 0.033, {{shin, 0.35}, {foot, 0.65}}},
      {0.062, 0.050, 0.034, -0.062, 0.035, {{foot, 1}}, true},
      {0.058, 0.060, 0.003, -0.056, 0.036, {{foot, 1}}},
      {0.054, 0.068, -0.002, -0.010, 0.037, {{foot, 1}}, true},
      {0.045, 0.090, -0.001, 0.058, 0.042, {{foot, 1}}, true},
      {0.034, 0.120, -0.002, 0.112, 0.048, {{foot, 0.65}, {toes, 0.35}}},
      {0.027, 0.150, -0.002, 0.148, 0.049, {{toes, 0.9}, {foot, 0.1}}, true},
      {0.022, 0.178, -0.001, 0.178, 0.044, {{toes, 1}}, true},
      {0.016, 0.203, 0.004, 0.203, 0.028, {{toes, 1}}},
  };
  const Vec3d ankle = b.head(foot);
  const double length = b.size;
  for (const FootRing& r : rings) {
    if (b.coarse && r.fine) continue;
    const double inward = 0.004 * smoothStep(0.08, 0.2, r.topZ) * b.size;
    const Vec3d top{ankle.x - inward, r.topY * length, ankle.z + r.topZ * length};
    const Vec3d sole{ankle.x - inward, r.soleY * length, ankle.z + r.soleZ * length};
    const double square = 0.35 * smoothStep(0.055, 0.1, r.topZ);
    const Loop to = b.loopAt(sectionPoints({(top + sole) * 0.5, {-r.width * b.radius, 0, 0}, (sole - top) * 0.5, square}, 8), r.pulls);
    b.cage.wall(from, to);
    from = to;
  }
  b.cage.cap(from, {ankle.x - 0.004 * b.size, 0.010 * length, ankle.z + 0.208 * length}, {{toes, 1}});
}

void buildLeg(Builder& b, const Loop& rim) {
  // The hole in the pelvis closes through the crotch.
  const int crotch = b.cage.addOnSeam({0, b.hip - 0.098 * b.size, -0.004 * b.size}, {{pelvis, 0.7}, {thigh, 0.3}});
  Loop from{crotch, rim[6], rim[5], rim[4], rim[3], rim[2], rim[1], rim[0]};
  const LimbRing upper[] = {
      {0.31, 0.083, 0.090, 0.092, {{thigh, 0.95}, {pelvis, 0.05}}},
      {0.55, 0.074, 0.081, 0.077, {{thigh, 1}}, true},
      {0.78, 0.062, 0.066, 0.061, {{thigh, 1}}, true},
      {0.92, 0.056, 0.061, 0.056, {{thigh, 0.85}, {shin, 0.15}}, true},
      {1.00, 0.054, 0.060, 0.054, {{thigh, 0.5}, {shin, 0.5}}},
  };
  const LimbRing lower[] = {
      {0.09, 0.052, 0.053, 0.056, {{thigh, 0.15}, {shin, 0.85}}, true},
      {0.27, 0.055, 0.046, 0.069, {{shin, 1}}},
      {0.48, 0.048, 0.042, 0.060, {{shin, 1}}, true},
      {0.74, 0.037, 0.037, 0.044, {{shin, 1}}},
      {0.91, 0.032, 0.034, 0.038, {{shin, 0.9}, {foot, 0.1}}, true},
  };
  const auto ring = [&](const LimbRing& r, int joint) {
    if (b.coarse && r.fine) return;
    const Vec3d c = lerp(b.head(joint), b.tail(joint), r.along) + Vec3d{0, 0, (r.front - r.back) / 2 * b.radius};
    const Vec3d inner{-r.width * b.radius, 0, 0};
    const Vec3d back{0, 0, -(r.front + r.back) / 2 * b.radius};
    const Loop to = b.loopAt(sectionPoints({c, inner, back, 0}, 8), r.pulls);
    b.cage.wall(from, to);
    from = to;
  };
  for (const LimbRing& r : upper) ring(r, thigh);
  for (const LimbRing& r : lower) ring(r, shin);
  buildFoot(b, from);
}

}  // namespace

BodyMesh humanoidMesh(const FigureOptions& options, const std::vector<BodyJoint>& joints) {
  Builder b{options, joints};
  b.coarse = options.detail == 0;
  b.size = options.stature / kAdult;
  b.radius = b.size * options.girth;
  b.headSize = options.headShare * options.stature / (0.13 * kAdult);
  b.hip = options.legShare * options.stature;
  b.chin = (1 - static_cast<double>(options.headShare)) * options.stature;

  Loop legHole;
  Loop armHole;
  const Loop collar = buildTrunk(b, legHole, armHole);
  buildHead(b, collar);
  buildArm(b, armHole);
  buildLeg(b, legHole);

  BodyMesh mesh = meshFromCage(std::move(b.cage), joints, static_cast<int>(options.detail));
  mesh.name = "Figure";
  mesh.color = {0.42, 0.47, 0.55};
  return mesh;
}

}  // namespace sinew::figure
