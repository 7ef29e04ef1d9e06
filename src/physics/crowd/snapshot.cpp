#include <cstring>

#include <sinew/base/hash.h>

#include "physics/crowd/crowd_world.h"

// A snapshot is the lanes of every character and what the world keeps beside them, as raw bytes of this build. It opens with what it
// was taken from, so that it fits nothing else.

namespace sinew::crowd {
namespace {

constexpr std::uint32_t kMagic = 0x44525743;  // "CWRD"

struct Header {
  std::uint32_t magic = kMagic, width = 0;
  std::uint64_t population = 0, size = 0;
};

struct BodyRecord {
  Transform target, quietFrom;
  float remaining = 0;
  Travel travel;
  BodyMode mode = BodyMode::dynamic;
  PinTarget pin;
  PinLanes<float> pinLanes;
};

template <class S>
void put(std::vector<std::byte>& out, const S& s) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&s);
  out.insert(out.end(), bytes, bytes + sizeof(S));
}
template <class S>
void take(const std::byte*& in, S& s) {
  std::memcpy(static_cast<void*>(&s), in, sizeof(S));
  in += sizeof(S);
}

struct ActorRecord {
  std::uint32_t asleep = 0, enabled = 0;
  float quietTime = 0;
};

}  // namespace

std::uint64_t CrowdWorld::population() const {
  std::vector<std::uint32_t> who;
  for (std::uint32_t i = 0; i < bodies_.end(); ++i) {
    if (bodies_.holds(i)) who.insert(who.end(), {i, bodies_.idAt(i).generation});
  }
  who.push_back(kNone);
  for (std::uint32_t i = 0; i < joints_.end(); ++i) {
    if (joints_.holds(i)) who.insert(who.end(), {i, joints_.idAt(i).generation});
  }
  who.push_back(kNone);
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (grounds_.holds(i)) who.insert(who.end(), {i, grounds_.idAt(i).generation});
  }
  return hashOf(std::span<const std::uint32_t>(who));
}

std::size_t CrowdWorld::actorBytes(std::uint32_t index) const {
  const Actor& actor = actors_[index];
  return sizeof(ActorRecord) + rowsOf(kinds_[actor.kind]->topology) * sizeof(float) + actor.bodies.size() * sizeof(BodyRecord) +
         actor.joints.size() * sizeof(MotorTarget);
}

void CrowdWorld::writeActor(std::uint32_t index, std::vector<std::byte>& out) const {
  const Actor& actor = actors_[index];
  const Block& place = blocks_[actor.block];
  put(out, ActorRecord{actor.asleep ? 1u : 0u, actor.enabled ? 1u : 0u, actor.quietTime});
  const std::vector<float> column = place.column(actor.lane);
  const auto bytes = std::as_bytes(std::span<const float>(column));
  out.insert(out.end(), bytes.begin(), bytes.end());
  for (const BodyId id : actor.bodies) {
    const Body& body = bodies_[id.index];
    put(out,
        BodyRecord{body.target, body.quietFrom, body.remaining, body.travel, body.def.mode, body.pin, place.pin(body.index, actor.lane)});
  }
  for (const JointId id : actor.joints) put(out, joints_[id.index].motor);
}

void CrowdWorld::readActor(std::uint32_t index, const std::byte* in) {
  Actor& actor = actors_[index];
  Block& place = blocks_[actor.block];
  const Topology& kind = kinds_[actor.kind]->topology;
  ActorRecord record;
  take(in, record);
  actor.asleep = record.asleep != 0;
  actor.enabled = record.enabled != 0;
  actor.quietTime = record.quietTime;

  // Filters are no state: they stay as they are.
  std::vector<float> column(rowsOf(kind));
  std::memcpy(column.data(), in, column.size() * sizeof(float));
  in += column.size() * sizeof(float);
  std::vector<float> on;
  on.reserve(static_cast<std::size_t>(kind.pairs));
  for (int k = 0; k < kind.pairs; ++k) on.push_back(place.pair(k, actor.lane).on);
  place.setColumn(actor.lane, column.data());
  for (int k = 0; k < kind.pairs; ++k) place.setPair(k, actor.lane, {on[static_cast<std::size_t>(k)], place.pair(k, actor.lane).impulse});
  setLive(actor);

  for (const BodyId id : actor.bodies) {
    Body& body = bodies_[id.index];
    BodyRecord kept;
    take(in, kept);
    body.target = kept.target;
    body.quietFrom = kept.quietFrom;
    body.remaining = kept.remaining;
    body.travel = kept.travel;
    body.def.mode = kept.mode;
    body.pin = kept.pin;
    if (place.pins() != nullptr || kept.pinLanes.hertz > 0) place.setPin(body.index, actor.lane, kept.pinLanes);
  }
  for (const JointId id : actor.joints) take(in, joints_[id.index].motor);
}

