#include <algorithm>

#include <fmt/core.h>

#include <sinew/base/text.h>
#include <sinew/manikin/factors.h>
#include <sinew/manikin/json.h>

#include "batch.h"
#include "character.h"
#include "gallery.h"
#include "report.h"
#include "table.h"

namespace sinew::cli {
namespace {

/// Writes what the options ask for beside the print-out.
Result<void> writeOutputs(const Manikin& manikin, const FitVerbOptions& options) {
  if (!options.output.empty()) {
    if (Result<void> written = writeText(options.output, writeManikin(manikin)); !written) return written;
  }
  if (!options.saveFactors.empty()) return writeText(options.saveFactors, writeFactors(factorsOf(manikin)));
  return {};
}

Outcome fitOne(const std::string& file, const FitVerbOptions& options, Gallery& gallery) {
  const Result<Character> character = loadCharacter(file, options.input, options.fit, ReadOptions{.images = gallery.wanted()});
  if (character && gallery.wanted()) {
    if (const auto drawn = gallery.views(file, *character); !drawn) return failed(file, drawn.error());
  }
  if (!character) return failed(file, character.error());

  Outcome outcome;
  if (!character->manikin) {
    outcome.status = 1;
    outcome.json = writeRefusal(character->rig, character->map);
    outcome.text = refusalText(*character);
    outcome.row = {"refused", "-", "-", "-", std::to_string(character->findings().size())};
    return outcome;
  }
  const Manikin& manikin = *character->manikin;
  outcome.status = hasFailure(manikin.findings) ? 1 : 0;
  outcome.json = options.input.json ? writeManikin(manikin) : std::string();
  outcome.text = manikinText(manikin);
  outcome.row = {std::string(nameOf(manikin.creature)), std::to_string(manikin.parts.size()), fmt::format("{:.3f}", manikin.stature),
                 coverageText(manikin), std::to_string(manikin.findings.size())};
  if (const Result<void> written = writeOutputs(manikin, options); !written) return failed(file, written.error());
  return outcome;
}

}  // namespace

int fit(const FitVerbOptions& options) {
  const Audience audience = audienceOf(options.input.json);
  if (options.input.files.size() > 1 && !(options.output.empty() && options.saveFactors.empty())) {
    return callFailed("fit", {ErrorCode::usage, "", "-o and --save-factors take one input file"}, audience);
  }
  if (const Result<void> free = checkOutputs(options.input, options.fit, {options.output, options.saveFactors}); !free)
    return callFailed("fit", free.error(), audience);
  const Result<std::unique_ptr<Gallery>> gallery = Gallery::open(options.frames);
  if (!gallery) return callFailed("fit", gallery.error(), audience);
  return forEachFile((*gallery)->inTurn(options.input), {"creature", "parts", "stature", "coverage", "findings"},
                     [&](const std::string& file) { return fitOne(file, options, **gallery); });
}

}  // namespace sinew::cli
