#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <numeric>

#include <sinew/asset/figure.h>
#include <sinew/pose/sample.h>
#include <sinew/ragdoll/penetration.h>
#include <sinew/ragdoll/pose_map.h>
#include <sinew/ragdoll/ragdoll.h>
#include <sinew/record/bake.h>
#include <sinew/record/settle.h>

#include "asset/posed.h"
#include "support/corpus.h"
#include "support/fitted.h"

// The moment in which a character gets its body: nothing may move, nothing may be pushed, and what is drawn stays as it was.

namespace sinew {
namespace {

using test::fitFigure;
using test::Fitted;

std::unique_ptr<World> worldOf(const Vec3& gravity) {
  WorldDef def;
  def.gravity = gravity;
  Result<std::unique_ptr<World>> world = createWorld("bullet", def);
  EXPECT_TRUE(world);
  return world ? std::move(*world) : nullptr;
}

Fitted fitted(Asset asset) {
  Fitted made;
  made.asset = std::move(asset);
  made.rig = *buildRig(made.asset);
  made.map = mapRoles(made.rig);
  EXPECT_FALSE(made.map.refused);
  Result<Manikin> manikin = fitManikin(made.rig, made.map);
  EXPECT_TRUE(manikin);
  if (manikin) made.manikin = std::move(*manikin);
  return made;
}

/// The file's scene below one more node of that scale.
Asset scaledScene(const std::string& spec, float scale) {
  Asset asset = *readAsset(spec);
  const auto index = static_cast<std::int32_t>(asset.nodes.size());
  for (const std::int32_t root : asset.sceneRoots) asset.nodes[static_cast<std::size_t>(root)].parent = index;
  AssetNode node;
  node.rest.scale = {scale, scale, scale};
  node.parentFromNode = toAffine(node.rest);
  node.children = std::exchange(asset.sceneRoots, {index});
  asset.nodes.push_back(std::move(node));
  return asset;
}

/// Every vertex as a viewer places it: the skinning formula of the glTF 2.0 specification, 3.7.3.3.
std::vector<Vec3> drawn(const Asset& asset, const posed::Frame& worldFromNode) {
  std::vector<Vec3> points;
  for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
    const AssetNode& node = asset.nodes[n];
    if (node.mesh < 0) continue;
    for (const Primitive& p : asset.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
      for (std::size_t v = 0; v < p.positions.size(); ++v) {
        if (node.skin < 0) {
          points.push_back(worldFromNode[n] * p.positions[v]);
          continue;
        }
        const AssetSkin& skin = asset.skins[static_cast<std::size_t>(node.skin)];
        Vec3 at;
        for (std::uint32_t i = p.influenceStart[v]; i < p.influenceStart[v + 1]; ++i) {
          const Influence& pull = p.influences[i];
          const Affine& joint = worldFromNode[static_cast<std::size_t>(skin.joints[pull.joint])];
          at += (joint * (skin.inverseBinds[pull.joint] * p.positions[v])) * pull.weight;
        }
        points.push_back(at);
      }
    }
  }
  return points;
}

/// The bodies as they stand right after they were built, as the clip of one frame that a viewer plays.
posed::Frame firstFrame(const Fitted& f) {
  const std::unique_ptr<World> world = worldOf({0, -9.81f, 0});
  const Result<Ragdoll> ragdoll = buildRagdoll(*world, f.manikin);
  EXPECT_TRUE(ragdoll);
  Trajectory trajectory;
  trajectory.partCount = static_cast<std::uint32_t>(f.manikin.parts.size());
  trajectory.worldFromPart.resize(f.manikin.parts.size());
  readParts(*world, *ragdoll, trajectory.worldFromPart);
  const Result<BakedClip> clip = bakeTrajectory(f.asset, f.rig, f.manikin, trajectory, "first");
  EXPECT_TRUE(clip) << (clip ? "" : clip.error().message);
  std::vector<Trs> locals = restLocals(f.asset);
  for (const BakedTrack& track : clip->tracks) {
    Trs& local = locals[static_cast<std::size_t>(track.node)];
    if (!track.translations.empty()) local.translation = track.translations.front();
    if (!track.rotations.empty()) local.rotation = track.rotations.front();
  }
  std::vector<Affine> affine;
  for (const Trs& local : locals) affine.push_back(toAffine(local));
  return posed::multiplied(f.asset, affine);
}

TEST(Spawn, TheFirstDrawnFrameIsTheBindPose) {
  std::vector<std::pair<std::string, Fitted>> bodies;
  for (const float scale : {0.25f, 10.0f}) bodies.emplace_back("scaled by " + std::to_string(scale), fitted(scaledScene("@figure", scale)));
  for (const char* spec : {"@figure", "@figure:armature", "@figure:matrixnodes", "@figure:rotatedjoints", "@figure:mirrored",
                           "@figure:footroots", "@figure:rigid", "@quadruped"})
    bodies.emplace_back(spec, fitFigure(spec));
  for (const auto& [name, body] : bodies) {
    ASSERT_FALSE(body.manikin.parts.empty()) << name;
    const std::vector<Vec3> before = drawn(body.asset, posed::rest(body.asset)), after = drawn(body.asset, firstFrame(body));
    ASSERT_EQ(before.size(), after.size());
    float moved = 0;
    for (std::size_t v = 0; v < before.size(); ++v) moved = std::max(moved, distance(before[v], after[v]));
    EXPECT_LT(moved * body.rig.metersPerUnit, 1e-3f * body.rig.stature) << name;
  }
}

TEST(Spawn, ZeroStepsWriteThePoseBack) {
  // Bodies turn about their joints and weigh about their middles: neither offset may leak into the pose.
  for (const char* spec : {"@figure", "@figure:rotatedjoints", "@figure:armature", "@figure:footroots", "@quadruped"}) {
    const Fitted body = fitFigure(spec);
    const std::unique_ptr<World> world = worldOf({0, -9.81f, 0});
    RagdollOptions options;
    options.worldFromModel = {axisAngle(Vec3{0, 1, 0}, 0.8f), {3, 1, -2}};
    const Result<Ragdoll> ragdoll = buildRagdoll(*world, body.manikin, options);
    ASSERT_TRUE(ragdoll);
    std::vector<Transform> bind, local(body.rig.joints.size()), model(body.rig.joints.size());
    for (const Joint& joint : body.rig.joints) bind.push_back(joint.modelFromBind);
    localsFromModel(body.rig, bind, local);
    writePose(*world, *ragdoll, body.manikin, body.rig, local, options.worldFromModel);
    float worst = 0;
    for (std::size_t j = 0; j < local.size(); ++j) {
      const std::int32_t parent = body.rig.joints[j].parent;
      model[j] = parent < 0 ? local[j] : model[static_cast<std::size_t>(parent)] * local[j];
      worst = std::max(worst, distance(model[j].translation, bind[j].translation));
    }
    EXPECT_LT(worst, 1e-4f * body.rig.stature) << spec;
  }
}

TEST(Spawn, TwistJointsRideAlong) {
  for (const char* spec : {"@figure:twist", "@figure:serialtwist"}) {
    const Fitted body = fitFigure(spec);
    // In a stride: every limb is turned, and the twist joints stand as they do at rest.
    const Result<StartPose> stride = startOfClip(body.asset, body.rig, body.manikin, "run", 0.3f);
    ASSERT_TRUE(stride) << stride.error().message;
    const std::vector<Transform> pose = modelFromJoints(body.asset, body.rig, stride->nodeLocals);
    std::vector<Transform> local(pose.size()), model(pose.size());
    localsFromModel(body.rig, pose, local);
    const std::vector<Transform> before = local;
    const std::unique_ptr<World> world = worldOf({0, -9.81f, 0});
    const Result<Ragdoll> ragdoll = buildRagdoll(*world, body.manikin);
    ASSERT_TRUE(ragdoll);
    syncBodies(*world, *ragdoll, body.manikin, pose);
    writePose(*world, *ragdoll, body.manikin, body.rig, local);
    std::size_t twists = 0;
    for (std::size_t j = 0; j < pose.size(); ++j) {
      const Joint& joint = body.rig.joints[j];
      model[j] = joint.parent < 0 ? local[j] : model[static_cast<std::size_t>(joint.parent)] * local[j];
      EXPECT_LT(degrees(angleBetween(model[j].rotation, pose[j].rotation)), 0.1f) << spec << " " << joint.name;
      if (joint.name.find("twist") == std::string::npos) continue;
      ++twists;
      EXPECT_EQ(local[j], before[j]) << joint.name << " is driven though it is no part";
      const std::int32_t part = body.manikin.partOfJoint(static_cast<std::int32_t>(j));
      ASSERT_GE(part, 0) << joint.name;
      const std::vector<std::int32_t>& riders = body.manikin.parts[static_cast<std::size_t>(part)].riders;
      EXPECT_EQ(std::count(riders.begin(), riders.end(), static_cast<std::int32_t>(j)), 1) << joint.name;
    }
    EXPECT_GE(twists, 8u) << spec;
  }
}

/// J, of all bodies after ten steps without weight.
double energyAfterSpawn(const Manikin& manikin) {
  const std::unique_ptr<World> world = worldOf({});
  const Result<Ragdoll> ragdoll = buildRagdoll(*world, manikin);
  EXPECT_TRUE(ragdoll);
  for (int step = 0; step < 10; ++step) world->step(1.0f / 60);
  std::vector<BodyState> states(manikin.parts.size());
  world->getStates(ragdoll->bodies, states);
  double energy = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Part& part = manikin.parts[i];
    const Vec3 turn = rotate(conjugate(states[i].worldFromBody.rotation * partFromShape(part).rotation), states[i].angularVelocity);
    energy += 0.5 * part.mass * lengthSquared(states[i].linearVelocity) + 0.5 * dot(scaled(part.inertia, turn), turn);
  }
  return energy;
}

