#include "manikin/topology_limbs.h"

#include <algorithm>
#include <array>
#include <map>

#include "manikin/topology_limb_score.h"

namespace sinew::topology {

namespace {

constexpr float kSamePlace = 0.005f;  // of the body's height
constexpr std::size_t kLongestPath = 16;
constexpr std::size_t kMostPaths = 48;
constexpr std::size_t kMostReadings = 24;

using Path = std::vector<std::int32_t>;

LimbSkin measure(const Body& body) {
  const std::size_t count = body.joints.size();
  LimbSkin skin{std::vector<float>(count, 0.0f), std::vector<float>(count, 0.0f), std::vector<std::int32_t>(count, -1)};
  for (std::int32_t joint = 0; joint < static_cast<std::int32_t>(count); ++joint) {
    if (!body.hasTwin(joint)) continue;
    const auto j = static_cast<std::size_t>(joint);
    const Path ends = endsAt(body, joint);
    skin.place[j] = ends.front();
    for (const std::int32_t end : ends) skin.reach[j] = std::max(skin.reach[j], reach(body.skinBelow(end), body[joint].at));
    float low = 0;
    for (const SkinSample& s : body.skinOf(joint))
      if (s.at.y < 0.2f * body[joint].at.y) low += s.area;
    if (body[joint].area > 0) skin.lowShare[j] = low / body[joint].area;
  }
  return skin;
}

/// Every way down from a chain's first joint, along joints that have a twin.
void addPaths(const Body& body, Path path, std::vector<Path>& paths) {
  bool leaf = true;
  for (const std::int32_t child : body[path.back()].children) {
    if (!body.hasTwin(child) || path.size() >= kLongestPath || paths.size() >= kMostPaths) continue;
    leaf = false;
    Path longer = path;
    longer.push_back(child);
    addPaths(body, std::move(longer), paths);
  }
  if (leaf) paths.push_back(std::move(path));
}

Path twinsOf(const Body& body, const Path& path) {
  Path twins;
  for (const std::int32_t joint : path) twins.push_back(body[joint].mirror);
  return twins;
}

/// True for the x > 0 member of a pair whose parents are not twins themselves: where a pair of chains begins.
bool startsPair(const Body& body, std::int32_t joint) {
  const BodyJoint& j = body[joint];
  if (!body.hasTwin(joint)) return false;
  const float side = j.centreBelow.x - body[j.mirror].centreBelow.x;
  if (side < 0 || (side == 0 && joint > j.mirror)) return false;
  return j.parent < 0 || !body.hasTwin(j.parent);
}

std::vector<LimbPair> limbPairs(const Body& body) {
  std::vector<LimbPair> pairs;
  for (std::int32_t joint = 0; joint < static_cast<std::int32_t>(body.joints.size()); ++joint) {
    if (!startsPair(body, joint)) continue;
    const std::vector<SkinSample> skin = body.skinBelow(joint);
    pairs.push_back({joint, body[joint].parent, quantile(skin, 1, 0.01f), quantile(skin, 1, 0.99f)});
  }
  return pairs;
}

}  // namespace

std::vector<std::int32_t> endsAt(const Body& body, std::int32_t end) {
  if (body[end].parent < 0) return {end};
  std::vector<std::int32_t> ends;
  for (const std::int32_t sibling : body[body[end].parent].children)
    if (body.hasTwin(sibling) && distance(body[sibling].at, body[end].at) < kSamePlace) ends.push_back(sibling);
  if (ends.empty()) ends.push_back(end);
  return ends;
}

LimbReader::LimbReader(const Body& body) : body_(body), pairs_(limbPairs(body)), skin_(std::make_unique<LimbSkin>(measure(body))) {}

LimbReader::~LimbReader() = default;

std::vector<LimbReading> LimbReader::read(const LimbPair& pair, LimbKind kind) const {
  std::vector<Path> paths;
  addPaths(body_, {pair.root}, paths);
  std::map<std::array<std::int32_t, 3>, LimbReading> best;
  for (const Path& path : paths) {
    const Path twins = twinsOf(body_, path);
    for (std::size_t u = 0; u + 1 < path.size(); ++u) {
      for (std::size_t l = u + 1; l < path.size(); ++l) {
        for (std::size_t e = l + 1; e <= path.size(); ++e) {
          // The better side counts: a thing held in one hand spoils only that.
          const float score = std::max(limbScore({body_, *skin_, path, u, l, e}, kind), limbScore({body_, *skin_, twins, u, l, e}, kind));
          const LimbReading reading{path[0], path[u], path[l], e < path.size() ? path[e] : -1, score};
          const std::int32_t place = reading.end >= 0 ? skin_->place[static_cast<std::size_t>(reading.end)] : -1;
          const auto [known, isNew] = best.try_emplace({reading.upper, reading.lower, place}, reading);
          if (!isNew && reading.end >= 0 && body_[reading.end].areaBelow > body_[known->second.end].areaBelow) known->second = reading;
        }
      }
    }
  }
  std::vector<LimbReading> readings;
  readings.reserve(best.size());
  for (const auto& [parts, reading] : best) readings.push_back(reading);
  std::stable_sort(readings.begin(), readings.end(), [](const LimbReading& a, const LimbReading& b) { return a.score > b.score; });
  if (readings.size() > kMostReadings) readings.resize(kMostReadings);
  return readings;
}

}  // namespace sinew::topology
