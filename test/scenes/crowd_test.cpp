#include <gtest/gtest.h>

#include <sinew/ragdoll/penetration.h>
#include <sinew/ragdoll/ragdoll.h>

#include "scenes/crowd_observer.h"
#include "scenes/crowd_run.h"
#include "support/fitted.h"

namespace sinew::scenes {
namespace {

constexpr CrowdScene kScenes[] = {CrowdScene::spread, CrowdScene::pile, CrowdScene::terrain, CrowdScene::thrown};

const Manikin& figure() {
  static const Manikin manikin = test::fitFigure("@figure").manikin;
  return manikin;
}

std::unique_ptr<World> makeWorld(std::string_view name = "crowd") {
  Result<std::unique_ptr<World>> world = createWorld(name);
  EXPECT_TRUE(world);
  return world ? std::move(*world) : nullptr;
}

TEST(CrowdScene, NamesGoBothWays) {
  for (const CrowdScene scene : kScenes) EXPECT_EQ(crowdSceneFromName(nameOf(scene)), scene);
  EXPECT_EQ(crowdSceneFromName("thrown"), std::nullopt);
  EXPECT_EQ(crowdSceneFromName(""), std::nullopt);
}

TEST(CrowdScene, NobodyStartsInAnotherOrInTheGround) {
  for (const char* spec : {"@figure", "@quadruped"}) {
    const Manikin manikin = test::fitFigure(spec).manikin;
    for (const CrowdScene scene : kScenes) {
      for (const int count : {1, 21}) {
        const CrowdPlan plan{.scene = scene, .drive = CrowdDrive::limp, .count = count, .seed = 5};
        const std::unique_ptr<World> world = makeWorld();
        const Result<Crowd> crowd = buildCrowd(*world, manikin, plan);
        ASSERT_TRUE(crowd);
        ASSERT_EQ(crowd->characters.size(), static_cast<std::size_t>(count));
        CrowdObserver observer(*world, manikin, *crowd);
        observer.observe(CrowdObserver::Phase::early, 0);
        const CrowdMeasures start = observer.finish();
        const std::string what = std::string(spec) + " " + std::string(nameOf(scene)) + " " + std::to_string(count);
        EXPECT_LE(start.other.worstPeak, 0) << what;
        EXPECT_LE(start.ground.worstPeak, 1e-4f) << what;
        EXPECT_LE(start.separation.worstPeak, 1e-4f) << what;
        EXPECT_LE(start.self.worstPeak, 1e-4f) << what;
      }
    }
  }
}

TEST(CrowdScene, OneInTenFliesAtTwentyMetresASecond) {
  const CrowdPlan plan{.scene = CrowdScene::thrown, .drive = CrowdDrive::limp, .count = 25, .seed = 0};
  const std::vector<CrowdStart> starts = crowdStarts(figure(), plan, nullptr);
  int flying = 0;
  for (const CrowdStart& start : starts) {
    const float speed = length(start.velocity);
    EXPECT_TRUE(speed == 0 || std::abs(speed - kThrowSpeed) < 1e-3f) << speed;
    flying += speed > 0 ? 1 : 0;
  }
  EXPECT_EQ(flying, 3);
}

TEST(CrowdScene, TheTenthArrives) {
  // What flies hits those who stand: their overlap says that they met, and somebody in the rows moves on with it.
  const std::unique_ptr<World> world = makeWorld();
  const CrowdPlan plan{.scene = CrowdScene::thrown, .drive = CrowdDrive::powered, .count = 10, .seed = 1};
  const Result<Crowd> crowd = buildCrowd(*world, figure(), plan);
  ASSERT_TRUE(crowd);
  float fastest = 0;
  for (int i = 0; i < 30; ++i) {
    world->step(1.0f / 60);
    for (std::size_t c = 0; c < 9; ++c) {
      BodyState state;
      world->getStates(world->bodiesOf(crowd->characters[c]).subspan(0, 1), {&state, 1});
      fastest = std::max(fastest, state.linearVelocity.z);
    }
  }
  EXPECT_GT(fastest, 2) << "m/s";
}

TEST(CrowdScene, TheSameSeedTheSameCrowdAndAnotherOneAnother) {
  const auto hash = [](std::uint64_t seed, int count) {
    const std::unique_ptr<World> world = makeWorld();
    EXPECT_TRUE(buildCrowd(*world, figure(), {.scene = CrowdScene::spread, .drive = CrowdDrive::limp, .count = count, .seed = seed}));
    for (int i = 0; i < 20; ++i) world->step(1.0f / 60);
    return world->stateHash();
  };
  EXPECT_EQ(hash(3, 8), hash(3, 8));
  EXPECT_NE(hash(3, 8), hash(4, 8));
}

TEST(CrowdScene, MotorsHoldThePose) {
  for (const CrowdDrive drive : {CrowdDrive::limp, CrowdDrive::powered}) {
    const std::unique_ptr<World> world = makeWorld();
    const Result<Crowd> crowd = buildCrowd(*world, figure(), {.scene = CrowdScene::spread, .drive = drive, .count = 1, .seed = 0});
    ASSERT_TRUE(crowd);
    for (int i = 0; i < 90; ++i) world->step(1.0f / 60);
    // The limp body lies at every angle; the powered one keeps those of its bind pose, but for what the fall costs.
    const std::span<const JointId> joints = world->jointsOf(crowd->characters[0]);
    std::vector<JointState> states(joints.size());
    world->jointStates(joints, states);
    float largest = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) largest = std::max(largest, length(states[j].motorTorque));
    EXPECT_EQ(largest > 0, drive == CrowdDrive::powered);
  }
}

TEST(CrowdScene, ACountOutOfRangeIsRefused) {
  for (const int count : {0, -1, kLargestCrowd + 1}) {
    const std::unique_ptr<World> world = makeWorld();
    const Result<Crowd> crowd =
        buildCrowd(*world, figure(), {.scene = CrowdScene::spread, .drive = CrowdDrive::limp, .count = count, .seed = 0});
    ASSERT_FALSE(crowd) << count;
    EXPECT_EQ(crowd.error().code, ErrorCode::usage);
  }
  const std::unique_ptr<World> world = makeWorld();
  EXPECT_FALSE(runCrowd(*world, figure(), {}, {.steps = 0, .dt = 1.0f / 60, .watch = {}}));
  EXPECT_FALSE(runCrowd(*world, figure(), {}, {.steps = 1, .dt = std::nanf(""), .watch = {}}));
}

TEST(CrowdRun, EveryWorldRunsEveryScene) {
  for (const std::string_view name : worldNames()) {
    for (const CrowdScene scene : kScenes) {
      const std::unique_ptr<World> world = makeWorld(name);
      const Result<CrowdRun> run = runCrowd(*world, figure(), {.scene = scene, .drive = CrowdDrive::limp, .count = 10, .seed = 2},
                                            {.steps = 45, .dt = 1.0f / 60, .watch = {}});
      ASSERT_TRUE(run) << name << " " << nameOf(scene);
      EXPECT_EQ(run->measures.nonFinite, 0u) << name << " " << nameOf(scene);
      EXPECT_GT(run->stepMicroseconds, 0);
      EXPECT_NE(run->hash, 0u);
      EXPECT_LT(run->measures.separation.worstPeak, 0.15f) << name << " " << nameOf(scene);
      if (run->builtBytes) {
        EXPECT_GT(*run->builtBytes, 10u * 16 * sizeof(BodyState)) << "sixteen bodies a character take at least their state";
      }
    }
  }
}

TEST(CrowdRun, AnErrorOfTheWatcherEndsIt) {
  const std::unique_ptr<World> world = makeWorld();
  int calls = 0;
  const auto watch = [&](const Crowd&, int step) -> Result<void> {
    ++calls;
    if (step == 3) return fail(ErrorCode::io, "frame", "cannot be written");
    return {};
  };
  const Result<CrowdRun> run = runCrowd(*world, figure(), {.scene = CrowdScene::spread, .drive = CrowdDrive::limp, .count = 1, .seed = 0},
                                        {.steps = 10, .dt = 1.0f / 60, .watch = watch});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().place, "frame");
  EXPECT_EQ(calls, 4);
}

