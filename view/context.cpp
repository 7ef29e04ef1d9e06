#include "context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

namespace sinew::view {
namespace {

Failure noGl(const char* what) { return fail(ErrorCode::unsupported, "OpenGL", std::string("no picture can be drawn here: ") + what); }

}  // namespace

Result<std::unique_ptr<HeadlessContext>> HeadlessContext::create() {
  if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    return noGl("EGL without a surface is not available (on Debian: libgl1-mesa-dri, libegl1)");
  }
  std::unique_ptr<HeadlessContext> made(new HeadlessContext());
  made->display_ = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (made->display_ == EGL_NO_DISPLAY || eglInitialize(made->display_, nullptr, nullptr) != EGL_TRUE) return noGl("EGL did not start");

  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return noGl("EGL has no desktop OpenGL");
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  made->context_ = eglCreateContext(made->display_, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  if (made->context_ == EGL_NO_CONTEXT) return noGl("OpenGL 3.3 core is not available");
  if (eglMakeCurrent(made->display_, EGL_NO_SURFACE, EGL_NO_SURFACE, made->context_) != EGL_TRUE)
    return noGl("the context could not be made current");
  made->renderer_ = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return made;
}

HeadlessContext::~HeadlessContext() {
  if (display_ == nullptr) return;
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context_ != nullptr) eglDestroyContext(display_, context_);
  eglTerminate(display_);
}

}  // namespace sinew::view
