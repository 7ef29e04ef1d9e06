#pragma once

#include <memory>
#include <string>

#include <sinew/base/result.h>

namespace sinew::view {

/// An OpenGL 3.3 core context without a display (EGL surfaceless), current on the thread that made it. Works in CI through software
/// rendering. One a thread.
class HeadlessContext {
 public:
  static Result<std::unique_ptr<HeadlessContext>> create();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  /// "llvmpipe (LLVM 15.0.6, 256 bits)"
  const std::string& renderer() const { return renderer_; }

 private:
  HeadlessContext() = default;
  void* display_ = nullptr;
  void* context_ = nullptr;
  std::string renderer_;
};

}  // namespace sinew::view
