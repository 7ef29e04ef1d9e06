#include "font.h"

#include <imgui.h>

namespace sinew::view {

float Font::widthOf(std::string_view text) const {
  float sum = 0;
  for (const char c : text) sum += glyph(c).advance;
  return sum;
}

Font makeFont() {
  ImFontAtlas atlas;
  ImFont* face = atlas.AddFontDefault();
  unsigned char* pixels = nullptr;
  Font font;
  atlas.GetTexDataAsAlpha8(&pixels, &font.width, &font.height);
  font.coverage.assign(pixels, pixels + static_cast<std::ptrdiff_t>(font.width) * font.height);
  font.lineHeight = face->FontSize;
  for (int c = ' '; c <= '~'; ++c) {
    const ImFontGlyph* g = face->FindGlyph(static_cast<ImWchar>(c));
    font.glyphs.push_back({{g->X0, g->Y0, g->X1, g->Y1}, {g->U0, g->V0, g->U1, g->V1}, g->AdvanceX});
  }
  return font;
}

}  // namespace sinew::view