TEST(CrowdRun, ABodyThatCameApartIsAFailure) {
  CrowdMeasures measures;
  measures.separation.worstRest = 0.17f;
  EXPECT_TRUE(judgeCrowd(measures, 1.75f).empty());
  measures.separation.worstRest = 0.18f;
  const Findings apart = judgeCrowd(measures, 1.75f);
  ASSERT_EQ(apart.size(), 1u);
  EXPECT_EQ(apart[0].rule, "crowd.apart");
  EXPECT_EQ(apart[0].severity, Severity::failure);
  measures.nonFinite = 3;
  const Findings burst = judgeCrowd(measures, 1.75f);
  ASSERT_EQ(burst.size(), 1u);
  EXPECT_EQ(burst[0].rule, "crowd.finite");
}

TEST(CrowdObserver, SeesWhatIsWrong) {
  // Two characters put into each other, one sunk into the ground, one joint torn open: each measure finds its own.
  const std::unique_ptr<World> world = makeWorld();
  const Result<Crowd> crowd = buildCrowd(*world, figure(), {.scene = CrowdScene::spread, .drive = CrowdDrive::limp, .count = 4, .seed = 0});
  ASSERT_TRUE(crowd);
  const auto place = [&](std::size_t character, const Vec3& by, std::size_t from) {
    const std::span<const BodyId> bodies = world->bodiesOf(crowd->characters[character]);
    std::vector<BodyState> states(bodies.size());
    world->getStates(world->bodiesOf(crowd->characters[from]), states);
    for (BodyState& state : states) state.worldFromBody.translation += by;
    world->setStates(bodies, states);
  };
  CrowdObserver before(*world, figure(), *crowd);
  before.observe(CrowdObserver::Phase::late, 0);
  EXPECT_EQ(before.finish().other.worstPeak, 0);
  EXPECT_EQ(before.finish().ground.worstPeak, 0);

  place(1, {}, 0);
  const CrowdMeasures same = [&] {
    CrowdObserver observer(*world, figure(), *crowd);
    observer.observe(CrowdObserver::Phase::late, 0);
    return observer.finish();
  }();
  float widest = 0;
  for (const Part& part : figure().parts) widest = std::max(widest, 2 * part.radius);
  EXPECT_GT(same.other.worstRest, 0.9f * widest);
  EXPECT_EQ(same.ground.worstRest, 0);

  std::vector<BodyState> states(figure().parts.size());
  world->getStates(world->bodiesOf(crowd->characters[2]), states);
  float lowest = 1e9f;
  for (std::size_t i = 0; i < states.size(); ++i) lowest = std::min(lowest, lowestPoint(figure().parts[i], states[i].worldFromBody));
  place(2, {0, -lowest - 0.05f, 0}, 2);
  BodyState hand;
  const BodyId torn = world->bodiesOf(crowd->characters[3]).back();
  world->getStates({&torn, 1}, {&hand, 1});
  hand.worldFromBody.translation.y += 0.25f;
  world->setStates({&torn, 1}, {&hand, 1});
  CrowdObserver after(*world, figure(), *crowd);
  after.observe(CrowdObserver::Phase::late, 0);
  EXPECT_NEAR(after.finish().ground.worstRest, 0.05f, 1e-4f);
  EXPECT_NEAR(after.finish().separation.worstRest, 0.25f, 1e-3f);
}