TEST(Spawn, AddsNoEnergy) {
  for (const char* spec : {"@figure", "@figure:apose", "@figure:child", "@figure:giant", "@figure:rotatedjoints", "@figure:mirrored",
                           "@figure:footroots", "@quadruped"}) {
    EXPECT_LE(energyAfterSpawn(fitFigure(spec).manikin), 1e-3) << spec;
  }
}

TEST(Spawn, TheBodyIsOnePiece) {
  for (const char* spec : {"@figure", "@figure:footroots", "@figure:ikbones", "@quadruped"}) {
    const Fitted body = fitFigure(spec);
    const std::unique_ptr<World> world = worldOf({0, -9.81f, 0});
    const Result<Ragdoll> ragdoll = buildRagdoll(*world, body.manikin);
    ASSERT_TRUE(ragdoll);
    EXPECT_EQ(ragdoll->bodies.size(), body.manikin.parts.size());
    EXPECT_EQ(ragdoll->joints.size() + 1, ragdoll->bodies.size()) << spec;
    std::vector<std::size_t> piece(ragdoll->bodies.size());
    std::iota(piece.begin(), piece.end(), std::size_t{0});
    const auto indexOf = [&](BodyId id) {
      return static_cast<std::size_t>(std::find(ragdoll->bodies.begin(), ragdoll->bodies.end(), id) - ragdoll->bodies.begin());
    };
    for (const JointId joint : ragdoll->joints) {
      const JointInfo info = *world->jointInfo(joint);
      const std::size_t from = piece.at(indexOf(info.child)), to = piece.at(indexOf(info.parent));
      for (std::size_t& p : piece) p = p == from ? to : p;
    }
    EXPECT_EQ(std::count(piece.begin(), piece.end(), piece.front()), static_cast<std::ptrdiff_t>(piece.size())) << spec;
  }
}

