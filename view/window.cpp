#include "window.h"

#include <algorithm>

#include <epoxy/gl.h>
// GLFW after epoxy: both bring GL's names.
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace sinew::view {

Result<std::unique_ptr<Window>> Window::open(int width, int height, const std::string& title) {
  if (glfwInit() != GLFW_TRUE) return fail(ErrorCode::unsupported, "window", "no display can be opened; `sinew render` draws without one");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SAMPLES, 4);
  glfwWindowHint(GLFW_SRGB_CAPABLE, GLFW_TRUE);
  std::unique_ptr<Window> window(new Window());
  window->window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window->window_ == nullptr) {
    glfwTerminate();
    return fail(ErrorCode::unsupported, "window", "OpenGL 3.3 core is not available here");
  }
  glfwMakeContextCurrent(window->window_);
  glfwSwapInterval(1);

  // Taps shorter than a frame count too. Dear ImGui calls this one from its own.
  glfwSetWindowUserPointer(window->window_, window.get());
  glfwSetKeyCallback(window->window_, [](GLFWwindow* source, int key, int, int action, int) {
    if (action == GLFW_PRESS) static_cast<Window*>(glfwGetWindowUserPointer(source))->pressed_.push_back(key);
  });

  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // nothing is left behind in the user's folder
  ImGui::StyleColorsDark();
  ImGui::GetStyle().WindowRounding = 4;
  ImGui_ImplGlfw_InitForOpenGL(window->window_, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  return window;
}

Window::~Window() {
  if (window_ == nullptr) return;
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

bool Window::closing() const { return glfwWindowShouldClose(window_) != 0; }

bool Window::pressed(int key) const { return std::find(pressed_.begin(), pressed_.end(), key) != pressed_.end(); }

bool Window::held(int key) const { return glfwGetKey(window_, key) == GLFW_PRESS; }

bool Window::focused() const { return glfwGetWindowAttrib(window_, GLFW_FOCUSED) == GLFW_TRUE; }

void Window::beginFrame() {
  pressed_.clear();
  glfwPollEvents();
  glfwGetFramebufferSize(window_, &width_, &height_);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width_, height_);
}

void Window::endFrame(Image* copy) {
  ImGui::Render();
  // The widgets' colours are meant for the screen as they are.
  glDisable(GL_FRAMEBUFFER_SRGB);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (copy != nullptr) *copy = read();
  glfwSwapBuffers(window_);
}

Image Window::read() const {
  Image image{width_, height_, std::vector<std::uint8_t>(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 3)};
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadBuffer(GL_BACK);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, image.pixels.data());
  flipRows(image);
  return image;
}

}  // namespace sinew::view
