#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <set>

#include <sinew/base/random.h>
#include <sinew/ragdoll/state.h>

#include "ragdoll/figure.h"

// States: a character's whole one, and a pose in few bytes.

namespace sinew {
namespace {

using test::figure;
using test::frame;
using test::kStep;
using test::levelWorld;
using test::stateOf;

/// All that is seen of a character, bit by bit.
std::vector<std::byte> seen(const Character& one) {
  std::vector<BodyState> bodies(one.ragdoll.bodies.size());
  one.ragdoll.world->getStates(one.ragdoll.bodies, bodies);
  std::vector<std::byte> out;
  const auto add = [&](auto span) {
    const auto bytes = std::as_bytes(span);
    out.insert(out.end(), bytes.begin(), bytes.end());
  };
  add(std::span<const BodyState>(bodies));
  add(one.animator.displayedModel());
  add(one.animator.animatedModel());
  add(std::span(&one.worldFromModel, 1));
  return out;
}

TEST(CharacterSnapshot, GoesOnBitByBitFromAnyBalance) {
  const std::unique_ptr<World> world = levelWorld();
  Character one = std::move(*Character::build(*world, figure().kind));
  one.animator.play(figure().kind->animation->clipOf("walk"), {.halflife = 0});
  // Hit at 0.3 s, staggered at 1 s, felled at 3 s, up again: a snapshot every half second, and what came within a second of it.
  const auto live = [&](int i) {
    if (i == 20)
      one.hit(figure().part(Role::leftForearm), {0, 0, -10}, stateOf(one, figure().index(Role::leftForearm)).worldFromBody.translation);
    if (i == 60) one.hit(figure().part(Role::chest), {0, 0, -0.6f * figure().kind->mass}, stateOf(one, 0).worldFromBody.translation);
    if (i == 180) one.hit(figure().part(Role::chest), {0, 0, -200}, stateOf(one, 0).worldFromBody.translation);
    frame(*world, one);
  };
  std::set<Balance> balances;
  constexpr int kAhead = 45;
  for (int start = 0; start < 900; start += 30) {
    const CharacterSnapshot kept = one.snapshot();
    balances.insert(one.balance());
    std::vector<std::vector<std::byte>> first;
    for (int i = start; i < start + kAhead; ++i) {
      live(i);
      first.push_back(seen(one));
    }
    ASSERT_TRUE(one.restore(kept));
    for (int i = start; i < start + kAhead; ++i) {
      live(i);
      ASSERT_TRUE(seen(one) == first[static_cast<std::size_t>(i - start)]) << "from " << start << " at " << i;
    }
    ASSERT_TRUE(one.restore(kept));
    for (int i = start; i < start + 30; ++i) live(i);
    if (start == 0) std::printf("a character's snapshot is %zu bytes, %zu of them its bodies'\n", kept.bytes, kept.bodies.size());
    EXPECT_GT(kept.bytes, kept.bodies.size());
  }
  EXPECT_EQ(balances.size(), 6u);  // all of them were seen
}

TEST(CharacterSnapshot, OfAnotherCharacterIsAnErrorAndChangesNothing) {
  const std::unique_ptr<World> world = levelWorld();
  Character one = std::move(*Character::build(*world, figure().kind));
  Character other = std::move(*Character::build(*world, figure().kind, {{}, {3, 0, 0}}));
  frame(*world, one);
  const std::vector<std::byte> before = seen(one);
  const Result<void> wrong = one.restore(other.snapshot());
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().place, "snapshot");
  CharacterSnapshot cut = one.snapshot();
  cut.bodies.resize(cut.bodies.size() / 2);
  EXPECT_FALSE(one.restore(cut));
  EXPECT_EQ(seen(one), before);
}

TEST(State, RootAndAllRotationsBringEveryBodyBack) {
  for (const std::string_view name : worldNames()) {
    const std::unique_ptr<World> world = levelWorld(name);
    Character one = std::move(*Character::build(*world, figure().kind, {{}, {100, 0, -40}}));
    one.options.getsUp = false;
    one.knockOut();
    float turned = 0, moved = 0;
    std::vector<std::byte> bytes(stateBytes(one.ragdoll));
    EXPECT_EQ(bytes.size(), 12 + 6 * one.ragdoll.bodies.size());
    std::vector<BodyState> was(one.ragdoll.bodies.size()), now = was;
    for (int i = 0; i < 300; ++i) {
      frame(*world, one);
      if (i % 30 != 0) continue;
      world->getStates(one.ragdoll.bodies, was);
      writeState(one.ragdoll, bytes);
      // Elsewhere and back.
      for (std::size_t k = 0; k < was.size(); ++k) now[k] = {{exponential(Vec3{1, 0.2f, static_cast<float>(k)}), {0, 5, 0}}, {}, {}};
      world->setStates(one.ragdoll.bodies, now);
      ASSERT_TRUE(readState(one.ragdoll, bytes));
      world->getStates(one.ragdoll.bodies, now);
      for (std::size_t k = 0; k < was.size(); ++k) {
        turned = std::max(turned, angleBetween(was[k].worldFromBody.rotation, now[k].worldFromBody.rotation));
        moved = std::max(moved, distance(was[k].worldFromBody.translation, now[k].worldFromBody.translation));
        EXPECT_EQ(now[k].linearVelocity, Vec3{});
      }
    }
    std::printf("%s: a pose of %zu bodies is %zu bytes a frame; it comes back within %.2g rad and %.2g mm\n", std::string(name).c_str(),
                was.size(), bytes.size(), static_cast<double>(turned), static_cast<double>(moved * 1000));
    EXPECT_LT(turned, 1e-4f) << name;
    EXPECT_LT(moved, name == "crowd" ? 0.001f : 0.02f) << name;  // an iterative solver's joints stand open by some millimetres
  }
}

TEST(State, WrongBytesChangeNothing) {
  const std::unique_ptr<World> world = levelWorld();
  Character one = std::move(*Character::build(*world, figure().kind));
  std::vector<std::byte> bytes(stateBytes(one.ragdoll));
  writeState(one.ragdoll, bytes);
  const std::uint64_t before = world->stateHash();
  EXPECT_FALSE(readState(one.ragdoll, std::span(bytes).first(bytes.size() - 1)));
  const float none = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(bytes.data() + 4, &none, sizeof none);
  const Result<void> wrong = readState(one.ragdoll, bytes);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().place, "state");
  EXPECT_EQ(world->stateHash(), before);

