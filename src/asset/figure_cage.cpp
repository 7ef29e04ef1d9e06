#include "asset/figure_cage.h"

#include <unordered_map>

namespace sinew::figure {

namespace {

Weights& operator+=(Weights& a, const Weights& b) {
  for (std::size_t i = 0; i < a.of.size(); ++i) a.of[i] += b.of[i];
  return a;
}

Weights operator*(Weights a, double s) {
  for (double& w : a.of) w *= s;
  return a;
}

/// A point of the surface together with its weights: what subdivision averages.
struct Sample {
  Vec3d point;
  Weights weights;

  Sample& operator+=(const Sample& b) {
    point += b.point;
    weights += b.weights;
    return *this;
  }
  friend Sample operator+(Sample a, const Sample& b) { return a += b; }
  friend Sample operator*(Sample a, double s) {
    a.point *= s;
    a.weights = a.weights * s;
    return a;
  }
};

/// Two quads meet at an edge; at the seam the second one is the mirror image of the first.
struct Edge {
  int a = 0, b = 0;
  int faces[2] = {-1, -1};
};

struct Edges {
  std::vector<Edge> list;
  std::vector<std::array<int, 4>> ofQuad;
};

Edges edgesOf(const HalfCage& cage) {
  Edges edges;
  edges.ofQuad.resize(cage.quads.size());
  std::unordered_map<std::uint64_t, int> known;
  known.reserve(cage.quads.size() * 2);
  for (std::size_t q = 0; q < cage.quads.size(); ++q) {
    for (std::size_t k = 0; k < 4; ++k) {
      const int a = cage.quads[q][k];
      const int b = cage.quads[q][(k + 1) % 4];
      const auto key = static_cast<std::uint64_t>(std::min(a, b)) << 32 | static_cast<std::uint32_t>(std::max(a, b));
      const auto [entry, fresh] = known.emplace(key, static_cast<int>(edges.list.size()));
      if (fresh)
        edges.list.push_back({a, b, {static_cast<int>(q), -1}});
      else
        edges.list[static_cast<std::size_t>(entry->second)].faces[1] = static_cast<int>(q);
      edges.ofQuad[q][k] = entry->second;
    }
  }
  return edges;
}

/// What one cage point has around it.
struct Neighbourhood {
  Sample faces, middles;
  int faceCount = 0, edgeCount = 0;
};

}  // namespace

Weights weightsOf(const Pulls& pulls) {
  double sum = 0;
  for (const Pull& p : pulls) sum += p.weight;
  Weights weights;
  for (const Pull& p : pulls) weights.of[static_cast<std::size_t>(p.joint)] += p.weight / sum;
  return weights;
}

int HalfCage::add(const Vec3d& point, const Pulls& pulls) {
  points.push_back(point);
  weights.push_back(weightsOf(pulls));
  onSeam.push_back(0);
  return static_cast<int>(points.size()) - 1;
}

int HalfCage::addOnSeam(const Vec3d& point, const Pulls& pulls) {
  const int index = add({0, point.y, point.z}, pulls);
  onSeam.back() = 1;
  return index;
}

void HalfCage::strip(const Loop& from, const Loop& to) {
  for (std::size_t j = 0; j + 1 < from.size(); ++j) quad(from[j], from[j + 1], to[j + 1], to[j]);
}

void HalfCage::wall(const Loop& from, const Loop& to) {
  strip(from, to);
  quad(from.back(), from.front(), to.front(), to.back());
}

void HalfCage::cap(const Loop& loop, const Vec3d& middle, const Pulls& pulls) {
  const int m = add(middle, pulls);
  for (std::size_t j = 0; j < loop.size(); j += 2) quad(m, loop[j], loop[j + 1], loop[(j + 2) % loop.size()]);
}

void HalfCage::capHalf(const Loop& ring, const Vec3d& middle, const Pulls& pulls) {
  const int m = addOnSeam(middle, pulls);
  for (std::size_t j = 0; j + 2 < ring.size(); j += 2) quad(m, ring[j], ring[j + 1], ring[j + 2]);
}

Weights mirrored(const Weights& weights, std::span<const BodyJoint> joints) {
  Weights result;
  for (std::size_t i = 0; i < joints.size(); ++i) result.of[static_cast<std::size_t>(joints[i].mirror)] = weights.of[i];
  return result;
}

Weights balanced(const Weights& weights, std::span<const BodyJoint> joints) {
  Weights sum = mirrored(weights, joints);
  sum += weights;
  return sum * 0.5;
}

HalfCage subdivided(const HalfCage& cage, std::span<const BodyJoint> joints) {
  const Edges edges = edgesOf(cage);
  const auto sampleOf = [&](int i) { return Sample{cage.points[static_cast<std::size_t>(i)], cage.weights[static_cast<std::size_t>(i)]}; };
  const auto onSeam = [&](int i) { return cage.onSeam[static_cast<std::size_t>(i)] != 0; };

  HalfCage fine;
  const auto emit = [&](Sample s, bool seam) {
    if (seam) {
      s.point.x = 0;
      s.weights = balanced(s.weights, joints);
    }
    fine.points.push_back(s.point);
    fine.weights.push_back(s.weights);
    fine.onSeam.push_back(seam ? 1 : 0);
  };

  // Face points: the middle of each quad.
  std::vector<Sample> faces;
  faces.reserve(cage.quads.size());
  for (const auto& q : cage.quads) faces.push_back((sampleOf(q[0]) + sampleOf(q[1]) + sampleOf(q[2]) + sampleOf(q[3])) * 0.25);

  // Around every point: its faces and edge middles. What has a twin beyond the seam counts twice for points on the seam.
  std::vector<Neighbourhood> around(cage.points.size());
  for (std::size_t q = 0; q < cage.quads.size(); ++q) {
    for (const int v : cage.quads[q]) {
      Neighbourhood& n = around[static_cast<std::size_t>(v)];
      const int twice = onSeam(v) ? 2 : 1;
      n.faces += faces[q] * twice;
      n.faceCount += twice;
    }
  }
  for (const Edge& e : edges.list) {
    const Sample middle = (sampleOf(e.a) + sampleOf(e.b)) * 0.5;
    const bool seamEdge = onSeam(e.a) && onSeam(e.b) && e.faces[1] < 0;
    for (const int v : {e.a, e.b}) {
      Neighbourhood& n = around[static_cast<std::size_t>(v)];
      const int twice = onSeam(v) && !seamEdge ? 2 : 1;
      n.middles += middle * twice;
      n.edgeCount += twice;
    }
  }

  // Vertex points: (F + 2 R + (n - 3) P) / n.
  for (std::size_t v = 0; v < cage.points.size(); ++v) {
    const Neighbourhood& n = around[v];
    const double valence = n.edgeCount;
    const Sample f = n.faces * (1.0 / n.faceCount);
    const Sample r = n.middles * (1.0 / n.edgeCount);
    emit((f + r * 2 + sampleOf(static_cast<int>(v)) * (valence - 3)) * (1 / valence), cage.onSeam[v] != 0);
  }
  // Edge points: both ends and both faces; a seam edge has its face on either side.
  for (const Edge& e : edges.list) {
    const bool seamEdge = e.faces[1] < 0;
    const Sample second = faces[static_cast<std::size_t>(seamEdge ? e.faces[0] : e.faces[1])];
    emit((sampleOf(e.a) + sampleOf(e.b) + faces[static_cast<std::size_t>(e.faces[0])] + second) * 0.25, seamEdge);
  }
  for (const Sample& f : faces) emit(f, false);

  // Each quad becomes four around its face point.
  const int firstEdge = static_cast<int>(cage.points.size());
  const int firstFace = firstEdge + static_cast<int>(edges.list.size());
  fine.quads.reserve(cage.quads.size() * 4);
  for (std::size_t q = 0; q < cage.quads.size(); ++q) {
    for (std::size_t k = 0; k < 4; ++k) {
      fine.quad(cage.quads[q][k], firstEdge + edges.ofQuad[q][k], firstFace + static_cast<int>(q),
                firstEdge + edges.ofQuad[q][(k + 3) % 4]);
    }
  }
  return fine;
}

BodyMesh meshFromCage(HalfCage cage, std::span<const BodyJoint> joints, int levels) {
  for (std::size_t v = 0; v < cage.points.size(); ++v) {
    if (cage.onSeam[v]) cage.weights[v] = balanced(cage.weights[v], joints);
  }
  for (int level = 0; level < levels; ++level) cage = subdivided(cage, joints);

  // Smooth normals of the left half: the sum over its quads, weighted by area; on the seam nothing points sideways.
  std::vector<Vec3d> normals(cage.points.size());
  const auto point = [&](int i) { return cage.points[static_cast<std::size_t>(i)]; };
  for (const auto& q : cage.quads) {
    const Vec3d n = cross(point(q[2]) - point(q[0]), point(q[3]) - point(q[1]));
    for (const int v : q) normals[static_cast<std::size_t>(v)] += n;
  }
  for (std::size_t v = 0; v < normals.size(); ++v) {
    if (cage.onSeam[v]) normals[v].x = 0;
    normals[v] = normalized(normals[v], {0, 1, 0});
  }

  // The left half, then its mirror image, which shares the points on the seam.
  BodyMesh mesh;
  mesh.positions = cage.points;
  mesh.normals = normals;
  mesh.weights = cage.weights;
  std::vector<std::uint32_t> twin(cage.points.size());
  for (std::size_t v = 0; v < cage.points.size(); ++v) {
    twin[v] = static_cast<std::uint32_t>(cage.onSeam[v] ? v : mesh.positions.size());
    if (cage.onSeam[v]) continue;
    mesh.positions.push_back(mirroredX(cage.points[v]));
    mesh.normals.push_back(mirroredX(normals[v]));
    mesh.weights.push_back(mirrored(cage.weights[v], joints));
  }

  // Triangles: every quad is cut along its shorter diagonal, the same one on both sides.
  mesh.indices.reserve(cage.quads.size() * 12);
  for (const auto& q : cage.quads) {
    const bool turned = distance(point(q[1]), point(q[3])) < distance(point(q[0]), point(q[2]));
    const std::array<int, 6> cut =
        turned ? std::array<int, 6>{q[1], q[2], q[3], q[1], q[3], q[0]} : std::array<int, 6>{q[0], q[1], q[2], q[0], q[2], q[3]};
    for (const int v : cut) mesh.indices.push_back(static_cast<std::uint32_t>(v));
    for (const int k : {0, 2, 1, 3, 5, 4}) mesh.indices.push_back(twin[static_cast<std::size_t>(cut[static_cast<std::size_t>(k)])]);
  }
  return mesh;
}

std::vector<Vec3d> sectionPoints(const Section& section, int count, double firstStep) {
  // Subdivision draws a polygon inwards to (2 + cos(step)) / 3 of its radius; the cage is that much larger.
  const double step = kTau / count;
  const double swell = 3 / (2 + cosine(step));
  std::vector<Vec3d> points;
  for (int j = 0; j < count; ++j) {
    const double c = cosine((j + firstStep) * step);
    const double s = sine((j + firstStep) * step);
    const double toBox = 1 / std::max(std::abs(c), std::abs(s));
    const double k = swell * (1 + (toBox - 1) * section.square);
    points.push_back(section.center + section.up * (c * k) + section.side * (s * k));
  }
  return points;
}

}  // namespace sinew::figure
