#include "manikin/name_order.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "manikin/candidates.h"

namespace sinew {
namespace {

constexpr float kMeant = 0.8f;     // a name that means this, and ...
constexpr float kPossible = 0.6f;  // ... might also mean that

/// The words of one chain of the body, from the middle outwards.
struct ChainWords {
  std::array<Word, 5> words;
  bool hasSides;
};

constexpr std::array kChains{ChainWords{{Word::pelvis, Word::spine, Word::chest, Word::neck, Word::head}, false},
                             ChainWords{{Word::clavicle, Word::upperArm, Word::forearm, Word::hand, Word::none}, true},
                             ChainWords{{Word::hipLink, Word::thigh, Word::shin, Word::foot, Word::toes}, true}};

/// How far out in its chain a joint stands by its name: from the innermost to the outermost that it may well mean.
struct Place {
  int least = 0, most = 0;
};

std::optional<Place> placeIn(const ChainWords& chain, const JointName& name) {
  if (name.helper || name.end || (name.side != 0) != chain.hasSides) return std::nullopt;
  std::optional<Place> place;
  bool meant = false;
  for (const Reading& reading : name.readings) {
    const auto at = std::find(chain.words.begin(), chain.words.end(), reading.word);
    if (at == chain.words.end() || reading.word == Word::none || reading.weight < kPossible) continue;
    const int rank = static_cast<int>(at - chain.words.begin());
    place = place ? Place{std::min(place->least, rank), std::max(place->most, rank)} : Place{rank, rank};
    meant = meant || reading.weight >= kMeant;
  }
  return meant ? place : std::nullopt;
}

/// The joint that contradicts this one's name, -1 where none does.
std::int32_t contradictionOf(const BoneTree& skeleton, const ChainWords& chain, std::int32_t joint) {
  const std::optional<Place> here = placeIn(chain, skeleton.name(joint));
  if (!here) return -1;
  for (std::int32_t other = 0; other < skeleton.jointCount(); ++other) {
    if (other == joint || skeleton.name(other).side != skeleton.name(joint).side || !skeleton.branchCarriesSkin(other)) continue;
    const std::optional<Place> there = placeIn(chain, skeleton.name(other));
    if (!there) continue;
    if (there->least > here->most && skeleton.isAncestor(other, joint)) return other;
    if (there->most < here->least && skeleton.isAncestor(joint, other)) return other;
  }
  return -1;
}

}  // namespace

Findings contradictionsOfNames(const BoneTree& skeleton, const RoleMap& map) {
  Findings findings;
  for (const auto& [role, found] : map.roles) {
    if (found.by != MapSource::alias) continue;
    for (const ChainWords& chain : kChains) {
      const std::int32_t other = contradictionOf(skeleton, chain, found.joint);
      if (other < 0) continue;
      const bool above = skeleton.isAncestor(other, found.joint);
      findings.push_back({.severity = Severity::failure,
                          .rule = "roles.order",
                          .role = std::string(nameOf(role)),
                          .measured = {},
                          .low = {},
                          .high = {},
                          .message = std::string(nameOf(role)) + " " + describe(skeleton, found.joint) + " stands " +
                                     (above ? "below " : "above ") + describe(skeleton, other) + ", against what their names say"});
      break;
    }
  }
  return findings;
}

}  // namespace sinew
