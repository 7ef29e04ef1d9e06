#include <sinew/ragdoll/probe.h>

#include <fmt/core.h>

#include <sinew/manikin/json.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "gallery.h"
#include "probed.h"
#include "report.h"
#include "table.h"

namespace sinew::cli {
namespace {

/// The fit's own document with every number that the solver has an opinion on replaced by the solver's.
std::string probeJson(const Manikin& manikin, const Probe& probe) {
  Json document = Json::parse(writeManikin(manikin), nullptr, false);
  document["solverMass_kg"] = probe.mass;
  for (const ProbedPart& probed : probe.parts) {
    Json& part = document["parts"][static_cast<std::size_t>(probed.part)];
    part["shape"] = probed.body.type == BodyShape::capsule ? "capsule" : probed.body.type == BodyShape::sphere ? "sphere" : "box";
    part["radius_m"] = probed.body.radius;
    part["halfHeight_m"] = probed.body.halfHeight;
    part["length_m"] = 2 * (probed.body.radius + probed.body.halfHeight);
    part["center_m"] = toJson(probed.center);
    part["mass_kg"] = probed.body.mass;
    part["centerOfMass_m"] = toJson(probed.body.centerOfMass);
    part["inertia_kgm2"] = toJson(probed.body.inertia);
    part["centerError_m"] = probed.centerError;
    part["overlap_m"] = probed.overlapDepth;
    if (manikin.parts[static_cast<std::size_t>(probed.part)].toParent.type == JointType::hinge) part["flexionSign"] = probed.flexionSign;
  }
  Findings findings = manikin.findings;
  findings.insert(findings.end(), probe.findings.begin(), probe.findings.end());
  document["findings"] = toJson(findings);
  return dump(document);
}

Outcome probeOne(const std::string& file, const ProbeOptions& options, Gallery& gallery) {
  const Result<Character> character = loadCharacter(file, options.input, options.fit, ReadOptions{.images = gallery.wanted()});
  if (character && gallery.wanted()) {
    if (const auto drawn = gallery.views(file, *character); !drawn) return failed(file, drawn.error());
  }
  if (!character) return failed(file, character.error());
  Outcome outcome;
  if (!character->manikin) {
    outcome = {1, refusalText(*character), writeRefusal(character->rig, character->map), {"refused", "-", "-", "-"}};
    return outcome;
  }
  const Manikin& manikin = *character->manikin;
  const Result<Probe> probe = probeManikin(manikin, options.world);
  if (!probe) return failed(file, probe.error());

  float worst = 0;
  for (const ProbedPart& part : probe->parts) worst = std::max(worst, part.centerError);
  outcome.status = hasFailure(manikin.findings) || hasFailure(probe->findings) ? 1 : 0;
  outcome.row = {std::string(nameOf(manikin.creature)), std::to_string(probe->parts.size()), fmt::format("{:.4f}", 1000 * worst),
                 std::to_string(manikin.findings.size() + probe->findings.size())};
  if (options.input.json) {
    outcome.json = probeJson(manikin, *probe);
  } else {
    outcome.text = probeText(manikin, *probe) + findingsText(manikin.findings) + findingsText(probe->findings);
  }
  return outcome;
}

}  // namespace

int probe(const ProbeOptions& options) {
  const Result<std::unique_ptr<Gallery>> gallery = Gallery::open(options.frames);
  if (!gallery) return callFailed("probe", gallery.error(), audienceOf(options.input.json));
  return forEachFile((*gallery)->inTurn(options.input), {"creature", "parts", "worst center mm", "findings"},
                     [&](const std::string& file) { return probeOne(file, options, **gallery); });
}

}  // namespace sinew::cli
