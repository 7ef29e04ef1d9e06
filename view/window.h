#pragma once

#include <memory>
#include <string>
#include <vector>

#include <sinew/base/result.h>

#include "target.h"

struct GLFWwindow;

namespace sinew::view {

/// A GLFW window with OpenGL 3.3 core and Dear ImGui in it.
class Window {
 public:
  static Result<std::unique_ptr<Window>> open(int width, int height, const std::string& title);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool closing() const;
  /// Whether the key went down since the last frame, however short the tap.
  bool pressed(int key) const;
  bool held(int key) const;  ///< down now
  bool focused() const;
  void beginFrame();  ///< polls events, starts a frame of widgets
  /// Draws the widgets, keeps a copy of the picture where one is wanted, shows it.
  void endFrame(Image* copy);
  int width() const { return width_; }  ///< pixels
  int height() const { return height_; }

 private:
  Window() = default;
  Image read() const;  ///< what was drawn, before it is shown
  GLFWwindow* window_ = nullptr;
  int width_ = 0, height_ = 0;
  std::vector<int> pressed_;
};

}  // namespace sinew::view
