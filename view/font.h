#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sinew::view {

/// Dear ImGui's built-in font as a picture of coverage, so that labels need no font file.
struct Font {
  struct Glyph {
    std::array<float, 4> box{};  ///< x0 y0 x1 y1, pixels from the pen, y down
    std::array<float, 4> uv{};   ///< u0 v0 u1 v1
    float advance = 0;           ///< pixels
  };
  int width = 0, height = 0;
  std::vector<std::uint8_t> coverage;  ///< (height * width)
  std::vector<Glyph> glyphs;           ///< (96) of the characters from space to tilde; others show as '?'
  float lineHeight = 13;

  const Glyph& glyph(char c) const {
    return glyphs[c >= ' ' && c <= '~' ? static_cast<std::size_t>(c - ' ') : static_cast<std::size_t>('?' - ' ')];
  }
  float widthOf(std::string_view text) const;
};

Font makeFont();

}  // namespace sinew::view
