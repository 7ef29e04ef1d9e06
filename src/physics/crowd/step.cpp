#include <algorithm>

#include <tbb/parallel_for.h>

#include "physics/crowd/crowd_world.h"

namespace sinew::crowd {

StepNumbers CrowdWorld::numbersOf(float dt) const {
  StepNumbers step;
  step.whole = dt;
  step.dt = dt / static_cast<float>(def_.substeps);
  step.gravity = def_.gravity;

  // Where all ground is a few planes that stand still, it comes in lanes.
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (!grounds_.holds(i)) continue;
    const Ground& ground = grounds_[i];
    if (ground.type != GroundType::plane || ground.moved || step.planes == kMaxPlanes) {
      step.planes = -1;
      break;
    }
    step.plane[step.planes++] = {ground.normal, ground.offset, ground.material.friction, ground.material.restitution};
  }
  return step;
}

StepReport CrowdWorld::step(float dt) {
  const bool stepIsUsable = std::isfinite(dt) && dt > 0;
  SINEW_ASSERT(stepIsUsable);
  if (!stepIsUsable) return {};

  startMotions(dt);
  meet(dt);
  makeIslands();
  const StepNumbers numbers = numbersOf(dt);
  const auto run = [&](std::size_t i) { runIsland(i, numbers, dt); };
  if (islandCount_ == 1) run(0);
  if (islandCount_ > 1) tbb::parallel_for(std::size_t{0}, islandCount_, run);
  finishMotions(dt);
  lastDt_ = dt;
  reportContacts();
  updateSleep(dt);

  StepReport report = pending_;
  pending_ = {};
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (actors_.holds(i) && actors_[i].enabled && !actors_[i].asleep)
      report.awakeBodies += static_cast<std::uint32_t>(actors_[i].bodies.size());
  }
  report.contacts = static_cast<std::uint32_t>(contacts_.size());
  for (const std::uint32_t i : awakeBlocks_) report.nonFinite += blockBursts_[i];
  return report;
}

namespace {

/// Velocities that bring a rigid body to its target in the time that is left, or within the step.
void motionTo(const Transform& now, const Transform& then, float time, Vec3& velocity, Vec3& spin) {
  velocity = (then.translation - now.translation) / time;
  spin = logarithm(normalized(then.rotation * conjugate(now.rotation))) / time;
}

}  // namespace

void CrowdWorld::startMotions(float dt) {
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (!actors_.holds(i) || !actors_[i].enabled || actors_[i].asleep) continue;
    for (const BodyId id : actors_[i].bodies) {
      const Body& body = bodies_[id.index];
      if (body.def.mode == BodyMode::dynamic) continue;
      Motion motion = motionOf(body);
      motion.velocity = motion.spin = {};
      if (body.remaining > 0)
        motionTo({motion.turn, motion.place}, body.target, std::max(body.remaining, dt), motion.velocity, motion.spin);
      setMotion(body, motion);
    }
  }
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (!grounds_.holds(i) || !grounds_[i].moved) continue;
    Ground& ground = grounds_[i];
    ground.velocity = ground.spin = {};
    if (ground.remaining > 0) motionTo(ground.worldFromGround, ground.target, std::max(ground.remaining, dt), ground.velocity, ground.spin);
  }
}

void CrowdWorld::finishMotions(float dt) {
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (!actors_.holds(i) || !actors_[i].enabled || actors_[i].asleep) continue;
    for (const BodyId id : actors_[i].bodies) {
      Body& body = bodies_[id.index];
      if (body.def.mode == BodyMode::dynamic || body.remaining <= 0) continue;
      body.remaining -= dt * 1.0001f;
      if (body.remaining > 0) continue;
      body.remaining = 0;
      Motion motion = motionOf(body);
      motion.place = body.target.translation;
      motion.turn = normalized(body.target.rotation);
      setMotion(body, motion);
    }
  }
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (!grounds_.holds(i) || grounds_[i].remaining <= 0) continue;
    Ground& ground = grounds_[i];
    ground.remaining -= dt * 1.0001f;
    if (ground.remaining > 0) {
      ground.worldFromGround.translation += ground.velocity * dt;
      ground.worldFromGround.rotation = normalized(exponential(ground.spin * dt) * ground.worldFromGround.rotation);
    } else {
      ground.remaining = 0;
      ground.worldFromGround = ground.target;
    }
  }
}

void CrowdWorld::gatherAwake() {
  awakeBlocks_.clear();
  blockContacts_.resize(blocks_.size());
  blockBursts_.resize(blocks_.size());
  for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
    Block& block = blocks_[i];
    block.awake = std::any_of(block.actors.begin(), block.actors.end(),
                              [this](std::uint32_t actor) { return actor != kNone && actors_[actor].enabled && !actors_[actor].asleep; });
    blockContacts_[i].clear();
    blockContacts_[i].reserve(static_cast<std::size_t>(kernel_.width) * 2 * static_cast<std::size_t>(block.view.kind->bodies));
    blockBursts_[i] = 0;
    if (block.awake) awakeBlocks_.push_back(i);
  }
}

