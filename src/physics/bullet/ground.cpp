#include <algorithm>

#include "physics/bullet/bullet_world.h"
#include "physics/check.h"

namespace sinew::bullet {

GroundId BulletWorld::addGround(std::unique_ptr<Ground> ground, const Transform& worldFromGround) {
  btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, ground->shape.get());
  info.m_startWorldTransform = toBullet(worldFromGround);
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
  std::vector<btVector3> points;
  points.reserve(vertices.size());
  for (const Vec3& vertex : vertices) points.push_back(toBullet(vertex));
  return addMesh(std::move(points), std::vector<int>(triangles.begin(), triangles.end()), material);
}

GroundId BulletWorld::addMesh(std::vector<btVector3> vertices, std::vector<int> triangles, const MaterialDef& material) {
  auto ground = std::make_unique<Ground>();
  ground->material = material;
  ground->vertices = std::move(vertices);
  ground->triangles = std::move(triangles);
  ground->edges.build(ground->vertices, ground->triangles);
  ground->mesh = std::make_unique<btTriangleIndexVertexArray>(
      static_cast<int>(ground->triangles.size() / 3), ground->triangles.data(), static_cast<int>(3 * sizeof(int)),
      static_cast<int>(ground->vertices.size()), static_cast<btScalar*>(ground->vertices.front()), static_cast<int>(sizeof(btVector3)));
  ground->shape = std::make_unique<btBvhTriangleMeshShape>(ground->mesh.get(), true);
  ground->shape->setMargin(0);
  return addGround(std::move(ground), {});
}

Result<GroundId> BulletWorld::createHeightField(std::span<const float> heights, std::uint32_t columns, float cell, const Vec3& origin,
                                                const MaterialDef& material) {
  if (auto checked = checkHeightField(heights, columns, cell, origin); !checked) return Failure(checked.error());
  if (auto checked = checkMaterial(material, "material"); !checked) return Failure(checked.error());

  // A mesh of two triangles a cell: one kind of ground less to keep feet from catching on.
  const auto rows = static_cast<std::uint32_t>(heights.size() / columns);
  std::vector<btVector3> points;
  points.reserve(heights.size());
  std::vector<int> triangles;
  triangles.reserve(std::size_t{6} * (rows - 1) * (columns - 1));
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const auto i = static_cast<int>(row * columns + column), next = i + static_cast<int>(columns);
      const Vec3 offset{cell * static_cast<float>(column), heights[static_cast<std::size_t>(i)], cell * static_cast<float>(row)};
      points.push_back(toBullet(origin + offset));
      if (row + 1 < rows && column + 1 < columns) triangles.insert(triangles.end(), {i, next, i + 1, i + 1, next, next + 1});
    }
  }
  return addMesh(std::move(points), std::move(triangles), material);
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
  (*ground)->motion = {toBullet(worldFromGround), dt};
}

}  // namespace sinew::bullet
