// What one frame of the live window costs without OpenGL, against the bar of 2 ms for one character: a step of physics, the pose recovered,
// everything drawn into a canvas, matrices for the skin.

#include <benchmark/benchmark.h>

#include <sinew/asset/read.h>
#include <sinew/manikin/draw.h>
#include <sinew/manikin/fit.h>
#include <sinew/rig/draw.h>

#include "view/canvas.h"
#include "view/model.h"
#include "view/session.h"
#include "view/studio.h"

namespace sinew::bench {
namespace {

/// A figure in the window.
std::unique_ptr<view::Session> sessionOf(std::string_view world) {
  Asset asset = *readAsset("@figure");
  Rig rig = *buildRig(asset);
  Manikin manikin = *fitManikin(rig, mapRoles(rig));
  return std::move(*view::Session::create(std::move(asset), std::move(rig), std::move(manikin), {}, world));
}

/// A step, and all that is drawn of it short of GL.
void frames(benchmark::State& state, view::Session& session) {
  for (auto _ : state) {
    session.stepOnce();
    view::Canvas canvas;
    drawSkeleton(canvas, session.rig(), session.worldFromJoint());
    drawManikin(canvas, *session.manikin(), session.worldFromPart());
    benchmark::DoNotOptimize(view::skinMatrices(session.rig(), session.worldFromJoint()));
    benchmark::DoNotOptimize(canvas.lines(Layer::colliders).data());
  }
}

void frame(benchmark::State& state) {
  const auto session = sessionOf("bullet");
  session->drop(1);
  frames(state, *session);
}
BENCHMARK(frame)->Unit(benchmark::kMillisecond)->Iterations(120);

/// The same of a character that plays with its body, or walks: bodies, clips, feet, everything drawn.
void actorFrame(benchmark::State& state) {
  const auto session = sessionOf(kDefaultWorld);
  session->act();
  session->actor()->goLimp();
  frames(state, *session);
}
BENCHMARK(actorFrame)->Unit(benchmark::kMillisecond)->Iterations(120);

/// Three views of 50,000 triangles, loading among them, against the bar of 3 s without a graphics card: the fine figure and enough of it
/// once more.
void threeViews(benchmark::State& state) {
  const Asset asset = *readAsset("@figure:fine");
  const Rig rig = *buildRig(asset);
  const Manikin manikin = *fitManikin(rig, mapRoles(rig));
  const auto studio = std::move(*view::Studio::create());
  const view::Subject subject = view::subjectOf(asset, rig, &manikin);
  std::size_t triangles = 0;
  for (auto _ : state) {
    triangles = 0;
    while (triangles < 50000) {
      studio->load(asset, rig);
      triangles += studio->data().indices.size() / 3;
      benchmark::DoNotOptimize(studio->shootAll(subject, {}));
    }
  }
  state.counters["triangles"] = static_cast<double>(triangles);
}
BENCHMARK(threeViews)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace sinew::bench
