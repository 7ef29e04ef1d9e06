#include "renderer.h"

#include <algorithm>
#include <cstddef>

#include <sinew/base/log.h>

#include "outline.h"
#include "shaders.h"

namespace sinew::view {
namespace {

struct LabelVertex {
  float x = 0, y = 0, u = 0, v = 0;
  Color color;
};

void floatAttribute(GLuint location, int count, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, count, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), reinterpret_cast<const void*>(offset));
}

void triangles(const ModelPart& part, std::size_t figures) {
  glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(part.indexCount), GL_UNSIGNED_INT,
                          reinterpret_cast<const void*>(std::size_t{part.firstIndex} * 4), static_cast<GLsizei>(figures));
}

constexpr std::size_t kTexelsPerJoint = 3;  // the rows of its matrix

constexpr float kLineThickness = 1.4f;   ///< pixels
constexpr float kHiddenOpacity = 0.35f;  ///< of lines behind something

}  // namespace

Renderer::Renderer()
    : mesh_(makeProgram(kMeshVertex, "", kMeshFragment)),
      line_(makeProgram(kLineVertex, kLineGeometry, kLineFragment)),
      label_(makeProgram(kLabelVertex, "", kLabelFragment)),
      font_(makeFont()),
      fontTexture_(makeTexture()),
      jointTexture_(makeTexture()),
      jointBuffer_(makeBuffer()),
      lineArray_(makeVertexArray()),
      labelArray_(makeVertexArray()),
      lineBuffer_(makeBuffer()),
      labelBuffer_(makeBuffer()) {
  glBindTexture(GL_TEXTURE_2D, fontTexture_.get());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, font_.width, font_.height, 0, GL_RED, GL_UNSIGNED_BYTE, font_.coverage.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);

  glBindVertexArray(lineArray_.get());
  glBindBuffer(GL_ARRAY_BUFFER, lineBuffer_.get());
  floatAttribute(0, 3, sizeof(CanvasVertex), offsetof(CanvasVertex, position));
  floatAttribute(1, 4, sizeof(CanvasVertex), offsetof(CanvasVertex, color));

  glBindVertexArray(labelArray_.get());
  glBindBuffer(GL_ARRAY_BUFFER, labelBuffer_.get());
  floatAttribute(0, 2, sizeof(LabelVertex), offsetof(LabelVertex, x));
  floatAttribute(1, 2, sizeof(LabelVertex), offsetof(LabelVertex, u));
  floatAttribute(2, 4, sizeof(LabelVertex), offsetof(LabelVertex, color));
}

void Renderer::begin(const Camera& camera, int width, int height) {
  width_ = width;
  height_ = height;
  camera_ = camera;
  clipFromWorld_ = clipFromWorld(camera, static_cast<float>(width) / static_cast<float>(height));
  glEnable(GL_FRAMEBUFFER_SRGB);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glClearColor(0.032f, 0.036f, 0.044f, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void Renderer::model(const Model& model, std::span<const Affine> skin, float opacity) { models(model, skin, 1, opacity); }

void Renderer::models(const Model& model, std::span<const Affine> skins, std::size_t count, float opacity) {
  SINEW_ASSERT(count > 0 && skins.size() % count == 0);
  glUseProgram(mesh_.get());
  glUniformMatrix4fv(uniform(mesh_, "clipFromWorld"), 1, GL_FALSE, clipFromWorld_.data());
  glUniform3f(uniform(mesh_, "eye"), camera_.eye.x, camera_.eye.y, camera_.eye.z);
  glUniform1f(uniform(mesh_, "opacity"), opacity);
  glUniform1i(uniform(mesh_, "joints"), 1);
  glUniform1i(uniform(mesh_, "image"), 0);
  const std::size_t palette = skins.size() / count;
  glUniform1i(uniform(mesh_, "palette"), static_cast<GLint>(palette));
  glBindVertexArray(model.vertices().get());

  // As many figures a call as the driver takes matrices.
  GLint texels = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &texels);
  const std::size_t batch = std::max<std::size_t>(1, static_cast<std::size_t>(texels) / (kTexelsPerJoint * palette));
  // A see-through body shows its nearest surface alone: depth of everybody first, colour where it is met again.
  if (opacity < 1) {
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    for (std::size_t first = 0; first < count; first += batch) {
      const std::size_t figures = std::min(batch, count - first);
      uploadSkins(skins.subspan(first * palette, figures * palette));
      for (const ModelPart& part : model.parts()) triangles(part, figures);
    }
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  }
  for (std::size_t first = 0; first < count; first += batch) {
    const std::size_t figures = std::min(batch, count - first);
    if (opacity >= 1 || count > batch) uploadSkins(skins.subspan(first * palette, figures * palette));
    for (const ModelPart& part : model.parts()) {
      glUniform4fv(uniform(mesh_, "color"), 1, part.color.data());
      glBindTexture(GL_TEXTURE_2D, model.texture(part));
      triangles(part, figures);
    }
  }
}

void Renderer::uploadSkins(std::span<const Affine> skins) {
  rows_.resize(skins.size());
  for (std::size_t j = 0; j < skins.size(); ++j) {
    const Mat3& m = skins[j].linear;
    const Vec3& t = skins[j].translation;
    rows_[j] = {m.x.x, m.y.x, m.z.x, t.x, m.x.y, m.y.y, m.z.y, t.y, m.x.z, m.y.z, m.z.z, t.z};
  }
  glBindBuffer(GL_TEXTURE_BUFFER, jointBuffer_.get());
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(rows_.size() * sizeof(rows_[0])), rows_.data(), GL_STREAM_DRAW);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_BUFFER, jointTexture_.get());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, jointBuffer_.get());
  glActiveTexture(GL_TEXTURE0);
}

