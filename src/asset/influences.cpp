#include "asset/influences.h"

#include <cmath>
#include <limits>

namespace sinew::gltf {
namespace {

// Odd weights of one primitive, told once.
struct Oddities {
  std::size_t notFinite = 0;
  std::size_t negative = 0;
  std::size_t tooLarge = 0;
};

// Exporters that divide by a sum land a little above 1.
constexpr float kRoundingAbove = 1.001f;

float cleaned(float weight, Oddities& odd) {
  if (!std::isfinite(weight)) {
    ++odd.notFinite;
    return 0;
  }
  if (weight < 0) ++odd.negative;
  if (weight > kRoundingAbove) ++odd.tooLarge;
  return std::min(std::max(weight, 0.0f), 1.0f);
}

void report(Reading& reading, const Json& attributes, const Oddities& odd) {
  const auto tell = [&](std::size_t count, std::string_view rule, const char* what) {
    if (count > 0) reading.find(Severity::warning, rule, attributes, std::to_string(count) + what);
  };
  tell(odd.notFinite, "weights.notFinite", " weights are not finite and count as zero");
  tell(odd.negative, "weights.negative", " weights are negative and count as zero");
  tell(odd.tooLarge, "weights.tooLarge", " weights are above 1 and count as 1");
}

std::size_t countPositive(const std::vector<InfluenceSet>& sets) {
  std::size_t count = 0;
  for (const InfluenceSet& set : sets) {
    for (const std::array<float, 4>& four : set.weights) {
      for (const float weight : four) count += weight > 0 ? 1 : 0;
    }
  }
  return count;
}

// Adds to the vertex whose influences begin at `start`: a joint that it has already grows.
void add(std::vector<Influence>& influences, std::size_t start, std::uint32_t joint, float weight) {
  for (std::size_t i = start; i < influences.size(); ++i) {
    if (influences[i].joint != joint) continue;
    influences[i].weight = std::min(influences[i].weight + weight, 1.0f);
    return;
  }
  influences.push_back({static_cast<std::uint16_t>(joint), weight});
}

}  // namespace

void gatherInfluences(Reading& reading, const Json& attributes, std::vector<InfluenceSet> sets, std::size_t jointLimit,
                      Primitive& primitive) {
  Oddities odd;
  for (InfluenceSet& set : sets) {
    for (std::array<float, 4>& four : set.weights) {
      for (float& weight : four) weight = cleaned(weight, odd);
    }
  }
  report(reading, attributes, odd);

  const std::size_t vertexCount = primitive.positions.size();
  const std::size_t total = countPositive(sets);
  if (total > std::numeric_limits<std::uint32_t>::max()) return attributes.fail(ErrorCode::limit, "hold more than 2^32 weights");
  if (!reading.spend(total * sizeof(Influence) + (vertexCount + 1) * sizeof(std::uint32_t), attributes)) return;
  primitive.influences.reserve(total);
  primitive.influenceStart.reserve(vertexCount + 1);
  for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
    const std::size_t start = primitive.influences.size();
    primitive.influenceStart.push_back(static_cast<std::uint32_t>(start));
    for (const InfluenceSet& set : sets) {
      for (std::size_t i = 0; i < 4; ++i) {
        const float weight = set.weights[vertex][i];
        if (!(weight > 0)) continue;  // a joint without weight may be any number
        const std::uint32_t joint = set.joints[4 * vertex + i];
        if (joint >= jointLimit) {
          return attributes.fail(ErrorCode::reference, "vertex " + std::to_string(vertex) + " follows joint " + std::to_string(joint) +
                                                           " of a skin with " + std::to_string(jointLimit));
        }
        add(primitive.influences, start, joint, weight);
      }
    }
  }
  primitive.influenceStart.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
}

}  // namespace sinew::gltf