void CrowdWorld::runIsland(std::size_t index, const StepNumbers& shared, float) {
  Island& island = islands_[index];
  StepNumbers step = shared;
  const bool coupled = !island.coupled.empty();
  const auto each = [&](auto&& call) {
    for (const std::uint32_t i : island.blocks) call(blocks_[i]);
  };
  lendSpace(island);
  each([&](Block& block) { beginBlock(block, step); });
  if (coupled) beginCoupled(island);
  for (int left = def_.substeps; left-- > 0;) {
    step.ahead = step.dt * static_cast<float>(left);
    each([&](Block& block) { kernel_.prepare(block.view, step); });
    if (coupled) loadCoupled(island);
    if (coupled) prepareCoupled(island, step);
    for (int i = 0; i < def_.iterations; ++i) {
      if (coupled && i > 0) loadCoupled(island);
      if (coupled) solveCoupled(island, step, true);
      each([&](Block& block) { kernel_.sweep(block.view, step); });
    }
    each([&](Block& block) { kernel_.advance(block.view, step); });
    if (coupled) loadCoupled(island);
    if (coupled) solveCoupled(island, step, false);
    each([&](Block& block) { kernel_.relax(block.view, step); });
  }
  if (coupled) bounceCoupled(island);
  for (const std::uint32_t i : island.blocks) endBlock(i, step);
  if (coupled) forgetBurst(island);
}

/// Work space of this worker for the blocks of an island.
void CrowdWorld::lendSpace(const Island& island) {
  std::vector<LaneMemory>& spaces = workers_.local().spaces;
  if (spaces.size() < island.blocks.size()) spaces.resize(island.blocks.size());
  for (std::size_t i = 0; i < island.blocks.size(); ++i) {
    BlockView& view = blocks_[island.blocks[i]].view;
    spaces[i].resize(scratchBytes(*view.kind, kernel_.width) / sizeof(float) + 1);
    view.scratch = spaces[i].data();
  }
}

/// Contacts of the block with itself and the ground.
void CrowdWorld::beginBlock(Block& block, const StepNumbers& step) {
  for (std::size_t lane = 0; lane < block.actors.size(); ++lane) {
    if (block.actors[lane] == kNone || actors_[block.actors[lane]].asleep) continue;
    for (const JointId id : actors_[block.actors[lane]].joints) {
      if (!(joints_[id.index].motor.hertz > 0)) continue;
      JointLanes<float> joint = block.joint(joints_[id.index].index, static_cast<int>(lane));
      joint.motorSum = {};
      joint.saturated = 0;
      block.setJoint(joints_[id.index].index, static_cast<int>(lane), joint);
    }
  }
  kernel_.find(block.view, step);
  const std::vector<std::uint8_t>& shapes = kinds_[block.kind]->shape;
  const bool boxes = std::find(shapes.begin(), shapes.end(), static_cast<std::uint8_t>(BodyShape::box)) != shapes.end();
  if (step.planes >= 0 && !boxes) {
    kernel_.stand(block.view, step);
  } else {
    standOnGround(block, step);
  }
}

/// What a burst left between its character and others would burst them anew in the next step.
void CrowdWorld::forgetBurst(Island& island) {
  const auto burst = [this](std::uint32_t i) {
    const Coupled& c = coupled_[i];
    return c.block != nullptr && c.block->whole(c.lane).burst > 0;
  };
  for (const std::uint32_t i : island.meetings) {
    Meeting& m = meetings_[i];
    if (!burst(m.coupledA) && !burst(m.coupledB)) continue;
    m.impulse = m.sum = {};
    m.distance = kMargin;
  }
  for (const std::uint32_t i : island.joints) {
    LooseJoint& loose = *joints_[i].loose;
    if (!burst(loose.parent) && !burst(loose.child)) continue;
    loose.anchorImpulse = loose.lanes.motorSum = {};
    loose.lanes.twistLoad = loose.lanes.swingLoad = 0;
  }
}

/// Restitution, what is kept, what burst, and the contacts of the block.
void CrowdWorld::endBlock(std::uint32_t self, const StepNumbers& step) {
  Block& block = blocks_[self];
  kernel_.bounce(block.view, step);
  kernel_.keep(block.view, step);
  for (int lane = 0; lane < kernel_.width; ++lane) {
    const std::uint32_t actor = block.actors[static_cast<std::size_t>(lane)];
    if (actor == kNone || !actors_[actor].enabled || actors_[actor].asleep || block.whole(lane).burst == 0) continue;

    // One bad part spoils its character through the joints: the whole of it goes back, at rest.
    const auto* backup = static_cast<const float*>(block.view.scratch);
    for (int i = 0; i < block.view.kind->bodies; ++i) {
      auto lanes = loadLane<BodyLanes<float>>(backup + static_cast<std::size_t>(i * kernel_.width) * sizeof(BodyLanes<float>) / 4,
                                              kernel_.width, lane);
      lanes.velocity = lanes.spin = {};
      block.setBody(i, lane, lanes);
      JointLanes<float> joint = block.joint(i, lane);
      joint.twistLoad = joint.swingLoad = 0;
      joint.motorSum = {};
      block.setJoint(i, lane, joint);
      ++blockBursts_[self];
    }
    for (int k = 0; k < block.view.kind->pairs; ++k) block.setPair(k, lane, {block.pair(k, lane).on, {}});
    for (int k = 0; k < block.view.kind->slots; ++k) block.setSlot(k, lane, {});
    WholeLanes<float> whole = block.whole(lane);
    whole.fastest = whole.spinning = 0;
    block.setWhole(lane, whole);
  }
  if (step.planes < 0) noteTravel(block);
  reportBlock(block, blockContacts_[self]);
}

}  // namespace sinew::crowd