void Renderer::lines(const std::vector<CanvasVertex>& vertices, float opacity) {
  if (vertices.empty()) return;
  glUseProgram(line_.get());
  glUniformMatrix4fv(uniform(line_, "clipFromWorld"), 1, GL_FALSE, clipFromWorld_.data());
  glUniform2f(uniform(line_, "pixel"), 2.0f / static_cast<float>(width_), 2.0f / static_cast<float>(height_));
  glUniform1f(uniform(line_, "thickness"), kLineThickness);
  glUniform1f(uniform(line_, "opacity"), opacity);
  glBindVertexArray(lineArray_.get());
  glBindBuffer(GL_ARRAY_BUFFER, lineBuffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(CanvasVertex)), vertices.data(), GL_STREAM_DRAW);
  glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(vertices.size()));
}

void Renderer::labels(const std::vector<CanvasLabel>& labels, const LayerSet& layers) {
  std::vector<LabelVertex> vertices;
  std::vector<std::array<float, 3>> taken;  // left, right, top
  for (const CanvasLabel& label : labels) {
    if (!layers.has(label.layer)) continue;
    const Vec3 pixel = project(clipFromWorld_, label.position, width_, height_);
    if (pixel.z < 0 || pixel.z > 1) continue;
    float x = std::round(pixel.x - 0.5f * font_.widthOf(label.text));
    const float right = x + font_.widthOf(label.text);
    // A name that would stand on another one gives way by lines, below and above in turn.
    float y = std::round(pixel.y - 0.5f * font_.lineHeight);
    const auto free = [&](float top) {
      return std::none_of(taken.begin(), taken.end(), [&](const std::array<float, 3>& other) {
        return x < other[1] && other[0] < right && std::abs(top - other[2]) < font_.lineHeight;
      });
    };
    constexpr int kTries = 6;
    for (int k = 1; k <= kTries && !free(y); ++k) y += static_cast<float>(k % 2 == 1 ? k : -k) * font_.lineHeight;
    taken.push_back({x, right, y});
    for (const char c : label.text) {
      const Font::Glyph& g = font_.glyph(c);
      const LabelVertex a{x + g.box[0], y + g.box[1], g.uv[0], g.uv[1], label.color},
          b{x + g.box[2], y + g.box[1], g.uv[2], g.uv[1], label.color};
      const LabelVertex d{x + g.box[0], y + g.box[3], g.uv[0], g.uv[3], label.color},
          e{x + g.box[2], y + g.box[3], g.uv[2], g.uv[3], label.color};
      vertices.insert(vertices.end(), {a, b, e, a, e, d});
      x += g.advance;
    }
  }
  if (vertices.empty()) return;
  glUseProgram(label_.get());
  glUniform2f(uniform(label_, "size"), static_cast<float>(width_), static_cast<float>(height_));
  glUniform1i(uniform(label_, "font"), 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, fontTexture_.get());
  glBindVertexArray(labelArray_.get());
  glBindBuffer(GL_ARRAY_BUFFER, labelBuffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(LabelVertex)), vertices.data(), GL_STREAM_DRAW);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertices.size()));
}

void Renderer::canvas(const Canvas& canvas, const LayerSet& layers) {
  glDepthMask(GL_FALSE);
  for (std::size_t i = 0; i < kLayerCount; ++i) {
    const auto layer = static_cast<Layer>(i);
    if (!layers.has(layer)) continue;
    edges_.clear();
    for (const CanvasCapsule& capsule : canvas.capsules(layer)) outline(capsule, camera_, edges_);
    // The ground stays behind the body; everything inside the body shines through it.
    if (layer != Layer::grid) {
      glDepthFunc(GL_GREATER);
      lines(canvas.lines(layer), kHiddenOpacity);
      lines(edges_, kHiddenOpacity);
    }
    glDepthFunc(GL_LEQUAL);
    lines(canvas.lines(layer), 1);
    lines(edges_, 1);
  }
  glDisable(GL_DEPTH_TEST);
  labels(canvas.labels(), layers);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
}

}  // namespace sinew::view
