#include <sinew/base/log.h>

#include <cstdio>
#include <cstdlib>

namespace sinew {
namespace {

// The two hooks are the only process-wide state of the library: set once by the host, before other threads use it.
LogHook logHook = nullptr;
void* logContext = nullptr;
AssertHook assertHook = nullptr;

}  // namespace

void setLogHook(LogHook hook, void* context) {
  logHook = hook;
  logContext = context;
}

void log(LogLevel level, std::string_view message) {
  if (logHook != nullptr) return logHook(level, message, logContext);
  static constexpr const char* kNames[] = {"debug", "info", "warning", "error"};
  std::fprintf(stderr, "sinew %s: %.*s\n", kNames[static_cast<int>(level)], static_cast<int>(message.size()), message.data());
}

void setAssertHook(AssertHook hook) { assertHook = hook; }

void assertFailed(const char* condition, const char* file, int line) {
  if (assertHook != nullptr) return assertHook(condition, file, line);
  std::fprintf(stderr, "sinew: wrong call: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace sinew
