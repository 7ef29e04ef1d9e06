#include <sinew/manikin/character.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <sinew/rig/figures.h>

namespace sinew {
namespace {

constexpr std::size_t kLeastJoints = 8;   // fewer make no body
constexpr std::size_t kMostFigures = 16;  // each is mapped by itself: a scene of a thousand must not take minutes
constexpr std::size_t kMostNamed = 4;     // in one sentence

std::string told(const Figure& figure) {
  std::string text = figure.name.empty() ? "the figure" : "'" + figure.name + "'";
  text += " (node " + std::to_string(figure.node) + ", " + std::to_string(figure.vertices) + " vertices)";
  return text;
}

Result<MappedRig> mapWhole(const Asset& asset, const RigOptions& options, const MapOptions& mapping) {
  Result<Rig> rig = buildRig(asset, options);
  if (!rig) return Failure(rig.error());
  MappedRig mapped{std::move(*rig), {}};
  mapped.map = mapRoles(mapped.rig, mapping);
  return mapped;
}

Result<MappedRig> mapChosen(const Asset& asset, const std::vector<Figure>& figures, std::int32_t node, const RigOptions& options,
                            const MapOptions& mapping) {
  const std::int32_t chosen = figureAt(asset, figures, node);
  if (chosen >= 0) return mapWhole(isolate(asset, figures[static_cast<std::size_t>(chosen)]), options, mapping);
  std::string message = "belongs to no one figure of the file";
  for (const Figure& figure : figures) message += (&figure == figures.data() ? "; there are " : ", ") + told(figure);
  return fail(ErrorCode::usage, "nodes[" + std::to_string(node) + "]", std::move(message));
}

Finding severalBodies(const std::vector<const Figure*>& bodies) {
  std::string message = "the file holds ";
  message += bodies.size() == kMostFigures ? "at least " : "";
  message += std::to_string(bodies.size()) + " characters: ";
  const std::size_t named = bodies.size() > kMostNamed ? kMostNamed - 1 : bodies.size();
  for (std::size_t b = 0; b < named; ++b) message += (b == 0 ? "" : b + 1 == bodies.size() ? " and " : ", ") + told(*bodies[b]);
  if (named < bodies.size()) message += " and " + std::to_string(bodies.size() - named) + " more";
  message += "; the first of these is taken, and --root " + std::to_string(bodies[1]->node) + " takes the second";
  return {.severity = Severity::warning,
          .rule = "rig.figures",
          .role = {},
          .measured = static_cast<double>(bodies.size()),
          .low = {},
          .high = 1.0,
          .message = std::move(message)};
}

}  // namespace

Result<MappedRig> mapCharacter(const Asset& asset, const RigOptions& options, const MapOptions& mapping, std::optional<std::int32_t> node) {
  const std::vector<Figure> figures = figuresOf(asset);
  if (node) return mapChosen(asset, figures, *node, options, mapping);
  if (figures.size() < 2 || mapping.creature == Creature::bones) return mapWhole(asset, options, mapping);

  // A figure that is a whole body by itself is a character; hair and tools on skeletons of their own are not. One that is no body
  // of the kind that was asked for is a character too, but not the one.
  std::vector<const Figure*> bodies;
  std::optional<MappedRig> first;
  for (std::size_t f = 0; f < std::min(figures.size(), kMostFigures); ++f) {
    const Figure& figure = figures[f];
    if (figure.joints < kLeastJoints) continue;
    const Asset alone = isolate(asset, figure);
    Result<MappedRig> mapped = mapWhole(alone, options, mapping);
    if (!mapped) continue;
    const bool wanted = !mapped->map.refused;
    if (!wanted && mapRoles(mapped->rig).refused) continue;
    if (wanted && !first) {
      first = std::move(*mapped);
      bodies.insert(bodies.begin(), &figure);
    } else {
      bodies.push_back(&figure);
    }
  }
  if (!first || bodies.size() < 2) return mapWhole(asset, options, mapping);
  first->rig.findings.push_back(severalBodies(bodies));
  return std::move(*first);
}

}  // namespace sinew
