#include <algorithm>

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>

#include "physics/bullet/bullet_world.h"
#include "physics/check.h"

namespace sinew::bullet {

GroundId BulletWorld::addGround(std::unique_ptr<Ground> ground, const Transform& worldFromGround) {
  btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, ground->shape.get());
  info.m_startWorldTransform = toBullet(worldFromGround * ground->groundFromShape);
  ground->rigid = std::make_unique<btRigidBody>(info);
  ground->rigid->forceActivationState(ISLAND_SLEEPING);
  ground->rigid->setUserIndex2(1);

  const GroundId id = grounds_.add(std::move(ground));
  btRigidBody& rigid = *grounds_[id.index]->rigid;
  rigid.setUserIndex(static_cast<int>(id.index));
  collision_.addCollisionObject(&rigid, static_cast<int>(kGroundGroup), static_cast<int>(~kGroundGroup));
  return id;
}

Result<GroundId> BulletWorld::createPlane(const Vec3& normal, float offset, const MaterialDef& material) {
  if (auto checked = checkPlane(normal, offset); !checked) return Failure(checked.error());
  if (auto checked = checkMaterial(material, "material"); !checked) return Failure(checked.error());
  auto ground = std::make_unique<Ground>();
  ground->material = material;
  ground->shape = std::make_unique<btStaticPlaneShape>(toBullet(normalized(normal)), offset);
  return addGround(std::move(ground), {});
}

Result<GroundId> BulletWorld::createBox(const Transform& worldFromBox, const Vec3& halfExtent, const MaterialDef& material) {
  if (!isRigid(worldFromBox)) return fail(ErrorCode::value, "worldFromBox", "is not a finite rigid transform");
  if (!isFinite(halfExtent) || !(std::min({halfExtent.x, halfExtent.y, halfExtent.z}) > 0)) {
    return fail(ErrorCode::value, "halfExtent", "must be finite and positive");
  }
  if (auto checked = checkMaterial(material, "material"); !checked) return Failure(checked.error());
  auto ground = std::make_unique<Ground>();
  ground->material = material;
  ground->shape = std::make_unique<btBoxShape>(toBullet(halfExtent));
  return addGround(std::move(ground), worldFromBox);
}

Result<GroundId> BulletWorld::createMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles,
                                         const MaterialDef& material) {
  if (auto checked = checkMesh(vertices, triangles); !checked) return Failure(checked.error());
  if (auto checked = checkMaterial(material, "material"); !checked) return Failure(checked.error());
  auto ground = std::make_unique<Ground>();
  ground->material = material;
  ground->vertices.reserve(vertices.size());
  for (const Vec3& vertex : vertices) ground->vertices.push_back(toBullet(vertex));
  ground->triangles.assign(triangles.begin(), triangles.end());
  ground->mesh = std::make_unique<btTriangleIndexVertexArray>(
      static_cast<int>(triangles.size() / 3), ground->triangles.data(), static_cast<int>(3 * sizeof(int)),
      static_cast<int>(vertices.size()), static_cast<btScalar*>(ground->vertices.front()), static_cast<int>(sizeof(btVector3)));
  ground->shape = std::make_unique<btBvhTriangleMeshShape>(ground->mesh.get(), true);
  ground->shape->setMargin(0);
  return addGround(std::move(ground), {});
}

Result<GroundId> BulletWorld::createHeightField(std::span<const float> heights, std::uint32_t columns, float cell, const Vec3& origin,
                                                const MaterialDef& material) {
  if (auto checked = checkHeightField(heights, columns, cell, origin); !checked) return Failure(checked.error());
  if (auto checked = checkMaterial(material, "material"); !checked) return Failure(checked.error());
  auto ground = std::make_unique<Ground>();
  ground->material = material;
  ground->heights.assign(heights.begin(), heights.end());
  const auto rows = static_cast<int>(heights.size() / columns);
  const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
  auto shape = std::make_unique<btHeightfieldTerrainShape>(static_cast<int>(columns), rows, ground->heights.data(), *low, *high, 1, false);
  shape->setLocalScaling(btVector3(cell, 1, cell));
  shape->setMargin(0);
  ground->shape = std::move(shape);

  // Bullet's height field has its origin in the middle of its box.
  const Vec3 middle{cell * static_cast<float>(columns - 1) / 2, (*low + *high) / 2, cell * static_cast<float>(rows - 1) / 2};
  ground->groundFromShape.translation = origin + middle;
  return addGround(std::move(ground), {});
}

void BulletWorld::destroyGround(GroundId id) {
  if (grounds_.find(id) == nullptr) return;
  btRigidBody* rigid = grounds_[id.index]->rigid.get();
  for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
    const btPersistentManifold* manifold = dispatcher_.getManifoldByIndexInternal(i);
    if (manifold->getBody0() == rigid) wakeActor(bodies_[indexOf(*manifold->getBody1())].actor);
    if (manifold->getBody1() == rigid) wakeActor(bodies_[indexOf(*manifold->getBody0())].actor);
  }
  collision_.removeCollisionObject(rigid);
  grounds_.remove(id.index);
}

void BulletWorld::moveGround(GroundId id, const Transform& worldFromGround, float dt) {
  std::unique_ptr<Ground>* ground = grounds_.find(id);
  SINEW_ASSERT(dt > 0);
  if (ground == nullptr || !(dt > 0)) return;
  if (!isRigid(worldFromGround)) {
    ++pending_.skippedTargets;
    return;
  }
  btRigidBody& rigid = *(*ground)->rigid;
  rigid.setCollisionFlags((rigid.getCollisionFlags() & ~btCollisionObject::CF_STATIC_OBJECT) | btCollisionObject::CF_KINEMATIC_OBJECT);
  (*ground)->motion = {toBullet(worldFromGround * (*ground)->groundFromShape), dt};
}

}  // namespace sinew::bullet
