#pragma once

#include <string>

#include <sinew/base/result.h>

#include "session.h"

namespace sinew::view {

struct LiveOptions {
  int width = 1280, height = 800;
  std::string screenshot;  ///< PNG written on F12, and of the last of `frames`
  int frames = 0;          ///< close after this many frames; 0: when the user closes it
};

/// Opens a window on the session and runs until it closes. An `unsupported` error where no window or no OpenGL 3.3 can be had.
Result<void> runLive(Session& session, const LiveOptions& options);

/// The same on a crowd.
class CrowdSession;
Result<void> runCrowdLive(CrowdSession& session, const LiveOptions& options);

}  // namespace sinew::view
