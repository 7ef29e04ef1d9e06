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
#include <unordered_map>
#include <vector>

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

/// The largest value of each character, in all and in the last third: the 99th percentile of characters, and the worst.
class Watch {
 public:
  explicit Watch(int count) : peak_(static_cast<std::size_t>(count)), rest_(static_cast<std::size_t>(count)) {}
  void note(std::size_t character, bool late, float value) {
    peak_[character] = std::max(peak_[character], value);
    if (late) rest_[character] = std::max(rest_[character], value);
  }
  void print(const char* name) {
    std::sort(peak_.begin(), peak_.end());
    std::sort(rest_.begin(), rest_.end());
    const std::size_t at = peak_.size() - 1 - peak_.size() / 100;
    std::printf("    %-15s peak %8.2f (worst %8.2f)   rest %8.3f (worst %8.3f)\n", name, static_cast<double>(peak_[at]),
                static_cast<double>(peak_.back()), static_cast<double>(rest_[at]), static_cast<double>(rest_.back()));
  }

 private:
  std::vector<float> peak_, rest_;
};

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

  std::unordered_map<std::uint32_t, std::size_t> characterOf;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    for (const BodyId body : world->bodiesOf(characters[i])) characterOf[body.index] = i;
  }

  std::uint64_t burst = 0;
  double spent = 0;
  Watch separation(options.count), misaligned(options.count), overshoot(options.count), sunk(options.count), self(options.count),
      other(options.count);
  std::vector<JointState> joints;
  for (int step = 0; step < options.steps; ++step) {
    const double before = now();
    burst += world->step(1.0f / 60).nonFinite;
    spent += now() - before;
    const bool late = step >= 2 * options.steps / 3;
    if (options.scene == "asleep") continue;
    for (std::size_t i = 0; i < characters.size(); ++i) {
      joints.resize(world->jointsOf(characters[i]).size());
      world->jointStates(world->jointsOf(characters[i]), joints);
      for (const JointState& joint : joints) {
        separation.note(i, late, 1000 * joint.separation);
        misaligned.note(i, late, degrees(joint.misalignment));
        overshoot.note(i, late, degrees(joint.overshoot));
      }
    }
    for (const Contact& contact : world->contacts()) {
      const std::size_t a = characterOf[contact.a.index];
      Watch& watch = !contact.b ? sunk : characterOf[contact.b.index] == a ? self : other;
      watch.note(a, late, 1000 * contact.depth);
    }
  }
  if (burst > 0) std::printf("%llu parts burst\n", static_cast<unsigned long long>(burst));
  int asleep = 0;
  for (const ArticulationId id : characters) asleep += world->asleep(world->bodiesOf(id)[0]) ? 1 : 0;
  std::printf("%-7s %-7s %5d%s %2d x %d  us %7.3f  asleep %d/%d\n", name, options.scene.c_str(), options.count,
              options.powered ? " powered" : "", options.substeps, options.iterations, spent / options.steps / options.count, asleep,
              options.count);
  if (options.scene != "asleep") {
    separation.print("separation mm");
    misaligned.print("misaligned deg");
    overshoot.print("overshoot deg");
    sunk.print("ground mm");
    self.print("self mm");
    other.print("other mm");
  }
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
