#pragma once

#include <string_view>
#include <utility>

#include <epoxy/gl.h>

// The few GL objects we own, each freed with its owner.

namespace sinew::view {

/// A GL name with its deleter.
template <void (*Delete)(GLuint)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(GLuint name) : name_(name) {}
  Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (name_ != 0) Delete(name_);
  }
  GLuint get() const { return name_; }

 private:
  GLuint name_ = 0;
};

inline void deleteBuffer(GLuint name) { glDeleteBuffers(1, &name); }
inline void deleteArray(GLuint name) { glDeleteVertexArrays(1, &name); }
inline void deleteTexture(GLuint name) { glDeleteTextures(1, &name); }
inline void deleteFramebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
inline void deleteRenderbuffer(GLuint name) { glDeleteRenderbuffers(1, &name); }
inline void deleteProgram(GLuint name) { glDeleteProgram(name); }

using Buffer = Handle<deleteBuffer>;
using VertexArray = Handle<deleteArray>;
using Texture = Handle<deleteTexture>;
using Framebuffer = Handle<deleteFramebuffer>;
using Renderbuffer = Handle<deleteRenderbuffer>;
using Program = Handle<deleteProgram>;

Buffer makeBuffer();
VertexArray makeVertexArray();
Texture makeTexture();
Framebuffer makeFramebuffer();
Renderbuffer makeRenderbuffer();

/// Compiles and links; a fault in our own shader text is a wrong call and asserts with the driver's log. `geometry` may be empty.
Program makeProgram(std::string_view vertex, std::string_view geometry, std::string_view fragment);

GLint uniform(const Program& program, const char* name);

}  // namespace sinew::view
