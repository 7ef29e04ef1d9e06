#include "live.h"

#include <chrono>

#include <epoxy/gl.h>
// GLFW after epoxy: both bring GL's names.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <sinew/manikin/draw.h>
#include <sinew/rig/draw.h>

#include "grid.h"
#include "level_scene.h"
#include "orbit.h"
#include "panel.h"
#include "renderer.h"
#include "studio.h"
#include "window.h"

namespace sinew::view {
namespace {

/// The host: owns what the window shows and hands the mouse and the keys to whom they concern. Panels do the rest.
class Live {
 public:
  Live(Session& session, Window& window, const LiveOptions& options)
      : session_(session),
        window_(window),
        options_(options),
        desk_{.session = session},
        panels_(makePanels()),
        data_(modelData(session.asset(), session.rig())),
        model_(session.asset(), data_) {}

  /// Draws one frame `dt` seconds after the one before. A picture is kept on F12, and of the last frame.
  Result<void> frame(float dt, std::optional<int> left) {
    const bool last = left == 0;
    window_.beginFrame();
    if (!framed_) frameAll();  // now the window knows its size
    keys();
    mouse();
    steer();
    session_.advance(dt);
    follow(dt);
    focus();
    scene();
    panels();
    const bool wanted = !options_.screenshot.empty() && (last || window_.pressed(GLFW_KEY_F12));
    Image picture;
    window_.endFrame(wanted ? &picture : nullptr);
    return wanted ? writePng(options_.screenshot, picture) : Result<void>();
  }

 private:
  Vec3 forward() const { return rotate(session_.worldFromModel().rotation, session_.rig().axes.forward); }

  /// The figure stands in the middle of what the panels leave free.
  Camera camera() const {
    Camera camera = orbit_.camera(forward(), {0, 1, 0});
    camera.shiftX = column_ / static_cast<float>(std::max(window_.width(), 1));
    camera.shiftY = strip() / static_cast<float>(std::max(window_.height(), 1));
    return camera;
  }

  /// Pixels that the strip takes from the picture. Kept free before the first fall, so that the figure does not jump.
  float strip() const { return session_.manikin() == nullptr ? 0 : kStrip; }

  void frameAll() {
    const Bounds bounds = boundsOf(subjectOf(session_.asset(), session_.rig(), session_.manikin(), session_.worldFromJoint()), data_);
    framed_ = window_.height() > 0;
    orbit_.target = bounds.center();
    const auto width = static_cast<float>(std::max(window_.width(), 1)), height = static_cast<float>(std::max(window_.height(), 1));
    const float free = std::clamp(std::min(height - strip(), width - column_) / height, 0.3f, 1.0f);
    orbit_.distance = 1.6f * length(bounds.high - bounds.low) / free;
  }

  void keys() {
    if (ImGui::GetIO().WantCaptureKeyboard) return;
    const auto pressed = [this](int key) { return window_.pressed(key); };
    if (pressed(GLFW_KEY_SPACE)) session_.playing = !session_.playing;
    if (pressed(GLFW_KEY_PERIOD)) session_.stepOnce();
    if (pressed(GLFW_KEY_F)) desk_.focus = desk_.selected;
    if (session_.stroll() != nullptr) {
      if (pressed(GLFW_KEY_R)) session_.walk();  // the other letters steer
    } else {
      if (pressed(GLFW_KEY_C)) session_.act();
      if (pressed(GLFW_KEY_D)) session_.drop(desk_.dropHeight);
      if (pressed(GLFW_KEY_A)) frameAll();
      if (pressed(GLFW_KEY_R)) session_.actor() != nullptr ? session_.act() : session_.toPose();
    }
    if (Actor* actor = session_.actor()) {
      if (pressed(GLFW_KEY_K)) actor->character().knockOut();
      if (pressed(GLFW_KEY_G)) actor->character().options.getsUp = !actor->character().options.getsUp;
      if (pressed(GLFW_KEY_L)) actor->goLimp();
      if (pressed(GLFW_KEY_O)) actor->followAll();
      if (pressed(GLFW_KEY_H)) desk_.ghost = !desk_.ghost;
    }
    for (int i = 0; i < static_cast<int>(kLayerCount); ++i) {
      if (pressed(GLFW_KEY_1 + i)) desk_.layers.toggle(static_cast<Layer>(i));
    }
  }

  /// What is held down, for a walk; a panel that takes the keyboard, or another window, takes it from the walker.
  void steer() {
    const auto held = [this](int key) { return window_.held(key); };
    session_.controls = {.throttleUp = held(GLFW_KEY_W),
                         .throttleDown = held(GLFW_KEY_S),
                         .throttleZero = held(GLFW_KEY_X),
                         .stickLeft = held(GLFW_KEY_A),
                         .stickRight = held(GLFW_KEY_D),
                         .twistLeft = held(GLFW_KEY_Q),
                         .twistRight = held(GLFW_KEY_E),
                         .focused = window_.focused() && !ImGui::GetIO().WantTextInput};
  }