std::vector<std::byte> CrowdWorld::snapshot() const {
  std::vector<std::byte> out;
  put(out, Header{kMagic, static_cast<std::uint32_t>(kernel_.width), population(), 0});
  put(out, lastDt_);
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (actors_.holds(i)) writeActor(i, out);
  }
  for (const std::uint32_t i : looseJoints_) {
    put(out, *joints_[i].loose);
    put(out, joints_[i].motor);
  }
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (!grounds_.holds(i)) continue;
    const Ground& ground = grounds_[i];
    put(out, ground.worldFromGround);
    put(out, ground.target);
    put(out, ground.remaining);
    put(out, static_cast<std::uint32_t>(ground.moved));
  }
  put(out, static_cast<std::uint64_t>(meetings_.size()));
  for (const Meeting& m : meetings_) put(out, m);
  Header header{kMagic, static_cast<std::uint32_t>(kernel_.width), population(), out.size()};
  std::memcpy(out.data(), &header, sizeof(header));
  return out;
}

Result<void> CrowdWorld::restore(std::span<const std::byte> bytes) {
  Header header;
  const auto foreign = [] { return fail(ErrorCode::reference, "snapshot", "is not of this world with this population"); };
  if (bytes.size() < sizeof(header)) return foreign();
  const std::byte* in = bytes.data();
  take(in, header);
  if (header.magic != kMagic || header.width != static_cast<std::uint32_t>(kernel_.width) || header.population != population() ||
      header.size != bytes.size())
    return foreign();
  std::size_t fixed =
      sizeof(header) + sizeof(lastDt_) + looseJoints_.size() * (sizeof(LooseJoint) + sizeof(MotorTarget)) + sizeof(std::uint64_t);
  for (std::uint32_t i = 0; i < actors_.end(); ++i) fixed += actors_.holds(i) ? actorBytes(i) : 0;
  for (std::uint32_t i = 0; i < grounds_.end(); ++i)
    fixed += grounds_.holds(i) ? 2 * sizeof(Transform) + sizeof(float) + sizeof(std::uint32_t) : 0;
  if (bytes.size() < fixed || (bytes.size() - fixed) % sizeof(Meeting) != 0) return foreign();
  std::uint64_t count = 0;
  std::memcpy(&count, bytes.data() + fixed - sizeof(count), sizeof(count));
  if (count != (bytes.size() - fixed) / sizeof(Meeting)) return foreign();

  take(in, lastDt_);
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (!actors_.holds(i)) continue;
    readActor(i, in);
    in += actorBytes(i);
  }
  for (const std::uint32_t i : looseJoints_) {
    take(in, *joints_[i].loose);
    take(in, joints_[i].motor);
  }
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (!grounds_.holds(i)) continue;
    Ground& ground = grounds_[i];
    std::uint32_t moved = 0;
    take(in, ground.worldFromGround);
    take(in, ground.target);
    take(in, ground.remaining);
    take(in, moved);
    ground.moved = moved != 0;
  }
  take(in, count);
  meetings_.resize(static_cast<std::size_t>(count));
  for (Meeting& m : meetings_) take(in, m);
  sleepersChanged_ = true;
  contacts_.clear();
  return {};
}

std::vector<std::byte> CrowdWorld::snapshot(ArticulationId id) const {
  std::vector<std::byte> out;
  if (actors_.find(id) == nullptr) return out;
  put(out, Header{kMagic, id.index, id.generation, 0});
  writeActor(id.index, out);
  Header header{kMagic, id.index, id.generation, out.size()};
  std::memcpy(out.data(), &header, sizeof(header));
  return out;
}

Result<void> CrowdWorld::restore(ArticulationId id, std::span<const std::byte> bytes) {
  if (actors_.find(id) == nullptr) return fail(ErrorCode::reference, "articulation", "names no articulation");
  Header header;
  const auto foreign = [] { return fail(ErrorCode::reference, "snapshot", "is not of this articulation"); };
  if (bytes.size() != sizeof(header) + actorBytes(id.index)) return foreign();
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != kMagic || header.width != id.index || header.population != id.generation || header.size != bytes.size())
    return foreign();
  readActor(id.index, bytes.data() + sizeof(header));
  sleepersChanged_ = true;
  for (const BodyId body : actors_[id.index].bodies) {
    std::erase_if(meetings_, [body](const Meeting& m) { return m.bodyA == body.index || m.bodyB == body.index; });
  }
  return {};
}

}  // namespace sinew::crowd
