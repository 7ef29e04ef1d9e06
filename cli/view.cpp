#include <fmt/core.h>

#include "batch.h"
#include "character.h"
#include "report.h"
#include "view/live.h"

namespace sinew::cli {

int view(const ViewOptions& options) {
  InputOptions input;
  input.files = {options.file};
  Result<Character> character = loadCharacter(options.file, input, options.fit, ReadOptions{.images = true});
  if (!character) {
    fmt::print(stderr, "{}", failed(options.file, character.error()).text);
    return 2;
  }
  if (!character->manikin) fmt::print(stderr, "{}", refusalText(*character));
  Findings findings = character->findings();
  const auto session = sinew::view::Session::create(std::move(character->asset), std::move(character->rig), std::move(character->manikin),
                                                    std::move(findings), options.world);
  Result<void> shown = session ? Result<void>() : Result<void>(Failure(session.error()));
  if (shown) shown = sinew::view::runLive(**session, {.screenshot = options.screenshot, .frames = options.frames});
  if (!shown) {
    fmt::print(stderr, "{}", failed(options.file, shown.error()).text);
    return 2;
  }
  return 0;
}

}  // namespace sinew::cli
