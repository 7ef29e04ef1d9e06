#include "physics/conformance.h"

// Ground and bodies against each other.

namespace sinew {
namespace {

TEST_P(WorldConformance, ContactImpulsesCarryTheWeight) {
  for (const BodyDef& def : {ball(2, 0.1f, {0, 0.1f, 0}), block(2, {0.2f, 0.1f, 0.3f}, {0, 0.1f, 0}),
                             rod(2, 0.1f, 0.2f, {axisAngle(Vec3{0, 0, 1}, kPi / 2), {0, 0.1f, 0}})}) {
    make();
    floor();
    const BodyId id = body(def);
    run(0.3f);
    float sum = 0;
    for (const Contact& contact : world_->contacts()) {
      EXPECT_EQ(contact.a, id);
      EXPECT_FALSE(static_cast<bool>(contact.b));
      EXPECT_NEAR(contact.normal.y, 1, 1e-3f);
      EXPECT_LT(std::abs(contact.depth), 0.005f);
      EXPECT_LT(std::abs(contact.point.y), 0.005f);
      sum += contact.impulse;
    }
    EXPECT_NEAR(sum, 2 * 9.81f * kStep, 0.02f * 2 * 9.81f * kStep);
  }
}

TEST_P(WorldConformance, ADollAtRestWeighsWhatItWeighs) {
  WorldDef wakeful;
  wakeful.sleepTime = 100;
  make(wakeful);
  floor();
  const ArticulationId id = articulation(doll({axisAngle(Vec3{1, 0, 0}, -kPi / 2), {0, 0.3f, 0}}));
  run(6);
  float sum = 0, mass = 0;
  for (int i = 0; i < 30; ++i) {
    world_->step(kStep);
    for (const Contact& contact : world_->contacts()) sum += contact.b ? 0 : contact.impulse;
  }
  for (const BodyId part : world_->bodiesOf(id)) {
    mass += world_->bodyInfo(part)->mass;
    EXPECT_GT(place(part).y, -0.02f);
  }
  EXPECT_NEAR(sum / 30, mass * 9.81f * kStep, 0.03f * mass * 9.81f * kStep);
}

TEST_P(WorldConformance, StackedBodiesReportEachOtherInOrder) {
  make();
  floor();
  const BodyId low = body(block(2, {0.2f, 0.1f, 0.2f}, {0, 0.1f, 0})), high = body(block(1, {0.2f, 0.1f, 0.2f}, {0, 0.3f, 0}));
  run(0.3f);
  float onGround = 0, between = 0;
  std::uint32_t lastA = 0;
  for (const Contact& contact : world_->contacts()) {
    EXPECT_GE(contact.a.index, lastA);
    lastA = contact.a.index;
    if (!contact.b) onGround += contact.impulse;
    if (!contact.b) continue;
    EXPECT_EQ(contact.a, low);
    EXPECT_EQ(contact.b, high);
    EXPECT_NEAR(contact.normal.y, -1, 1e-2f) << "from b to a";
    between += contact.impulse;
  }
  EXPECT_NEAR(onGround, 3 * 9.81f * kStep, 0.1f * 9.81f * kStep);
  EXPECT_NEAR(between, 1 * 9.81f * kStep, 0.1f * 9.81f * kStep);
}

TEST_P(WorldConformance, FrictionHoldsOnASlopeOrLetsGo) {
  for (const float friction : {0.6f, 0.1f}) {
    make();
    const float slope = radians(20);
    const Vec3 normal{std::sin(slope), std::cos(slope), 0};
    const auto ground = world_->createPlane(normal, 0, {friction, 0});
    ASSERT_TRUE(ground.has_value());
    BodyDef def = block(2, {0.2f, 0.05f, 0.2f}, normal * 0.05f);
    def.worldFromBody.rotation = axisAngle(Vec3{0, 0, 1}, -slope);
    def.material.friction = friction;
    const BodyId id = body(def);
    run(1);
    const float along = 0.5f * 9.81f * (std::sin(slope) - friction * std::cos(slope));
    if (friction > 0.5f) {
      EXPECT_LT(distance(place(id), normal * 0.05f), 0.01f);
    } else {
      EXPECT_NEAR(distance(place(id), normal * 0.05f), along, 0.1f * along);
    }
  }
}

TEST_P(WorldConformance, RestitutionGivesBackSpeed) {
  make();
  floor();
  BodyDef lively = ball(1, 0.1f, {0, 1.1f, 0});
  lively.material.restitution = 0.5f;
  const BodyId a = body(lively), b = body(ball(1, 0.1f, {2, 1.1f, 0}));
  float bounce = 0, dull = 0;
  for (int i = 0; i < 60; ++i) {
    world_->step(kStep);
    bounce = std::max(bounce, state(a).linearVelocity.y);
    dull = std::max(dull, state(b).linearVelocity.y);
  }
  EXPECT_NEAR(bounce, 0.5f * std::sqrt(2 * 9.81f), 0.2f);
  EXPECT_LT(dull, 0.05f);
}

TEST_P(WorldConformance, EveryKindOfGroundCarries) {
  const std::vector<Vec3> corners = {{-2, 0.5f, -2}, {2, 0.5f, -2}, {2, 0.5f, 2}, {-2, 0.5f, 2}};
  const std::vector<std::uint32_t> triangles = {0, 2, 1, 0, 3, 2};
  const std::vector<float> heights(25, 0.5f);
  for (int kind = 0; kind < 4; ++kind) {
    make();
    Result<GroundId> ground = fail(ErrorCode::usage, "", "");
    if (kind == 0) ground = world_->createPlane({0, 1, 0}, 0.5f, {});
    if (kind == 1) ground = world_->createBox({{}, {0, 0.25f, 0}}, {2, 0.25f, 2}, {});
    if (kind == 2) ground = world_->createMesh(corners, triangles, {});
    if (kind == 3) ground = world_->createHeightField(heights, 5, 1, {-2, 0, -2}, {});
    ASSERT_TRUE(ground.has_value()) << ground.error().message;
    const BodyId round = body(ball(1, 0.1f, {0.3f, 0.8f, 0.2f})), square = body(block(1, {0.1f, 0.1f, 0.1f}, {-1, 0.8f, 0.4f}));
    const BodyId longOne = body(rod(1, 0.05f, 0.2f, {axisAngle(Vec3{0, 0, 1}, kPi / 2), {1, 0.8f, -0.4f}}));
    run(1.5f);
    EXPECT_NEAR(place(round).y, 0.6f, 0.003f) << "kind " << kind;
    EXPECT_NEAR(place(square).y, 0.6f, 0.003f) << "kind " << kind;
    EXPECT_NEAR(place(longOne).y, 0.55f, 0.003f) << "kind " << kind;

    // Taken away, nothing holds them, asleep or not.
    world_->destroyGround(*ground);
    run(0.5f);
    EXPECT_LT(place(round).y, 0) << "kind " << kind;
  }
}

TEST_P(WorldConformance, HeightFieldStandsWhereItSays) {
  // A ramp up along +x, a step along +z: heights[row * columns + column], rows along z.
  make();
  std::vector<float> heights;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) heights.push_back(static_cast<float>(column) * 0.5f + (row == 2 ? 1.0f : 0.0f));
  }
  ASSERT_TRUE(world_->createHeightField(heights, 4, 2, {10, 1, 20}, {}));
  for (const Vec3& p : {Vec3{11, 0, 20.5f}, Vec3{15.5f, 0, 21.5f}}) {
    const RayHit hit = world_->castRay({p.x, 10, p.z}, {p.x, -10, p.z}, kGroundGroup);
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.point.y, 1 + (p.x - 10) / 2 * 0.5f, 0.01f);
  }
  EXPECT_NEAR(world_->castRay({10.01f, 10, 23.99f}, {10.01f, -10, 23.99f}, kGroundGroup).point.y, 2, 0.02f);
  EXPECT_FALSE(world_->castRay({9, 10, 21}, {9, -10, 21}, kGroundGroup).hit);
  EXPECT_FALSE(world_->castRay({17, 10, 21}, {17, -10, 21}, kGroundGroup).hit);
}