  /// The camera goes where the character goes; behind a walker it turns with it, a little late.
  void follow(float dt) {
    const Transform place = session_.place();
    if (shown_ != session_.drive()) {
      // A walk is seen from behind and without what lies inside the body; whoever ends it sees all of that again.
      const bool walked = shown_ == Drive::walk, walks = session_.drive() == Drive::walk;
      shown_ = session_.drive();
      place_ = place;
      turned_ = headingOf(place);
      if (!walked && !walks) return;
      desk_.layers = walks ? LayerSet::plain() : LayerSet::usual();
      orbit_.yaw = walks ? kPi + turned_ - 0.35f : Orbit{}.yaw;
      orbit_.pitch = walks ? 0.3f : Orbit{}.pitch;
      frameAll();
      if (walks) orbit_.distance *= 1.8f;
      return;
    }
    orbit_.target += place.translation - place_.translation;
    place_ = place;
    if (session_.stroll() == nullptr) return;
    constexpr float kHalflife = 0.3f;  // s
    const float left = std::remainder(headingOf(place) - turned_, 2 * kPi) * (1 - std::exp2(-dt / kHalflife));
    turned_ += left;
    orbit_.yaw += left;
  }

  /// rad about up, from where the camera's yaw counts.
  float headingOf(const Transform& place) const {
    const Vec3 ahead = rotate(place.rotation, session_.rig().axes.forward), zero = forward();
    return std::atan2(dot(cross(zero, ahead), Vec3{0, 1, 0}), dot(zero, ahead));
  }

  void mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.MouseDown[0]) {
      // A press that never moved is a push along the view.
      if (grab_ && !pulled_) {
        const Camera view = camera();
        session_.push(grab_->part, grab_->point, normalized(view.target - view.eye) * desk_.pushImpulse);
      }
      if (grab_) session_.endDrag();
      grab_.reset();
    }
    if (io.WantCaptureMouse) return;
    orbit_.approach(io.MouseWheel);
    if (io.MouseDown[1] && io.KeyShift) orbit_.slide(camera(), io.MouseDelta.x, io.MouseDelta.y, static_cast<float>(window_.height()));
    if (io.MouseDown[1] && !io.KeyShift) orbit_.turn(io.MouseDelta.x, io.MouseDelta.y);

    const Camera view = camera();
    const Ray ray = rayThrough(view, io.MousePos.x, io.MousePos.y, window_.width(), window_.height());
    if (ImGui::IsMouseClicked(0)) {
      pulled_ = false;
      if (const auto hit = session_.pick(ray.from, ray.to)) {
        grab_ = hit;
        desk_.selected = hit->part;
        grabPart_ = inverse(session_.worldFromPart()[hit->part]) * hit->point;
        grabDepth_ = dot(hit->point - view.eye, normalized(view.target - view.eye));
      }
    }
    if (grab_ && io.MouseDown[0]) {
      pulled_ = pulled_ || ImGui::IsMouseDragging(0, 6);
      // Under the mouse, as deep as where it was grabbed.
      const Vec3 direction = ray.to - ray.from;
      const float depth = dot(direction, normalized(view.target - view.eye));
      if (pulled_) session_.drag(grab_->part, grabPart_, view.eye + direction * (grabDepth_ / depth));
    }
  }

  void focus() {
    if (!desk_.focus || session_.manikin() == nullptr) return;
    const Part& part = session_.manikin()->parts[*desk_.focus];
    orbit_.target = session_.worldFromPart()[*desk_.focus] * part.center;
    orbit_.distance = 8 * part.length();
    desk_.focus.reset();
  }

  void scene() {
    const Rig& rig = session_.rig();
    Canvas canvas;
    ground(canvas);
    drawSkeleton(canvas, rig, session_.worldFromJoint());
    if (session_.manikin() != nullptr) drawManikin(canvas, *session_.manikin(), session_.worldFromPart());
    if (session_.drive() == Drive::bodies) contacts(canvas, *session_.world());
    if (session_.drive() == Drive::walk) bumps(canvas);
    const Actor* actor = session_.actor();
    std::vector<Transform> ghost;
    if (actor != nullptr) {
      contacts(canvas, session_.actor()->world());
      actor->drawReaches(canvas);
      if (desk_.ghost) ghost = actor->animated();
    }
    for (std::size_t j = 0; j < ghost.size(); ++j) {
      const std::int32_t parent = rig.joints[j].parent;
      canvas.layer(Layer::skeleton);
      if (parent >= 0) canvas.line(ghost[static_cast<std::size_t>(parent)].translation, ghost[j].translation, {0.2f, 0.9f, 1, 1});
    }
    if (window_.width() <= 0 || window_.height() <= 0) return;  // minimised
    renderer_.begin(camera(), window_.width(), window_.height());
    level();
    if (desk_.layers.has(Layer::mesh)) {
      renderer_.model(model_, skinMatrices(rig, session_.worldFromJoint()), desk_.layers.has(Layer::colliders) ? desk_.meshOpacity : 1.0f);
      if (!ghost.empty()) renderer_.model(model_, skinMatrices(rig, ghost), 0.25f);
    }
    renderer_.canvas(canvas, desk_.layers);
  }

