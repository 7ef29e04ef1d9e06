#include "gl.h"

#include <array>
#include <string>

#include <sinew/base/log.h>

namespace sinew::view {
namespace {

GLuint compile(GLenum stage, std::string_view text) {
  const GLuint shader = glCreateShader(stage);
  const std::array<const GLchar*, 2> parts{"#version 330 core\n", text.data()};
  const std::array<GLint, 2> sizes{18, static_cast<GLint>(text.size())};
  glShaderSource(shader, 2, parts.data(), sizes.data());
  glCompileShader(shader);
  GLint fine = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
  if (fine == 0) {
    std::array<GLchar, 2048> text_log{};
    glGetShaderInfoLog(shader, static_cast<GLsizei>(text_log.size()), nullptr, text_log.data());
    log(LogLevel::error, text_log.data());
    SINEW_ASSERT(fine != 0);
  }
  return shader;
}

}  // namespace

Buffer makeBuffer() {
  GLuint name = 0;
  glGenBuffers(1, &name);
  return Buffer(name);
}

VertexArray makeVertexArray() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return VertexArray(name);
}

Texture makeTexture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return Texture(name);
}

Framebuffer makeFramebuffer() {
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  return Framebuffer(name);
}

Renderbuffer makeRenderbuffer() {
  GLuint name = 0;
  glGenRenderbuffers(1, &name);
  return Renderbuffer(name);
}

Program makeProgram(std::string_view vertex, std::string_view geometry, std::string_view fragment) {
  Program program(glCreateProgram());
  std::array<GLuint, 3> shaders{compile(GL_VERTEX_SHADER, vertex), geometry.empty() ? 0 : compile(GL_GEOMETRY_SHADER, geometry),
                                compile(GL_FRAGMENT_SHADER, fragment)};
  for (const GLuint shader : shaders) {
    if (shader != 0) glAttachShader(program.get(), shader);
  }
  glLinkProgram(program.get());
  for (const GLuint shader : shaders) {
    if (shader != 0) glDeleteShader(shader);
  }
  GLint fine = 0;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &fine);
  SINEW_ASSERT(fine != 0);
  return program;
}

GLint uniform(const Program& program, const char* name) { return glGetUniformLocation(program.get(), name); }

}  // namespace sinew::view