TEST_P(WorldConformance, SlidingOverAMeshDoesNotCatchItsInnerEdges) {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t z = 0; z < 5; ++z) {
    for (std::uint32_t x = 0; x < 21; ++x) vertices.push_back({static_cast<float>(x) * 0.25f, 0, static_cast<float>(z) * 0.25f});
  }
  for (std::uint32_t z = 0; z < 4; ++z) {
    for (std::uint32_t x = 0; x < 20; ++x) {
      const std::uint32_t i = z * 21 + x;
      triangles.insert(triangles.end(), {i, i + 21, i + 1, i + 1, i + 21, i + 22});
    }
  }
  for (const bool meshFirst : {true, false}) {
    for (const float off : {0.0f, 0.05f}) {
      make();
      if (meshFirst) {
        ASSERT_TRUE(world_->createMesh(vertices, triangles, {0, 0}));
      }
      BodyDef def = rod(2, 0.06f, 0.15f, {axisAngle(Vec3{1, 0, 0}, kPi / 2), {0.5f, 0.06f, 0.5f}});
      def.centerOfMass = {0, off, 0};
      def.material.friction = 0;
      const BodyId id = body(def);
      if (!meshFirst) {
        ASSERT_TRUE(world_->createMesh(vertices, triangles, {0, 0}));
      }
      run(0.2f);
      put(id, {state(id).worldFromBody, {3, 0, 0}, {}});
      float highest = 0;
      for (int i = 0; i < 60; ++i) {
        world_->step(kStep);
        highest = std::max(highest, place(id).y);
      }
      EXPECT_NEAR(state(id).linearVelocity.x, 3, 0.05f) << "offset " << off;
      EXPECT_LT(highest, 0.065f) << "offset " << off;
    }
  }
}

