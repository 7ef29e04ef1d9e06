#include <sinew/locomotion/walkers.h>

#include <algorithm>
#include <cmath>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <sinew/base/hash.h>
#include <sinew/base/log.h>

namespace sinew {

namespace {

constexpr float kBodyStep = 1.0f / 60;  ///< s, of the bodies' world at most
constexpr std::size_t kGrain = 16;      ///< walkers a task: some hundred microseconds

float widthOf(const Volume& volume) {
  const Vec3 size = volume.high - volume.low;
  return std::sqrt(size.x * size.x + size.z * size.z);
}

}  // namespace

Walkers::Walkers(Level level) : level_(std::move(level)), state_(startOf(level_)), tree_(BoxTree::build(level_, state_)) {}

Result<void> Walkers::addBodies(std::string_view world) {
  SINEW_ASSERT(walkers_.empty());
  Result<std::unique_ptr<World>> made = createWorld(world);
  if (!made) return Failure(made.error());
  Result<std::vector<LevelGround>> grounds = addLevel(**made, level_);
  if (!grounds) return Failure(grounds.error());
  world_ = std::move(*made);
  grounds_ = std::move(*grounds);
  return {};
}

std::int32_t Walkers::add(std::shared_ptr<const WalkerKind> kind, const Transform& worldFromModel) {
  cellSize_ = std::max(cellSize_, 1.5f * widthOf(kind->volume));
  walkers_.emplace_back(std::move(kind), worldFromModel);
  if (world_ && walkers_.back().kind().character)
    if (const Result<void> built = walkers_.back().embody(*world_); !built) log(LogLevel::warning, built.error().message);
  frames_.emplace_back();
  return static_cast<std::int32_t>(walkers_.size()) - 1;
}

void Walkers::step(std::span<const WalkerInput> inputs, float dt) {
  SINEW_ASSERT(inputs.size() == walkers_.size());
  if (inputs.size() != walkers_.size()) return;
  advanceLevel(level_, state_, dt);
  tree_.refit(level_, state_);
  gather();

  const LevelGroundView ground(level_, state_, tree_);
  const Place place{level_, state_, tree_, ground, seen_.get()};
  tbb::enumerable_thread_specific<std::vector<Bystander>> scratch;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, walkers_.size(), kGrain), [&](const tbb::blocked_range<std::size_t>& range) {
    std::vector<Bystander>& near = scratch.local();
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      neighboursOf(i, near);
      WalkerInput input = inputs[i];
      input.others = near;
      input.dt = dt;
      frames_[i] = walkers_[i].step(place, input);
    }
  });
  if (world_) stepBodies(place, dt);
  for (Walker& walker : walkers_) applyCrushes(state_, walker.events());
}

/// Bodies are few and share one world: in order, so that nothing depends on who works.
void Walkers::stepBodies(const Place& place, float dt) {
  if (!(dt > 0)) return;
  bool busy = !level_.movers.empty();
  for (Walker& walker : walkers_) {
    walker.drive(dt);
    busy = busy || walker.awake();
  }
  if (!busy) return;
  moveLevel(*world_, level_, state_, grounds_, dt);
  const int steps = std::max(1, static_cast<int>(std::ceil(dt / kBodyStep - 1e-3f)));
  for (int i = 0; i < steps; ++i) world_->step(dt / static_cast<float>(steps));
  for (Walker& walker : walkers_) walker.read(place, dt);
}

/// Everyone as they stand now, and a grid over them.
void Walkers::gather() {
  bystanders_.resize(walkers_.size());
  cells_.resize(walkers_.size());
  for (std::size_t i = 0; i < walkers_.size(); ++i) {
    bystanders_[i] = walkers_[i].bystander(static_cast<std::int32_t>(i));
    const Vec3& at = walkers_[i].worldFromModel().translation;
    cells_[i] = {static_cast<std::int32_t>(std::floor(at.x / cellSize_)), static_cast<std::int32_t>(std::floor(at.z / cellSize_)),
                 static_cast<std::int32_t>(i)};
  }
  std::sort(cells_.begin(), cells_.end());
}

void Walkers::neighboursOf(std::size_t walker, std::vector<Bystander>& near) const {
  near.clear();
  const Vec3& at = walkers_[walker].worldFromModel().translation;
  const auto x = static_cast<std::int32_t>(std::floor(at.x / cellSize_)), z = static_cast<std::int32_t>(std::floor(at.z / cellSize_));
  for (std::int32_t column = x - 1; column <= x + 1; ++column) {
    const auto begin = std::lower_bound(cells_.begin(), cells_.end(), Cell{column, z - 1, -1});
    for (auto cell = begin; cell != cells_.end() && cell->x == column && cell->z <= z + 1; ++cell)
      if (static_cast<std::size_t>(cell->walker) != walker) near.push_back(bystanders_[static_cast<std::size_t>(cell->walker)]);
  }
}

std::uint64_t Walkers::stateHash() const {
  std::uint64_t hash = world_ ? world_->stateHash() : 0;
  for (const Walker& walker : walkers_) {
    hash = hashOf(std::span(&walker.worldFromModel(), 1), hash);
    hash = hashOf(std::span(&walker.body().pace, 1), hash);
    hash = hashOf(std::span(&walker.body().sequence.time, 1), hash);
    hash = hashOf(std::span(&walker.body().state, 1), hash);
    hash = hashOf(walker.animator().displayedLocal(), hash);
  }
  return hash;
}

}  // namespace sinew