TEST(Terrain, IsClosedAndFacesUp) {
  const Terrain terrain(60, 0.3f, 8);
  EXPECT_EQ(terrain.triangles().size(), 3u * 100352);
  for (std::size_t t = 0; t < terrain.triangles().size(); t += 3) {
    const Vec3 &a = terrain.vertices()[terrain.triangles()[t]], &b = terrain.vertices()[terrain.triangles()[t + 1]],
               &c = terrain.vertices()[terrain.triangles()[t + 2]];
    ASSERT_GT(cross(b - a, c - a).y, 0);
  }
  for (const Vec3& vertex : terrain.vertices()) ASSERT_NEAR(terrain.heightAt(vertex.x, vertex.z), vertex.y, 1e-3f);
}

TEST(Terrain, DepthIsThatOfTheSurface) {
  // A ball put anywhere over the hills along the normal: depth and clearance are what they were made to be.
  const Terrain terrain(40, 0.3f, 8);
  Part part;
  part.shape = ShapeType::sphere;
  part.radius = 0.1f;
  for (std::size_t i = 0; i < 200; ++i) {
    const std::size_t t = 3 * ((i * 499 + 31) % (terrain.triangles().size() / 3));
    const Vec3 &a = terrain.vertices()[terrain.triangles()[t]], &b = terrain.vertices()[terrain.triangles()[t + 1]],
               &c = terrain.vertices()[terrain.triangles()[t + 2]];
    const Vec3 middle = (a + b + c) / 3.0f, normal = normalized(cross(b - a, c - a));
    for (const float depth : {-0.02f, 0.01f, 0.04f, 0.12f}) {
      const Transform at{{}, middle + normal * (part.radius - depth)};
      EXPECT_NEAR(terrain.depthOf(part, at), std::max(depth, 0.0f), 2e-3f) << i << " " << depth;
    }
  }
}

}  // namespace
}  // namespace sinew::scenes