constexpr float kDrop = 1;                                // m
const float kFree = 1.2f * std::sqrt(2 * 9.81f * kDrop);  // m/s, a little more than the fall itself can give

/// m/s, of the fastest part in the first quarter second of a drop.
float earlySpeed(const Manikin& manikin) {
  SettleOptions options;
  options.height = kDrop;
  options.duration = 0.5f;
  const Result<Settle> fall = settle(manikin, options);
  EXPECT_TRUE(fall);
  return fall ? fall->maxSpeedEarly : 0;
}

TEST(Spawn, ShapesThatOverlapAtBindDoNotPush) {
  // A very stout person: thighs, arms and trunk stand deep in each other.
  FigureOptions stout;
  stout.girth = 1.8f;
  const Fitted body = fitted(*readAsset(*makeFigure(stout), "stout.glb"));
  ASSERT_FALSE(body.manikin.overlapping.empty());
  float deepest = 0;
  for (const auto& [a, b] : body.manikin.overlapping) {
    const Part &p = body.manikin.parts[static_cast<std::size_t>(a)], &q = body.manikin.parts[static_cast<std::size_t>(b)];
    deepest = std::max(deepest, overlapOf(p, p.modelFromPart, q, q.modelFromPart));
  }
  EXPECT_GT(deepest, 0.02f) << "the test's body must overlap";
  for (const auto& [a, b] : touchingPairs(body.manikin)) {
    const Part &p = body.manikin.parts[static_cast<std::size_t>(a)], &q = body.manikin.parts[static_cast<std::size_t>(b)];
    EXPECT_LE(overlapOf(p, p.modelFromPart, q, q.modelFromPart), 1e-4f) << p.name << " and " << q.name << " are not listed";
  }
  EXPECT_LE(earlySpeed(body.manikin), kFree);
}

TEST(Spawn, RealBodiesArePushedByNothing) {
  const std::vector<test::KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  int bodies = 0;
  for (const test::KnownRig& known : rigs) {
    std::string why;
    const std::optional<Fitted> body = test::fitFile(known.file.string(), why);
    if (!body) continue;
    ++bodies;
    EXPECT_LE(energyAfterSpawn(body->manikin), 1e-3) << known.slug;
    EXPECT_LE(earlySpeed(body->manikin), kFree) << known.slug;
  }
  EXPECT_GT(bodies, 0);
}

}  // namespace
}  // namespace sinew
