#include <sinew/export/export.h>

#include <fmt/core.h>

#include <sinew/base/text.h>
#include <sinew/manikin/json.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "report.h"
#include "table.h"

namespace sinew::cli {
namespace {

Outcome exportOne(const std::string& file, const ExportVerbOptions& options) {
  const Result<Character> character = loadCharacter(file, options.input, options.fit);
  if (!character) return failed(file, character.error());
  if (!character->manikin) return {1, refusalText(*character), writeRefusal(character->rig, character->map), {"refused"}};
  const Manikin& manikin = *character->manikin;
  const Result<Exported> exported = exportManikin(manikin, options.format, {.unitsPerMeter = options.unit == "cm" ? 100.0f : 1.0f});
  if (!exported) return failed(file, exported.error());
  if (const Result<void> written = writeText(options.output, exported->text); !written) return failed(file, written.error());

  Outcome outcome;
  outcome.status = hasFailure(manikin.findings) ? 1 : 0;
  outcome.text = fmt::format("{}: {} parts written to {} as {}; what it could not take:\n{}{}", manikin.file, manikin.parts.size(),
                             printable(options.output), options.format, findingsText(exported->lost), findingsText(manikin.findings));
  outcome.json = dump({{"schema", 1},
                       {"source", {{"file", manikin.file}, {"sha256", manikin.sha256}}},
                       {"format", options.format},
                       {"unit", options.unit},
                       {"output", options.output},
                       {"parts", manikin.parts.size()},
                       {"lost", toJson(exported->lost)},
                       {"findings", toJson(manikin.findings)}});
  return outcome;
}

}  // namespace

int exportVerb(const ExportVerbOptions& options) {
  const Audience audience = audienceOf(options.input.json);
  if (options.input.files.size() > 1) return callFailed("export", {ErrorCode::usage, "--output", "takes one input file"}, audience);
  if (const Result<void> free = checkOutputs(options.input, options.fit, {options.output}); !free)
    return callFailed("export", free.error(), audience);
  return forEachFile(options.input, {}, [&](const std::string& file) { return exportOne(file, options); });
}

}  // namespace sinew::cli
