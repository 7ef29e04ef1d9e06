#include <sinew/physics/world.h>

#include "physics/bullet/create.h"
#include "physics/check.h"
#include "physics/crowd/create.h"

namespace sinew {
namespace {

struct Backend {
  std::string_view name;
  std::unique_ptr<World> (*create)(const WorldDef& def);
};

constexpr Backend kBackends[] = {{"bullet", createBulletWorld}, {"crowd", createCrowdWorld}};

}  // namespace

std::vector<std::string_view> worldNames() {
  std::vector<std::string_view> names;
  for (const Backend& backend : kBackends) names.push_back(backend.name);
  return names;
}

Result<std::unique_ptr<World>> createWorld(std::string_view name, const WorldDef& def) {
  if (auto checked = checkWorld(def); !checked) return Failure(checked.error());
  std::string known;
  for (const Backend& backend : kBackends) {
    if (backend.name == name) return backend.create(def);
    known += (known.empty() ? "" : ", ") + std::string(backend.name);
  }
  return fail(ErrorCode::usage, "world", "no such world; there is: " + known);
}

}  // namespace sinew
