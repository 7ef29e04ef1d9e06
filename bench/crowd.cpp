// The crowd solver against Bullet on the same work in one run: microseconds per character-step and what the solution is worth.
//
//     bench_crowd [--count 64] [--steps 300] [--scene spread|pile|terrain|asleep] [--powered] [--world crowd|bullet|both]
//                 [--substeps 8] [--iterations 4] [--width 0|1|4|8|16] [--workers 1]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include <tbb/global_control.h>

#include <sinew/base/random.h>
#include <sinew/physics/angles.h>

#include "physics/conformance.h"
#include "physics/crowd/create.h"

namespace sinew::bench {
namespace {

struct Options {
  std::string scene = "spread", world = "both";
  int count = 64, steps = 300, substeps = 8, iterations = 4, width = 0, workers = 1;
  bool powered = false;
};

double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

/// Where character i starts: on a grid of 4 m, turned at random, or in piles of ten.
Transform start(const Options& options, int i) {
  Random random{1234567u + 7919u * static_cast<std::uint64_t>(i)};
  random.next();
  const bool pile = options.scene == "pile";
  const int places = pile ? (options.count + 9) / 10 : options.count, place = pile ? i / 10 : i;
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(places))));
  const Vec3 base{4 * static_cast<float>(place % side), 0, 4 * static_cast<float>(place / side)};
  if (pile) {
    const Quat lying = axisAngle(Vec3{0, 1, 0}, random.range(0, 2 * kPi)) * axisAngle(Vec3{1, 0, 0}, i % 2 == 0 ? kPi / 2 : -kPi / 2);
    return {lying, base + Vec3{random.range(-0.1f, 0.1f), 0.6f + 0.6f * static_cast<float>(i % 10), random.range(-0.1f, 0.1f)} -
                       rotate(lying, Vec3{0, 1, 0})};
  }
  const Quat turned = normalized(Quat{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)});
  return {turned, base + Vec3{0, 2.2f + random.unit(), 0} - rotate(turned, Vec3{0, 0.9f, 0})};
}

void ground(World& world, const Options& options) {
  if (options.scene != "terrain") {
    if (!world.createPlane({0, 1, 0}, 0, {0.5f, 0})) std::abort();
    return;
  }
  // 100,000 triangles of gentle hills.
  constexpr std::uint32_t kSide = 225;
  std::vector<float> heights;
  for (std::uint32_t row = 0; row < kSide; ++row) {
    for (std::uint32_t column = 0; column < kSide; ++column) {
      heights.push_back(0.3f * std::sin(0.35f * static_cast<float>(row)) * std::cos(0.4f * static_cast<float>(column)));
    }
  }
  if (!world.createHeightField(heights, kSide, 0.5f, {-20, 0, -20}, {0.5f, 0})) std::abort();
}

void run(std::unique_ptr<World> world, const Options& options, const char* name) {
  ground(*world, options);
  std::vector<ArticulationId> characters;
  for (int i = 0; i < options.count; ++i) {
    const auto made = world->createArticulation(doll(start(options, i)));
    if (!made) std::abort();
    characters.push_back(*made);
    for (const JointId joint : world->jointsOf(*made)) {
      const MotorTarget motor{joint, 2, 1, 60, {}, {}};
      if (options.powered) world->setMotors({&motor, 1});
    }
  }
  if (options.scene == "asleep") {
    for (const ArticulationId id : characters) world->sleep(world->bodiesOf(id));
  }

  std::uint64_t burst = 0;
  double spent = 0, separation[2] = {}, misaligned[2] = {}, overshoot[2] = {}, sunk[2] = {}, touching[2] = {};
  std::vector<JointState> joints;
  for (int step = 0; step < options.steps; ++step) {
    const double before = now();
    burst += world->step(1.0f / 60).nonFinite;
    spent += now() - before;
    const bool late = step >= 2 * options.steps / 3;
    if (options.scene == "asleep") continue;
    const auto note = [late](double* values, double value) {
      values[0] = std::max(values[0], value);
      if (late) values[1] = std::max(values[1], value);
    };
    for (const ArticulationId id : characters) {
      joints.resize(world->jointsOf(id).size());
      world->jointStates(world->jointsOf(id), joints);
      for (const JointState& now : joints) {
        note(separation, 1000 * static_cast<double>(now.separation));
        note(misaligned, static_cast<double>(degrees(now.misalignment)));
        note(overshoot, static_cast<double>(degrees(now.overshoot)));
      }
    }
    for (const Contact& contact : world->contacts()) note(contact.b ? touching : sunk, 1000 * static_cast<double>(contact.depth));
  }
  if (burst > 0) std::printf("%llu parts burst\n", static_cast<unsigned long long>(burst));
  int asleep = 0;
  for (const ArticulationId id : characters) asleep += world->asleep(world->bodiesOf(id)[0]) ? 1 : 0;
  std::printf(
      "%-8s %-8s %5d%s sub %d it %d  us %8.3f  separation mm %7.2f %6.3f  misaligned %6.2f %5.2f  overshoot %6.2f %5.2f  ground mm %6.1f "
      "%5.1f  bodies mm %6.1f %5.1f  asleep %d/%d\n",
      name, options.scene.c_str(), options.count, options.powered ? " powered" : "", options.substeps, options.iterations,
      spent / options.steps / options.count, separation[0], separation[1], misaligned[0], misaligned[1], overshoot[0], overshoot[1],
      sunk[0], sunk[1], touching[0], touching[1], asleep, options.count);
  std::fflush(stdout);
}

}  // namespace
}  // namespace sinew::bench

int main(int count, char** values) {
  using namespace sinew;
  bench::Options options;
  for (int i = 1; i < count; ++i) {
    const std::string name = values[i];
    if (name == "--powered") {
      options.powered = true;
      continue;
    }
    const char* value = i + 1 < count ? values[++i] : "";
    if (name == "--count")
      options.count = std::atoi(value);
    else if (name == "--steps")
      options.steps = std::atoi(value);
    else if (name == "--scene")
      options.scene = value;
    else if (name == "--world")
      options.world = value;
    else if (name == "--substeps")
      options.substeps = std::atoi(value);
    else if (name == "--iterations")
      options.iterations = std::atoi(value);
    else if (name == "--width")
      options.width = std::atoi(value);
    else if (name == "--workers")
      options.workers = std::atoi(value);
    else
      return std::fprintf(stderr, "unknown option %s\n", name.c_str()), 2;
  }
  const tbb::global_control workers(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(options.workers));
  WorldDef def;
  def.substeps = options.substeps;
  def.iterations = options.iterations;
  if (options.scene != "asleep") def.sleepTime = 1e6f;
  if (options.world != "bullet")
    bench::run(options.width == 0 ? *createWorld("crowd", def) : createCrowdWorld(def, options.width), options, "crowd");
  if (options.world != "crowd") bench::run(*createWorld("bullet", def), options, "bullet");
  return 0;
}
