#pragma once

#include <cstdint>
#include <string_view>

namespace sinew {

enum class LogLevel : std::uint8_t { debug, info, warning, error };

using LogHook = void (*)(LogLevel level, std::string_view message, void* context);

/// Installs the host's log function for this process; nullptr restores the default (standard error).
/// Call it before other threads use the library.
void setLogHook(LogHook hook, void* context = nullptr);

void log(LogLevel level, std::string_view message);

/// A wrong call was made. Return normally to go on (the call does nothing), or stop the process.
using AssertHook = void (*)(const char* condition, const char* file, int line);

/// Installs the host's assert function; nullptr restores the default, which prints and aborts.
void setAssertHook(AssertHook hook);

void assertFailed(const char* condition, const char* file, int line);

}  // namespace sinew

/// Guards against wrong calls (never against bad data). Stays on in release builds: the checks are cheap.
#define SINEW_ASSERT(condition) \
  (static_cast<bool>(condition) ? static_cast<void>(0) : ::sinew::assertFailed(#condition, __FILE__, __LINE__))
