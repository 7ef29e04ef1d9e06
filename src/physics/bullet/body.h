#pragma once

#include <memory>
#include <vector>

#include "physics/bullet/mesh_edges.h"
#include "physics/bullet/pin.h"

// What the world keeps of bodies, characters and ground, beside Bullet's own objects. Bullet puts a body's origin into its
// centre of mass and its axes along the principal inertia; that frame is called `center` here.

namespace sinew::bullet {

/// A kinematic motion under way.
struct Motion {
  btTransform target = btTransform::getIdentity();  ///< world from centre (bodies), world from ground
  float remaining = 0;                              ///< s; 0: stands still
};

/// What is put back when numbers go wrong.
struct BodyBackup {
  btTransform worldFromCenter = btTransform::getIdentity();
  btVector3 linear{0, 0, 0}, angular{0, 0, 0};
};

struct Body {
  BodyDef def;
  std::uint32_t actor = 0;
  Transform bodyFromCenter;
  std::unique_ptr<btConvexShape> shape;
  std::unique_ptr<btCompoundShape> offset;  ///< holds `shape` where it does not sit at the centre
  std::unique_ptr<btRigidBody> rigid;
  Motion motion;
  Pin pin;
  BodyBackup backup;
  btTransform quietFrom = btTransform::getIdentity();  ///< world from centre, where its quiet time began
  std::vector<std::uint32_t> blocked;                  ///< bodies it does not touch
  std::vector<std::uint32_t> joints;                   ///< loose joints that hang on it

  bool dynamic() const { return def.mode == BodyMode::dynamic; }
  btTransform worldFromBody() const;
  void setMode(BodyMode mode);
};

/// What sleeps, wakes, and is switched on and off as one: an articulation, or a loose body.
struct Actor {
  std::vector<BodyId> bodies;
  std::vector<JointId> joints;
  bool articulated = false;
  bool selfCollision = true;
  bool enabled = true;
  bool asleep = false;
  float quietTime = 0;  ///< s since it last moved away from where it stood; 0: just woken
};

struct Ground {
  MaterialDef material;
  std::vector<btVector3> vertices;
  std::vector<int> triangles;
  std::unique_ptr<btTriangleIndexVertexArray> mesh;
  MeshEdges edges;
  std::unique_ptr<btCollisionShape> shape;
  std::unique_ptr<btRigidBody> rigid;
  Motion motion;
};

/// Builds shape and rigid body from `body.def`; not yet in any world.
void buildBody(Body& body, std::uint32_t index);
BodyInfo infoOf(const Body& body);

/// Marks of rigid bodies: what the user indices mean.
inline bool isGround(const btCollisionObject& object) { return object.getUserIndex2() == 1; }
inline std::uint32_t indexOf(const btCollisionObject& object) { return static_cast<std::uint32_t>(object.getUserIndex()); }

}  // namespace sinew::bullet
