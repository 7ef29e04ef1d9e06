#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include <sinew/base/result.h>

#include "gl.h"

namespace sinew::view {

/// A picture in memory, RGB, rows from the top.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;  ///< (height * width * 3)
};

/// An off-screen picture with four samples a pixel.
class Target {
 public:
  Target(int width, int height);
  /// Makes it what is drawn to.
  void bind() const;
  Image read() const;
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_, height_;
  Framebuffer samples_, resolved_;
  Renderbuffer color_, depth_, flat_;
};

/// GL counts rows from the bottom, pictures from the top.
void flipRows(Image& image);

/// As PNG bytes.
std::vector<std::byte> toPng(const Image& image);
Result<void> writePng(const std::filesystem::path& path, const Image& image);

/// Pictures side by side in rows of `columns`; all of one size.
Image contactSheet(const std::vector<Image>& images, int columns);

}  // namespace sinew::view
