#include <cstring>
#include <type_traits>

#include "physics/bullet/bullet_world.h"

// A snapshot holds states, sleep, modes, targets and the joints' impulses. Bullet's contact caches stay out and are cleared on
// restore: two restores run alike, a restored run and the original agree only closely.

namespace sinew::bullet {
namespace {

constexpr std::uint32_t kMagic = 0x53574253;  // "SBWS"

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
  }
  std::vector<std::byte> bytes;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  bool get(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (bytes_.size() < sizeof(T)) return false;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_ = bytes_.subspan(sizeof(T));
    return true;
  }
  bool atEnd() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

/// Bullet's types without their padding.
struct PlainVector {
  float v[3] = {};
};
struct PlainTransform {
  PlainVector rows[3], origin;
};

PlainVector plain(const btVector3& v) { return {{v.x(), v.y(), v.z()}}; }
btVector3 full(const PlainVector& v) { return {v.v[0], v.v[1], v.v[2]}; }
PlainTransform plain(const btTransform& t) {
  return {{plain(t.getBasis()[0]), plain(t.getBasis()[1]), plain(t.getBasis()[2])}, plain(t.getOrigin())};
}
btTransform full(const PlainTransform& t) {
  btMatrix3x3 basis;
  for (int i = 0; i < 3; ++i) basis[i] = full(t.rows[i]);
  return btTransform(basis, full(t.origin));
}

struct ActorRecord {
  ArticulationId id;
  std::uint32_t bodyCount = 0, jointCount = 0;
  std::uint32_t enabled = 0, asleep = 0;
  float quietTime = 0;
};

struct BodyRecord {
  BodyId id;
  std::uint32_t kinematic = 0;
  PlainTransform worldFromCenter, motionTarget, quietFrom;
  PlainVector linear, angular, pinImpulse, pinTurnImpulse;
  float motionRemaining = 0;
  PinTarget pin;
};

struct JointRecord {
  JointId id;
  MotorTarget motor;
  PlainVector anchor, lock, motorImpulse, damper;
  std::array<float, Joint::kLimitSlots> limits{}, loads{};
};

struct GroundRecord {
  GroundId id;
  PlainTransform worldFromShape, motionTarget;
  float motionRemaining = 0;
};

BodyRecord recordOf(BodyId id, const Body& body) {
  BodyRecord record;
  record.id = id;
  record.kinematic = body.dynamic() ? 0 : 1;
  record.worldFromCenter = plain(body.rigid->getWorldTransform());
  record.motionTarget = plain(body.motion.target);
  record.quietFrom = plain(body.quietFrom);
  record.linear = plain(body.rigid->getLinearVelocity());
  record.angular = plain(body.rigid->getAngularVelocity());
  record.pinImpulse = plain(body.pin.impulse);
  record.pinTurnImpulse = plain(body.pin.turnImpulse);
  record.motionRemaining = body.motion.remaining;
  record.pin = body.pin.target;
  return record;
}

void apply(const BodyRecord& record, Body& body) {
  const BodyMode mode = record.kinematic != 0 ? BodyMode::kinematic : BodyMode::dynamic;
  if (body.def.mode != mode) body.setMode(mode);
  body.rigid->proceedToTransform(full(record.worldFromCenter));
  body.rigid->setLinearVelocity(full(record.linear));
  body.rigid->setAngularVelocity(full(record.angular));
  body.motion = {full(record.motionTarget), record.motionRemaining};
  body.quietFrom = full(record.quietFrom);
  body.pin.impulse = full(record.pinImpulse);
  body.pin.turnImpulse = full(record.pinTurnImpulse);
  body.pin.target = record.pin;
}

JointRecord recordOf(JointId id, const Joint& joint) {
  return {id,
          joint.motor,
          plain(joint.anchorImpulse),
          plain(joint.lockImpulse),
          plain(joint.motorImpulse),
          plain(joint.damperImpulse),
          joint.limitImpulse,
          joint.limitLoad};
}

void apply(const JointRecord& record, Joint& joint) {
  joint.motor = record.motor;
  joint.anchorImpulse = full(record.anchor);
  joint.lockImpulse = full(record.lock);
  joint.motorImpulse = full(record.motorImpulse);
  joint.damperImpulse = full(record.damper);
  joint.limitImpulse = record.limits;
  joint.limitLoad = record.loads;
}

GroundRecord recordOf(GroundId id, const Ground& ground) {
  return {id, plain(ground.rigid->getWorldTransform()), plain(ground.motion.target), ground.motion.remaining};
}

/// Everything of a snapshot, read and checked before any of it is applied.
struct Records {
  std::vector<ActorRecord> actors;
  std::vector<BodyRecord> bodies;
  std::vector<JointRecord> joints;
  std::vector<GroundRecord> grounds;
};

template <class T, class Source>
bool readAll(Reader& reader, const Source& expected, std::vector<T>& out) {
  for (const T& known : expected) {
    T record;
    if (!reader.get(record) || !(record.id == known.id)) return false;
    out.push_back(record);
  }
  return true;
}

std::vector<std::byte> written(const Records& records) {
  Writer writer;
  writer.put(kMagic);
  writer.put(static_cast<std::uint32_t>(records.actors.size()));
  for (const ActorRecord& record : records.actors) writer.put(record);
  for (const BodyRecord& record : records.bodies) writer.put(record);
  for (const JointRecord& record : records.joints) writer.put(record);
  for (const GroundRecord& record : records.grounds) writer.put(record);
  return std::move(writer.bytes);
}

}  // namespace