  // Whatever the other bytes are, turns are turns.
  Random random{5};
  for (int i = 0; i < 1000; ++i) {
    for (std::size_t k = 12; k < bytes.size(); ++k) bytes[k] = static_cast<std::byte>(random.next());
    std::memset(bytes.data(), 0, 12);
    ASSERT_TRUE(readState(one.ragdoll, bytes));
    for (std::size_t k = 0; k < one.ragdoll.bodies.size(); ++k) {
      const Transform at = stateOf(one, k).worldFromBody;
      ASSERT_TRUE(isFinite(at.translation));
      ASSERT_NEAR(dot(at.rotation, at.rotation), 1, 1e-5f);
    }
  }
}

TEST(HandOver, VelocitiesComeFromTwoPoses) {
  for (const std::string_view name : worldNames()) {
    const std::unique_ptr<World> world = std::move(*createWorld(name));
    Ragdoll doll = std::move(*buildRagdoll(*world, figure().kind->body));
    std::vector<Transform> now, before;
    const Transform turn{axisAngle(Vec3{0, 1, 0}, 3 * kStep), {0, 0, 2 * kStep}};
    for (const Joint& joint : figure().fitted.rig.joints) {
      before.push_back(joint.modelFromBind);
      now.push_back(turn * joint.modelFromBind);
    }
    doll.sync(*world, now, before, kStep);
    for (std::size_t i = 0; i < doll.bodies.size(); ++i) {
      BodyState state;
      world->getStates({&doll.bodies[i], 1}, {&state, 1});
      const auto joint = static_cast<std::size_t>(doll.model->headJoint[i]);
      const Vec3 center = doll.model->definition.bodies[i].centerOfMass;
      EXPECT_LT(distance(state.angularVelocity, (Vec3{0, 3, 0})), 0.01f) << name << i;
      EXPECT_LT(distance(state.linearVelocity, (now[joint] * center - before[joint] * center) / kStep), 1e-3f) << name << i;
    }
    doll.sync(*world, now, before, 0);  // no time: at rest
    BodyState state;
    world->getStates({&doll.bodies[3], 1}, {&state, 1});
    EXPECT_EQ(state.linearVelocity, Vec3{});
  }
}

}  // namespace
}  // namespace sinew