TEST_P(WorldConformance, MovedGroundDragsWhatStandsOnIt) {
  make();
  const auto ground = world_->createBox({{}, {0, -0.1f, 0}}, {2, 0.1f, 2}, {1, 0});
  ASSERT_TRUE(ground.has_value());
  BodyDef def = block(1, {0.1f, 0.1f, 0.1f}, {0, 0.1f, 0});
  def.material.friction = 1;
  const BodyId id = body(def);
  run(2);
  EXPECT_TRUE(world_->asleep(id));
  for (int i = 1; i <= 60; ++i) {
    const float t = static_cast<float>(i) * kStep;
    world_->moveGround(*ground, {{}, {0.5f * t, -0.1f + 0.2f * t, 0}}, kStep);
    world_->step(kStep);
  }
  EXPECT_NEAR(place(id).x, 0.5f, 0.05f);
  EXPECT_NEAR(place(id).y, 0.3f, 0.01f);
  run(0.5f);
  EXPECT_LT(length(state(id).linearVelocity), 0.05f) << "the ground has stopped";
}

TEST_P(WorldConformance, OverlappingBodiesPartGently) {
  make(weightless());
  const BodyId a = body(ball(1, 0.2f, {0, 0, 0})), b = body(ball(1, 0.2f, {0.1f, 0, 0}));
  float fastest = 0;
  for (int i = 0; i < 120; ++i) {
    world_->step(kStep);
    fastest = std::max(fastest, length(state(a).linearVelocity));
  }
  EXPECT_GT(distance(place(a), place(b)), 0.39f);
  EXPECT_LT(fastest, 3);
}

TEST_P(WorldConformance, GroupsMasksAndFilters) {
  const auto pass = [this](BodyDef upper, BodyDef lower, bool filtered) {
    make();
    floor();
    lower.worldFromBody.translation = {0, 0.1f, 0};
    upper.worldFromBody.translation = {0, 0.5f, 0};
    const BodyId low = body(lower), high = body(upper);
    const PairFilter filter{low, high, false};
    if (filtered) world_->setFilters({&filter, 1});
    run(0.8f);
    return place(high).y < 0.2f;
  };
  const BodyDef plain = block(1, {0.1f, 0.1f, 0.1f}, {});
  BodyDef other = plain, shy = plain;
  other.group = 2;
  shy.mask = ~1u;
  EXPECT_FALSE(pass(plain, plain, false));
  EXPECT_TRUE(pass(plain, plain, true));
  EXPECT_FALSE(pass(other, plain, false));
  EXPECT_TRUE(pass(plain, shy, false)) << "both must agree";
  EXPECT_FALSE(pass(other, shy, false));

  // A mask without the ground's bit falls through it.
  make();
  floor();
  BodyDef ghost = plain;
  ghost.mask = ~kGroundGroup;
  ghost.worldFromBody.translation = {0, 0.1f, 0};
  const BodyId id = body(ghost);
  run(0.5f);
  EXPECT_LT(place(id).y, -0.5f);
}

TEST_P(WorldConformance, FiltersCanBeLiftedAgain) {
  make();
  floor();
  const BodyId low = body(block(1, {0.1f, 0.1f, 0.1f}, {0, 0.1f, 0})), high = body(block(1, {0.1f, 0.1f, 0.1f}, {0, 0.3f, 0}));
  run(1);
  EXPECT_NEAR(place(high).y, 0.3f, 0.01f);
  PairFilter filter{low, high, false};
  world_->setFilters({&filter, 1});
  run(1);
  EXPECT_NEAR(place(high).y, 0.1f, 0.01f);
  put(high, {{{}, {0, 0.6f, 0}}, {}, {}});
  filter.collide = true;
  world_->setFilters({&filter, 1});
  run(1);
  EXPECT_NEAR(place(high).y, 0.3f, 0.01f);
}

