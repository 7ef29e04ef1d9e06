#include "physics/conformance.h"

namespace sinew {
namespace {

std::vector<Backend> builtIn() {
  std::vector<Backend> backends;
  for (const std::string_view name : worldNames()) {
    backends.push_back({std::string(name), [name](const WorldDef& def) { return createWorld(name, def); }});
  }
  return backends;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, WorldConformance, testing::ValuesIn(builtIn()), nameOfBackend);

}  // namespace
}  // namespace sinew
