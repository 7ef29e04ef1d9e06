#include <fmt/core.h>

#include <sinew/base/text.h>
#include <sinew/ragdoll/probe.h>

#include "batch.h"
#include "character.h"
#include "drop.h"
#include "gallery.h"
#include "probed.h"
#include "report.h"
#include "table.h"

namespace sinew::cli {

int demo(const DemoOptions& options) {
  InputOptions input;
  input.files = {options.file};

  fmt::print("1. Read {} and fit a manikin: roles from the skeleton, shapes from the mesh.\n\n", printable(options.file));
  const Result<std::unique_ptr<Gallery>> gallery = Gallery::open(options.frames);
  if (!gallery) {
    fmt::print(stderr, "{}", failed(options.frames, gallery.error()).text);
    return 2;
  }
  const Result<Character> character = loadCharacter(options.file, input, FitFlags{}, ReadOptions{.images = (*gallery)->wanted()});
  if (!character) {
    fmt::print(stderr, "{}", failed(options.file, character.error()).text);
    return 2;
  }
  if (!character->manikin) {
    fmt::print("{}", refusalText(*character));
    return 1;
  }
  const Manikin& manikin = *character->manikin;
  fmt::print("{}\n", manikinText(manikin));

  fmt::print("2. Build it in physics and read it back from the solver.\n\n");
  const Result<Probe> probe = probeManikin(manikin);
  if (!probe) {
    fmt::print(stderr, "{}", failed(options.file, probe.error()).text);
    return 2;
  }
  fmt::print("{}{}\n", probeText(manikin, *probe), findingsText(probe->findings));

  fmt::print("3. Drop it with no impulse and watch it to rest: ten orientations.\n\n");
  SettleVerbOptions settleOptions;
  settleOptions.seeds = 10;
  settleOptions.record = (*gallery)->wanted();
  const Result<std::vector<Settle>> falls = drop(*character, settleOptions);
  if (!falls) {
    fmt::print(stderr, "{}", failed(options.file, falls.error()).text);
    return 2;
  }
  const Findings findings = judge(manikin, *falls);
  fmt::print("{}{}\n", settleText(manikin, *falls), findingsText(findings));

  if ((*gallery)->wanted()) {
    auto written = (*gallery)->views(options.file, *character);
    const auto fall = (*gallery)->fall(options.file, *character, falls->front().trajectory);
    if (!written || !fall) {
      fmt::print(stderr, "{}", failed(options.frames, written ? fall.error() : written.error()).text);
      return 2;
    }
    written->insert(written->end(), fall->begin(), fall->end());
    fmt::print("4. Pictures, since numbers alone are no proof:\n\n");
    for (const std::string& path : *written) fmt::print("  {}\n", printable(path));
    fmt::print("\n");
  }

  const bool proved = !hasFailure(manikin.findings) && !hasFailure(probe->findings) && !hasFailure(findings);
  fmt::print("{}\n", proved ? "PROVED: every assertion holds." : "NOT PROVED: see the failures above.");
  return proved ? 0 : 1;
}

}  // namespace sinew::cli