TEST_P(WorldConformance, JointedAndFilteredPartsDoNotTouchOthersDo) {
  // A chain folded onto itself: links 0-1 are jointed, 0-2 filtered, 0-3 touch unless self collision is off.
  for (const bool self : {true, false}) {
    make(weightless());
    ArticulationDef def;
    for (int i = 0; i < 4; ++i) def.bodies.push_back(ball(1, 0.1f, {0.01f * static_cast<float>(i), 0, 0}));
    for (int i = 0; i < 3; ++i) def.joints.push_back(jointAt(def, i, i + 1, ConstraintType::ball, {0, 1, 0}));
    def.filteredPairs = {{0, 2}, {1, 3}};
    def.selfCollision = self;
    const ArticulationId id = articulation(def);
    world_->step(kStep);
    for (const Contact& contact : world_->contacts()) {
      EXPECT_EQ(contact.a, world_->bodiesOf(id)[0]);
      EXPECT_EQ(contact.b, world_->bodiesOf(id)[3]);
    }
    EXPECT_EQ(world_->contacts().empty(), !self);
  }
}

TEST_P(WorldConformance, QueriesFindShapesWhereTheyAre) {
  make();
  const GroundId ground = floor();
  const BodyId round = body(ball(1, 0.2f, {0, 1, 0}));
  const BodyId tall = body(rod(1, 0.1f, 0.3f, {{}, {2, 1, 0}}));
  BodyDef boxed = block(1, {0.1f, 0.2f, 0.3f}, {4, 1, 0});
  boxed.group = 4;
  const BodyId box = body(boxed);

  RayHit hit = world_->castRay({-1, 1, 0}, {9, 1, 0}, ~0u);
  ASSERT_TRUE(hit.hit);
  EXPECT_EQ(hit.body, round);
  EXPECT_NEAR(hit.point.x, -0.2f, 1e-3f);
  EXPECT_NEAR(hit.fraction, 0.08f, 1e-4f);
  EXPECT_NEAR(hit.normal.x, -1, 1e-2f);
  hit = world_->castRay({2, 3, 0}, {2, -1, 0}, ~0u);
  EXPECT_EQ(hit.body, tall);
  EXPECT_NEAR(hit.point.y, 1.4f, 2e-3f);
  hit = world_->castRay({-1, 1, 0}, {9, 1, 0}, 4);
  EXPECT_EQ(hit.body, box) << "the mask sees group 4 alone";
  EXPECT_NEAR(hit.point.x, 3.9f, 2e-3f);
  hit = world_->castRay({-5, 2, 0}, {-5, -2, 0}, kGroundGroup);
  EXPECT_EQ(hit.ground, ground);
  EXPECT_NEAR(hit.point.y, 0, 1e-4f);
  EXPECT_FALSE(world_->castRay({-5, 2, 0}, {-5, -2, 0}, ~kGroundGroup).hit);
  EXPECT_FALSE(world_->castRay({0, 1, 5}, {0, 1, 1}, ~0u).hit);

  hit = world_->castSphere({-1, 1.25f, 0}, {1, 1.25f, 0}, 0.1f, ~0u);
  ASSERT_TRUE(hit.hit);
  EXPECT_EQ(hit.body, round);
  EXPECT_NEAR(-1 + 2 * hit.fraction, -std::sqrt(0.09f - 0.0625f), 0.01f);
  hit = world_->castSphere({-5, 2, 0}, {-5, -2, 0}, 0.25f, ~0u);
  EXPECT_EQ(hit.ground, ground);
  EXPECT_NEAR(hit.fraction, 1.75f / 4, 0.003f);

  EXPECT_EQ(world_->overlapSphere({0, 1.3f, 0}, 0.11f, ~0u), std::vector<BodyId>{round});
  EXPECT_TRUE(world_->overlapSphere({0, 1.3f, 0}, 0.09f, ~0u).empty());
  EXPECT_EQ(world_->overlapSphere({4, 1, 0}, 0.01f, ~0u), std::vector<BodyId>{box}) << "inside";
  EXPECT_EQ(world_->overlapSphere({1, 1, 0}, 0.95f, ~0u), (std::vector<BodyId>{round, tall}));

  // Where a body was put counts at once.
  put(round, {{{}, {0, 5, 0}}, {}, {}});
  EXPECT_EQ(world_->castRay({-1, 5, 0}, {1, 5, 0}, ~0u).body, round);
}

}  // namespace
}  // namespace sinew
