#include <cstdio>

#include <sinew/base/random.h>

#include "physics/conformance.h"

// What moves farther than its own thickness in a step arrives all the same.

namespace sinew {
namespace {

/// A floor 1 cm thick, a closed mesh of 2 * cells * cells triangles a side, its top at y = 0.
GroundId thinFloor(World& world, std::uint32_t cells, float half) {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> triangles;
  const std::uint32_t side = cells + 1;
  for (const float y : {0.0f, -0.01f}) {
    for (std::uint32_t z = 0; z < side; ++z) {
      for (std::uint32_t x = 0; x < side; ++x) {
        const auto at = [&](std::uint32_t i) { return half * (2 * static_cast<float>(i) / static_cast<float>(cells) - 1); };
        vertices.push_back({at(x), y, at(z)});
      }
    }
  }
  const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, bool top) {
    const std::uint32_t below = top ? 0 : side * side;
    if (top) triangles.insert(triangles.end(), {a, b, c});
    if (!top) triangles.insert(triangles.end(), {below + a, below + c, below + b});
  };
  for (std::uint32_t z = 0; z < cells; ++z) {
    for (std::uint32_t x = 0; x < cells; ++x) {
      const std::uint32_t i = z * side + x;
      for (const bool top : {true, false}) {
        face(i, i + side, i + 1, top);
        face(i + 1, i + side, i + side + 1, top);
      }
    }
  }
  const auto made = world.createMesh(vertices, triangles, {});
  EXPECT_TRUE(made.has_value());
  return made.value_or(GroundId{});
}

Quat anyTurn(Random& random) {
  return normalized(Quat{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)});
}

float lowestCenter(const World& world, ArticulationId id) {
  const auto bodies = world.bodiesOf(id);
  std::vector<BodyState> states(bodies.size());
  world.getStates(bodies, states);
  float lowest = 1e9f;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    lowest = std::min(lowest, (states[i].worldFromBody * world.bodyInfo(bodies[i])->centerOfMass).y);
  return lowest;
}

class Fast : public WorldConformance {};

TEST_P(Fast, FallsAndThrowsDoNotPassAThinMeshFloor) {
  // Drops from 30 m (24 m/s at the ground), throws at 60 m/s down and aslant; each with the settings of few and of many, where
  // a blow at 60 m/s may leave a thin part on the wrong side (docs/crowd.md counts them); the body stays above.
  float lowest = 1e9f;
  for (const bool many : {false, true}) {
    const WorldDef def = many ? crowdSetting() : WorldDef{};
    for (const std::uint32_t cells : {2u, 40u}) {
      make(def);
      thinFloor(*world_, cells, 30);
      std::vector<ArticulationId> all;
      for (int i = 0; i < 18; ++i) {
        Random random{77u + static_cast<std::uint64_t>(i)};
        for (int k = 0; k < 3; ++k) random.next();
        const Quat turned = anyTurn(random);
        const bool drop = i % 3 == 0;
        const Vec3 middle{4 * static_cast<float>(i % 6) - 12, drop ? 30.0f : 3.0f, 4 * static_cast<float>(i / 6) - 4};
        all.push_back(articulation(doll({turned, middle - rotate(turned, Vec3{0, 0.95f, 0})})));
        if (drop) continue;
        const auto bodies = world_->bodiesOf(all.back());
        std::vector<BodyState> states(bodies.size());
        world_->getStates(bodies, states);
        for (BodyState& state : states) state.linearVelocity = i % 3 == 1 ? Vec3{0, -60, 0} : Vec3{12, -58, 6};
        world_->setStates(bodies, states);
      }
      run(4);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const float low = lowestCenter(*world_, all[i]);
        lowest = std::min(lowest, low);
        EXPECT_GT(low, many ? -0.03f : 0.0f) << "fall " << i << " cells " << cells << (many ? " many" : " few");
      }
    }
  }
  std::printf("lowest centre of a part %.3f m\n", static_cast<double>(lowest));
}

TEST_P(Fast, SmallFastBallsDoNotPassAThinMeshFloor) {
  make();
  thinFloor(*world_, 40, 30);
  std::vector<BodyId> all;
  for (int i = 0; i < 40; ++i) {
    all.push_back(body(ball(0.1f, 0.02f, {-20 + static_cast<float>(i) * 1.013f, 5, 0.37f * static_cast<float>(i)})));
    put(all.back(), {state(all.back()).worldFromBody, {static_cast<float>(i % 7) - 3, -60, 1}, {}});
  }
  run(1);
  for (const BodyId id : all) EXPECT_GT(place(id).y, 0);
}

TEST_P(Fast, BodiesAt20MetresASecondHitEachOther) {
  // A ball at a ball, at a plate 4 cm thick, and at a doll's chest: the speed of approach is gone, they have not passed.
  const float hits[] = {0.2f, 0.45f, 0.7f, 0.95f};
  for (const float share : hits) {
    make(weightless());
    const float start = -2 - 20 * kStep * share;
    const BodyId thrown = body(ball(1, 0.05f, {start, 0, 0})), target = body(ball(1, 0.05f, {0, 0, 0}));
    const BodyId atPlate = body(ball(1, 0.05f, {start, 5, 0})), plate = body(block(20, {0.02f, 0.5f, 0.5f}, {0, 5, 0}));
    const ArticulationId id = articulation(doll({{}, {0, -1.35f + 10, 0}}));
    const BodyId atDoll = body(ball(1, 0.05f, {start, 10, 0}));
    for (const BodyId b : {thrown, atPlate, atDoll}) put(b, {state(b).worldFromBody, {20, 0, 0}, {}});
    run(0.5f);
    EXPECT_LT(place(thrown).x, place(target).x) << "share " << share;
    EXPECT_GT(state(target).linearVelocity.x, 5) << "share " << share;
    EXPECT_LT(place(atPlate).x, place(plate).x) << "share " << share;
    EXPECT_GT(momentum(std::vector<BodyId>{plate}).x, 10) << "share " << share;
    EXPECT_GT(momentum(world_->bodiesOf(id)).x, 10) << "share " << share;
  }
}

INSTANTIATE_TEST_SUITE_P(Crowd, Fast, testing::Values(Backend{"crowd", [](const WorldDef& def) { return createWorld("crowd", def); }}),
                         nameOfBackend);

}  // namespace
}  // namespace sinew
