#include "physics/bullet/capsule_plane.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>

namespace sinew::bullet {
namespace {

class CapsulePlane : public btCollisionAlgorithm {
 public:
  CapsulePlane(const btCollisionAlgorithmConstructionInfo& info, const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b,
               bool swapped)
      : btCollisionAlgorithm(info), swapped_(swapped) {
    if (m_dispatcher->needsCollision(a->getCollisionObject(), b->getCollisionObject())) {
      manifold_ = m_dispatcher->getNewManifold(a->getCollisionObject(), b->getCollisionObject());
    }
  }
  ~CapsulePlane() override {
    if (manifold_ != nullptr) m_dispatcher->releaseManifold(manifold_);
  }
  CapsulePlane(const CapsulePlane&) = delete;
  CapsulePlane& operator=(const CapsulePlane&) = delete;

  void processCollision(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b, const btDispatcherInfo&,
                        btManifoldResult* result) override {
    if (manifold_ == nullptr) return;
    result->setPersistentManifold(manifold_);
    const btCollisionObjectWrapper* capsuleSide = swapped_ ? b : a;
    const btCollisionObjectWrapper* planeSide = swapped_ ? a : b;
    const auto* capsule = static_cast<const btCapsuleShape*>(capsuleSide->getCollisionShape());
    const auto* plane = static_cast<const btStaticPlaneShape*>(planeSide->getCollisionShape());
    const btTransform& worldFromPlane = planeSide->getWorldTransform();
    const btVector3 normal = worldFromPlane.getBasis() * plane->getPlaneNormal();

    for (const btScalar end : {btScalar(1), btScalar(-1)}) {
      btVector3 tip(0, 0, 0);
      tip[capsule->getUpAxis()] = end * capsule->getHalfHeight();
      const btVector3 center = capsuleSide->getWorldTransform() * tip;
      const btScalar height = plane->getPlaneNormal().dot(worldFromPlane.invXform(center)) - plane->getPlaneConstant();
      const btScalar distance = height - capsule->getRadius();
      if (distance >= manifold_->getContactBreakingThreshold()) continue;
      // The normal points away from b: away from the plane, or, swapped, away from the capsule.
      if (swapped_) {
        result->addContactPoint(-normal, center - normal * capsule->getRadius(), distance);
      } else {
        result->addContactPoint(normal, center - normal * height, distance);
      }
    }
    result->refreshContactPoints();
  }

  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&, btManifoldResult*) override { return 1; }
  void getAllContactManifolds(btManifoldArray& manifolds) override {
    if (manifold_ != nullptr) manifolds.push_back(manifold_);
  }

 private:
  bool swapped_;
  btPersistentManifold* manifold_ = nullptr;
};

}  // namespace

btCollisionAlgorithm* CapsulePlaneCreate::CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                                   const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b) {
  void* memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(CapsulePlane));
  return new (memory) CapsulePlane(info, a, b, m_swapped);
}

}  // namespace sinew::bullet
