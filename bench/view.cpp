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

namespace sinew::bench {
namespace {

void frame(benchmark::State& state) {
  Asset asset = *readAsset("@figure");
  Rig rig = *buildRig(asset);
  Manikin manikin = *fitManikin(rig, mapRoles(rig));
  const auto session = std::move(*view::Session::create(std::move(asset), std::move(rig), std::move(manikin), {}, "bullet"));
  session->drop(1);
  for (auto _ : state) {
    session->stepOnce();
    view::Canvas canvas;
    drawSkeleton(canvas, session->rig(), session->worldFromJoint());
    drawManikin(canvas, *session->manikin(), session->worldFromPart());
    benchmark::DoNotOptimize(view::skinMatrices(session->rig(), session->worldFromJoint()));
    benchmark::DoNotOptimize(canvas.lines(Layer::colliders).data());
  }
}
BENCHMARK(frame)->Unit(benchmark::kMillisecond)->Iterations(120);

}  // namespace
}  // namespace sinew::bench
