#include <chrono>

#include <epoxy/gl.h>
// GLFW after epoxy: both bring GL's names.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include "crowd_session.h"
#include "live.h"
#include "orbit.h"
#include "window.h"

namespace sinew::view {
namespace {

constexpr float kShot = 150;  // N s, of a click

/// The host of a crowd: camera, mouse, keys and one panel.
class CrowdLive {
 public:
  CrowdLive(CrowdSession& session, Window& window)
      : session_(session),
        window_(window),
        wanted_(session.plan()),
        pose_(session.rig(), session.manikin()),
        model_(session.asset(), modelData(session.asset(), session.rig())) {
    frameAll();
  }

  void frame(float dt) {
    window_.beginFrame();
    keys();
    mouse();
    session_.advance(dt);
    scene();
    panel();
  }

 private:
  Camera camera() const {
    Camera camera = orbit_.camera({0, 0, 1}, {0, 1, 0});
    camera.near = 0.002f * orbit_.distance;
    camera.far = 20 * orbit_.distance;
    return camera;
  }

  void frameAll() {
    const Bounds bounds = boundsOf(session_.view().worldFromPart);
    const float aspect = window_.height() > 0 ? static_cast<float>(window_.width()) / static_cast<float>(window_.height()) : 1;
    const Camera all = frameCrowd(bounds, 0.5f * session_.manikin().stature, aspect);
    orbit_.target = all.target;
    orbit_.distance = distance(all.eye, all.target);
    orbit_.yaw = 0.35f;
    orbit_.pitch = 0.4f;
  }

  void restart() {
    if (const Result<void> started = session_.restart(wanted_); !started) wanted_ = session_.plan();
  }

  void keys() {
    if (ImGui::GetIO().WantCaptureKeyboard) return;
    if (window_.pressed(GLFW_KEY_SPACE)) session_.playing = !session_.playing;
    if (window_.pressed(GLFW_KEY_PERIOD)) session_.stepOnce();
    if (window_.pressed(GLFW_KEY_R)) restart();
    if (window_.pressed(GLFW_KEY_A)) frameAll();
  }

  void mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse) return;
    orbit_.approach(io.MouseWheel);
    if (io.MouseDown[1] && io.KeyShift) orbit_.slide(camera(), io.MouseDelta.x, io.MouseDelta.y, static_cast<float>(window_.height()));
    if (io.MouseDown[1] && !io.KeyShift) orbit_.turn(io.MouseDelta.x, io.MouseDelta.y);
    if (!ImGui::IsMouseClicked(0)) return;
    const Ray ray = rayThrough(camera(), io.MousePos.x, io.MousePos.y, window_.width(), window_.height());
    session_.shoot(ray.from, ray.to, kShot);
  }

  void scene() {
    if (window_.width() <= 0 || window_.height() <= 0) return;  // minimised
    const CrowdView crowd = session_.view();
    Canvas canvas;
    drawCrowdGround(canvas, crowd, boundsOf(crowd.worldFromPart));
    renderer_.begin(camera(), window_.width(), window_.height());
    drawCrowd(renderer_, model_, pose_, crowd);
    renderer_.canvas(canvas, LayerSet::usual());
  }

  void panel() {
    const int count = session_.plan().count;
    ImGui::SetNextWindowPos(ImVec2(8, 8), ImGuiCond_FirstUseEver);
    ImGui::Begin("Sinew", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::Text("%d characters, %.2f s, %d asleep", count, static_cast<double>(session_.time()), static_cast<int>(session_.asleep()));
    ImGui::Text("step %.2f ms: %.2f us a character", static_cast<double>(session_.stepMilliseconds()),
                1000 * static_cast<double>(session_.stepMilliseconds()) / count);
    ImGui::Checkbox("play", &session_.playing);
    for (const scenes::CrowdScene scene :
         {scenes::CrowdScene::spread, scenes::CrowdScene::pile, scenes::CrowdScene::terrain, scenes::CrowdScene::thrown}) {
      ImGui::SameLine();
      if (ImGui::RadioButton(std::string(nameOf(scene)).c_str(), wanted_.scene == scene)) {
        wanted_.scene = scene;
        restart();
        frameAll();
      }
    }
    bool powered = wanted_.drive == scenes::CrowdDrive::powered;
    if (ImGui::Checkbox("powered", &powered)) {
      wanted_.drive = powered ? scenes::CrowdDrive::powered : scenes::CrowdDrive::limp;
      restart();
    }
    ImGui::SliderInt("count", &wanted_.count, 1, 4000);
    if (ImGui::Button("start again (r)")) restart();
    ImGui::TextUnformatted("click to push, right drag to turn, a: frame all");
    ImGui::End();
  }

  CrowdSession& session_;
  Window& window_;
  scenes::CrowdPlan wanted_;
  Renderer renderer_;
  CrowdPose pose_;
  Model model_;
  Orbit orbit_;
};

}  // namespace

Result<void> runCrowdLive(CrowdSession& session, const LiveOptions& options) {
  Result<std::unique_ptr<Window>> window = Window::open(options.width, options.height, "Sinew: a crowd of " + session.rig().file);
  if (!window) return Failure(window.error());
  CrowdLive live(session, **window);
  auto last = std::chrono::steady_clock::now();
  for (int frame = 0; !(*window)->closing() && (options.frames == 0 || frame < options.frames); ++frame) {
    const auto now = std::chrono::steady_clock::now();
    live.frame(std::chrono::duration<float>(now - last).count());
    last = now;
    const bool shot = !options.screenshot.empty() && (frame + 1 == options.frames || (*window)->pressed(GLFW_KEY_F12));
    Image picture;
    (*window)->endFrame(shot ? &picture : nullptr);
    if (!shot) continue;
    if (const Result<void> written = writePng(options.screenshot, picture); !written) return written;
  }
  return {};
}

}  // namespace sinew::view
