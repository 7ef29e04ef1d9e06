#include <fmt/core.h>

#include <sinew/locomotion/levels.h>

#include "batch.h"
#include "character.h"
#include "report.h"
#include "view/crowd_session.h"
#include "view/live.h"

namespace sinew::cli {
namespace {

/// A window on many of the character. A refused map has no bodies to make a crowd of.
int viewCrowd(Character character, const ViewOptions& options) {
  if (!character.manikin) return 1;
  const scenes::CrowdPlan plan{.scene = scenes::crowdSceneFromName(options.scene).value_or(scenes::CrowdScene::spread),
                               .drive = options.powered ? scenes::CrowdDrive::powered : scenes::CrowdDrive::limp,
                               .count = options.crowd,
                               .seed = 0};
  const auto session = sinew::view::CrowdSession::create(std::move(character.asset), std::move(character.rig),
                                                         std::move(*character.manikin), plan, options.world);
  Result<void> shown = session ? Result<void>() : Result<void>(Failure(session.error()));
  if (shown) shown = sinew::view::runCrowdLive(**session, {.screenshot = options.screenshot, .frames = options.frames});
  if (!shown) fmt::print(stderr, "{}", failed(options.file, shown.error()).text);
  return shown ? 0 : 2;
}

}  // namespace

int view(const ViewOptions& options) {
  InputOptions input;
  input.files = {options.file};
  Result<Character> character = loadCharacter(options.file, input, options.fit, ReadOptions{.images = true});
  if (!character) {
    fmt::print(stderr, "{}", failed(options.file, character.error()).text);
    return 2;
  }
  if (!character->manikin) fmt::print(stderr, "{}", refusalText(*character));
  if (options.crowd > 0) return viewCrowd(std::move(*character), options);
  Findings findings = character->findings();
  const auto session = sinew::view::Session::create(std::move(character->asset), std::move(character->rig), std::move(character->manikin),
                                                    std::move(findings), options.world);
  Result<void> shown = session ? Result<void>() : Result<void>(Failure(session.error()));
  if (shown && !options.level.empty()) {
    Result<Level> level = loadLevel(options.level);
    shown = level ? (*session)->enter(std::move(*level)) : Result<void>(Failure(level.error()));
  }
  if (shown) shown = sinew::view::runLive(**session, {.screenshot = options.screenshot, .frames = options.frames});
  if (!shown) {
    fmt::print(stderr, "{}", failed(options.file, shown.error()).text);
    return 2;
  }
  return 0;
}

}  // namespace sinew::cli