  /// The floor's squares stay where they are while the character walks over them.
  void ground(Canvas& canvas) {
    const float size = std::max(session_.rig().stature, 0.1f) * (session_.stroll() != nullptr ? 6.0f : 1.5f);
    const float square = roundLength(size);
    const Vec3 at = session_.place().translation - session_.worldFromModel().translation;
    const Vec3 center{square * std::round(at.x / square), 0.002f * session_.rig().stature, square * std::round(at.z / square)};
    if (Stroll* stroll = session_.stroll()) drawLevel(canvas, stroll->level(), stroll->levelState());
    drawGround(canvas, center, {0, 1, 0}, forward(), size);
  }

  void level() {
    Stroll* stroll = session_.stroll();
    if (stroll == nullptr) return;
    if (shadow_ == nullptr) shadow_ = std::make_unique<Model>(Asset{}, shadowData(shadowProxyOf(stroll->walker().kind().volume)));
    level_.draw(renderer_, stroll->level(), stroll->levelState());
    LevelScene::shadow(renderer_, *shadow_, stroll->frame().shadow);
  }

  /// What a walker touched in the last frame.
  void bumps(Canvas& canvas) {
    canvas.layer(Layer::contacts);
    for (const WalkEvent& event : session_.stroll()->events()) {
      const Vec3 middle = session_.worldFromPart().front().translation;
      const Color color = event.type == WalkEventType::crashed ? Color{1, 0.2f, 0.1f, 1} : Color{1, 0.2f, 0.6f, 1};
      canvas.line(middle - event.normal * 0.6f, middle, color);
    }
  }

  static void contacts(Canvas& canvas, const World& world) {
    canvas.layer(Layer::contacts);
    for (const Contact& contact : world.contacts()) {
      canvas.line(contact.point, contact.point + contact.normal * (0.02f + 0.002f * contact.impulse), {1, 0.2f, 0.6f, 1});
    }
  }

  void panels() {
    const auto width = static_cast<float>(window_.width()), height = static_cast<float>(window_.height());
    if (width < 400 || height < 2 * kStrip) return;  // too small for anything but the figure
    ImGui::SetNextWindowPos(ImVec2(kMargin, kMargin));
    ImGui::SetNextWindowSize(ImVec2(kColumn, 0), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSizeConstraints(ImVec2(300, height - 2 * kMargin), ImVec2(0.5f * width, height - 2 * kMargin));
    ImGui::Begin("Sinew");
    column_ = ImGui::IsWindowCollapsed() ? 0 : kMargin + ImGui::GetWindowWidth();
    ImGui::PushItemWidth(-kLabel);
    for (const auto& panel : panels_) {
      if (panel->place() != Place::column || !panel->concerns(session_.drive())) continue;
      if (ImGui::CollapsingHeader(std::string(panel->title()).c_str(), ImGuiTreeNodeFlags_DefaultOpen)) {
        ImGui::PushID(panel.get());
        panel->draw(desk_);
        ImGui::PopID();
      }
    }
    ImGui::PopItemWidth();
    ImGui::End();

    if (session_.history().size() < 2) return;
    const float left = column_ + kMargin;
    ImGui::SetNextWindowPos(ImVec2(left, height - kStrip));
    ImGui::SetNextWindowSize(ImVec2(width - left - kMargin, kStrip - kMargin));
    ImGui::Begin("strip", nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
    for (const auto& panel : panels_) {
      if (panel->place() == Place::strip) panel->draw(desk_);
    }
    ImGui::End();
  }

  static constexpr float kMargin = 8, kColumn = 370, kStrip = 150;  ///< pixels
  static constexpr float kLabel = 150;                              ///< pixels kept for the name beside a slider

  Session& session_;
  Window& window_;
  const LiveOptions& options_;
  Desk desk_;
  std::vector<std::unique_ptr<Panel>> panels_;
  Renderer renderer_;
  ModelData data_;
  Model model_;
  Orbit orbit_;
  std::optional<Session::Pick> grab_;
  LevelScene level_;
  std::unique_ptr<Model> shadow_;  ///< of the walker
  Drive shown_ = Drive::pose;
  Transform place_;   ///< of the character in the last frame
  float turned_ = 0;  ///< rad, heading that the camera has followed
  bool framed_ = false;
  bool pulled_ = false;
  Vec3 grabPart_;
  float grabDepth_ = 0;
  float column_ = kMargin + kColumn;  ///< pixels that the column covers
};

}  // namespace

Result<void> runLive(Session& session, const LiveOptions& options) {
  Result<std::unique_ptr<Window>> window = Window::open(options.width, options.height, "Sinew: " + session.rig().file);
  if (!window) return Failure(window.error());
  Live live(session, **window, options);

  auto last = std::chrono::steady_clock::now();
  for (int frame = 0; !(*window)->closing() && (options.frames == 0 || frame < options.frames); ++frame) {
    const auto now = std::chrono::steady_clock::now();
    const std::optional<int> left = options.frames == 0 ? std::nullopt : std::optional(options.frames - 1 - frame);
    if (Result<void> drawn = live.frame(std::chrono::duration<float>(now - last).count(), left); !drawn) return drawn;
    last = now;
  }
  return {};
}

}  // namespace sinew::view