/// The records of one articulation, or of the whole world.
struct BulletWorld::Snapshot {
  static void addActor(const BulletWorld& world, std::uint32_t index, Records& records) {
    const Actor& actor = world.actors_[index];
    records.actors.push_back({world.actors_.idAt(index), static_cast<std::uint32_t>(actor.bodies.size()),
                              static_cast<std::uint32_t>(actor.joints.size()), actor.enabled, actor.asleep, actor.quietTime});
    for (const BodyId id : actor.bodies) records.bodies.push_back(recordOf(id, world.bodies_[id.index]));
    for (const JointId id : actor.joints) records.joints.push_back(recordOf(id, world.joints_[id.index]));
  }

  static Records all(const BulletWorld& world) {
    Records records;
    for (std::uint32_t i = 0; i < world.actors_.end(); ++i) {
      if (world.actors_.holds(i)) addActor(world, i, records);
    }
    for (const std::uint32_t i : world.looseJoints_) records.joints.push_back(recordOf(world.joints_.idAt(i), world.joints_[i]));
    for (std::uint32_t i = 0; i < world.grounds_.end(); ++i) {
      if (world.grounds_.holds(i)) records.grounds.push_back(recordOf(world.grounds_.idAt(i), *world.grounds_[i]));
    }
    return records;
  }

  static Result<void> put(BulletWorld& world, const Records& present, std::span<const std::byte> bytes) {
    Reader reader(bytes);
    std::uint32_t magic = 0, actorCount = 0;
    if (!reader.get(magic) || magic != kMagic) return fail(ErrorCode::format, "snapshot", "is no snapshot of this kind of world");
    Records wanted;
    const bool fits = reader.get(actorCount) && actorCount == present.actors.size() && readAll(reader, present.actors, wanted.actors) &&
                      readAll(reader, present.bodies, wanted.bodies) && readAll(reader, present.joints, wanted.joints) &&
                      readAll(reader, present.grounds, wanted.grounds) && reader.atEnd();
    if (!fits) return fail(ErrorCode::reference, "snapshot", "was taken from another population");

    for (const BodyRecord& record : wanted.bodies) apply(record, world.bodies_[record.id.index]);
    for (const JointRecord& record : wanted.joints) apply(record, world.joints_[record.id.index]);
    for (const ActorRecord& record : wanted.actors) putActor(world, record);
    for (const GroundRecord& record : wanted.grounds) {
      Ground& ground = *world.grounds_[record.id.index];
      ground.rigid->proceedToTransform(full(record.worldFromShape));
      ground.motion = {full(record.motionTarget), record.motionRemaining};
      world.collision_.updateSingleAabb(ground.rigid.get());
    }
    return {};
  }

  static void putActor(BulletWorld& world, const ActorRecord& record) {
    Actor& actor = world.actors_[record.id.index];
    actor.enabled = record.enabled != 0;
    actor.asleep = record.asleep != 0;
    actor.quietTime = record.quietTime;
    for (const BodyId id : actor.bodies) {
      Body& body = world.bodies_[id.index];
      actor.enabled ? world.enter(body) : world.leave(body);
      body.rigid->forceActivationState(actor.asleep ? ISLAND_SLEEPING : ACTIVE_TAG);
      if (actor.enabled) world.collision_.updateSingleAabb(body.rigid.get());
    }
  }
};

std::vector<std::byte> BulletWorld::snapshot() const { return written(Snapshot::all(*this)); }

Result<void> BulletWorld::restore(std::span<const std::byte> bytes) {
  if (auto put = Snapshot::put(*this, Snapshot::all(*this), bytes); !put) return put;
  forgetAllContacts();
  return {};
}

std::vector<std::byte> BulletWorld::snapshot(ArticulationId articulation) const {
  Records records;
  if (actors_.find(articulation) != nullptr) Snapshot::addActor(*this, articulation.index, records);
  return written(records);
}

Result<void> BulletWorld::restore(ArticulationId articulation, std::span<const std::byte> bytes) {
  if (!actors_.valid(articulation)) return fail(ErrorCode::reference, "articulation", "names no articulation");
  Records present;
  Snapshot::addActor(*this, articulation.index, present);
  if (auto put = Snapshot::put(*this, present, bytes); !put) return put;
  placed_.clear();
  for (const BodyId id : actors_[articulation.index].bodies) placed_.push_back(id.index);
  forgetContacts(placed_);
  return {};
}

}  // namespace sinew::bullet
