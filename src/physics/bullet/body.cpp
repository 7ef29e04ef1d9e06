#include "physics/bullet/body.h"

namespace sinew::bullet {
namespace {

std::unique_ptr<btConvexShape> makeShape(const ShapeDef& def) {
  switch (def.type) {
    case BodyShape::capsule:
      return std::make_unique<btCapsuleShape>(def.radius, 2 * def.halfHeight);
    case BodyShape::sphere:
      return std::make_unique<btSphereShape>(def.radius);
    case BodyShape::box:
      return std::make_unique<btBoxShape>(toBullet(def.halfExtent));
  }
  return nullptr;
}

bool isIdentity(const Transform& t) { return length(t.translation) < 1e-6f && std::abs(t.rotation.w) > 1 - 1e-7f; }

}  // namespace

btTransform Body::worldFromBody() const { return rigid->getWorldTransform() * toBullet(inverse(bodyFromCenter)); }

void Body::setMode(BodyMode mode) {
  def.mode = mode;
  motion = {};
  const int still = rigid->getCollisionFlags() & ~btCollisionObject::CF_KINEMATIC_OBJECT & ~btCollisionObject::CF_STATIC_OBJECT;
  if (mode == BodyMode::kinematic) {
    rigid->setMassProps(0, btVector3(0, 0, 0));
    rigid->setCollisionFlags(still | btCollisionObject::CF_KINEMATIC_OBJECT);
  } else {
    rigid->setCollisionFlags(still);
    rigid->setMassProps(def.mass, toBullet(def.inertia));
  }
  rigid->updateInertiaTensor();
}

void buildBody(Body& body, std::uint32_t index) {
  const BodyDef& def = body.def;
  body.bodyFromCenter = {normalized(def.bodyFromInertia), def.centerOfMass};

  // A shape that sits off the centre of mass goes into a compound of one.
  body.shape = makeShape(def.shape);
  btCollisionShape* shape = body.shape.get();
  const Transform centerFromShape = inverse(body.bodyFromCenter) * def.shape.bodyFromShape;
  if (!isIdentity(centerFromShape)) {
    body.offset = std::make_unique<btCompoundShape>(false, 1);
    body.offset->addChildShape(toBullet(centerFromShape), body.shape.get());
    shape = body.offset.get();
  }

  btRigidBody::btRigidBodyConstructionInfo info(def.mass, nullptr, shape, toBullet(def.inertia));
  info.m_startWorldTransform = toBullet(def.worldFromBody * body.bodyFromCenter);
  info.m_friction = def.material.friction;
  info.m_restitution = def.material.restitution;
  body.rigid = std::make_unique<btRigidBody>(info);
  body.rigid->setUserIndex(static_cast<int>(index));
  body.rigid->setUserIndex2(0);
  body.setMode(def.mode);
}

BodyInfo infoOf(const Body& body) {
  BodyInfo info;
  info.type = body.def.shape.type;
  info.mode = body.rigid->isKinematicObject() ? BodyMode::kinematic : BodyMode::dynamic;

  // Size and place from Bullet's shapes.
  const btConvexShape* shape = body.shape.get();
  btTransform centerFromShape = btTransform::getIdentity();
  if (body.rigid->getCollisionShape() == body.offset.get()) {
    centerFromShape = body.offset->getChildTransform(0);
    shape = static_cast<const btConvexShape*>(body.offset->getChildShape(0));
  }
  switch (shape->getShapeType()) {
    case CAPSULE_SHAPE_PROXYTYPE:
      info.radius = static_cast<const btCapsuleShape*>(shape)->getRadius();
      info.halfHeight = static_cast<const btCapsuleShape*>(shape)->getHalfHeight();
      break;
    case SPHERE_SHAPE_PROXYTYPE:
      info.radius = static_cast<const btSphereShape*>(shape)->getRadius();
      break;
    default:
      info.halfExtent = fromBullet(static_cast<const btBoxShape*>(shape)->getHalfExtentsWithMargin());
      break;
  }
  info.bodyFromShape = body.bodyFromCenter * fromBullet(centerFromShape);

  // Mass from the solver's inverses; a kinematic body has none.
  const float inverseMass = body.rigid->getInvMass();
  if (inverseMass > 0) {
    const btVector3& inverseInertia = body.rigid->getInvInertiaDiagLocal();
    info.mass = 1 / inverseMass;
    info.inertia = {1 / inverseInertia.x(), 1 / inverseInertia.y(), 1 / inverseInertia.z()};
  }
  info.centerOfMass = body.bodyFromCenter.translation;
  info.bodyFromInertia = body.bodyFromCenter.rotation;
  return info;
}

}  // namespace sinew::bullet
