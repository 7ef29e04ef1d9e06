#include "target.h"

#include <algorithm>
#include <cstring>

#include <stb_image_write.h>

#include <sinew/asset/write.h>
#include <sinew/base/log.h>

namespace sinew::view {
namespace {

void storage(const Renderbuffer& buffer, int samples, GLenum format, int width, int height) {
  glBindRenderbuffer(GL_RENDERBUFFER, buffer.get());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
}

}  // namespace

Target::Target(int width, int height)
    : width_(width),
      height_(height),
      samples_(makeFramebuffer()),
      resolved_(makeFramebuffer()),
      color_(makeRenderbuffer()),
      depth_(makeRenderbuffer()),
      flat_(makeRenderbuffer()) {
  constexpr int kSamples = 4;
  storage(color_, kSamples, GL_SRGB8_ALPHA8, width, height);
  storage(depth_, kSamples, GL_DEPTH_COMPONENT24, width, height);
  storage(flat_, 0, GL_SRGB8_ALPHA8, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, samples_.get());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_.get());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.get());
  SINEW_ASSERT(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_.get());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, flat_.get());
}

void Target::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, samples_.get());
  glViewport(0, 0, width_, height_);
}

Image Target::read() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, samples_.get());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.get());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.get());

  Image image{width_, height_, std::vector<std::uint8_t>(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 3)};
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, image.pixels.data());
  flipRows(image);
  return image;
}

void flipRows(Image& image) {
  const auto row = static_cast<std::ptrdiff_t>(image.width) * 3;
  for (int y = 0; y < image.height / 2; ++y) {
    std::swap_ranges(image.pixels.begin() + row * y, image.pixels.begin() + row * (y + 1),
                     image.pixels.begin() + row * (image.height - 1 - y));
  }
}

std::vector<std::byte> toPng(const Image& image) {
  std::vector<std::byte> out;
  const auto append = [](void* context, void* data, int size) {
    auto& bytes = *static_cast<std::vector<std::byte>*>(context);
    const auto* first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + size);
  };
  stbi_write_png_to_func(append, &out, image.width, image.height, 3, image.pixels.data(), image.width * 3);
  return out;
}

Result<void> writePng(const std::filesystem::path& path, const Image& image) { return writeFile(path, toPng(image)); }

Image contactSheet(const std::vector<Image>& images, int columns) {
  if (images.empty()) return {};
  const int count = static_cast<int>(images.size()), width = images.front().width, height = images.front().height;
  columns = std::clamp(columns, 1, count);
  const int rows = (count + columns - 1) / columns;
  Image sheet{columns * width, rows * height, {}};
  sheet.pixels.assign(static_cast<std::size_t>(sheet.width) * static_cast<std::size_t>(sheet.height) * 3, 0);
  for (int i = 0; i < count; ++i) {
    for (int y = 0; y < height; ++y) {
      const auto from = static_cast<std::ptrdiff_t>(y) * width * 3;
      const auto to = (static_cast<std::ptrdiff_t>(i / columns * height + y) * sheet.width + i % columns * width) * 3;
      std::memcpy(sheet.pixels.data() + to, images[static_cast<std::size_t>(i)].pixels.data() + from, static_cast<std::size_t>(width) * 3);
    }
  }
  return sheet;
}

}  // namespace sinew::view
