#include "physics/composite.h"

namespace sinew {
namespace {

Mat3 operator+(const Mat3& a, const Mat3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

/// Inertia of a point mass at `arm` from the origin.
Mat3 pointInertia(float mass, const Vec3& arm) {
  const float d = lengthSquared(arm);
  return {(Vec3{d, 0, 0} - arm * arm.x) * mass, (Vec3{0, d, 0} - arm * arm.y) * mass, (Vec3{0, 0, d} - arm * arm.z) * mass};
}

Mat3 turned(const Quat& rotation, const Mat3& inertia) {
  const Mat3 r = toMatrix(rotation);
  return r * inertia * transpose(r);
}

/// `below` (in its own frame) added to `above`.
CompositeMass joined(const CompositeMass& above, const CompositeMass& below, const Transform& aboveFromBelow) {
  CompositeMass sum;
  const Vec3 center = aboveFromBelow * below.center;
  sum.mass = above.mass + below.mass;
  sum.center = (above.center * above.mass + center * below.mass) / sum.mass;
  sum.inertia = above.inertia + pointInertia(above.mass, above.center - sum.center) + turned(aboveFromBelow.rotation, below.inertia) +
                pointInertia(below.mass, center - sum.center);
  return sum;
}

}  // namespace

CompositeMass compositeOf(const BodyDef& body) {
  const Mat3 diagonal{{body.inertia.x, 0, 0}, {0, body.inertia.y, 0}, {0, 0, body.inertia.z}};
  return {body.mass, body.centerOfMass, turned(body.bodyFromInertia, diagonal)};
}

std::vector<CompositeMass> compositesOf(const ArticulationDef& def) {
  std::vector<CompositeMass> composites;
  composites.reserve(def.bodies.size());
  for (const BodyDef& body : def.bodies) composites.push_back(compositeOf(body));
  for (std::size_t child = def.bodies.size(); child-- > 1;) {
    const auto parent = static_cast<std::size_t>(def.joints[child - 1].parent);
    const Transform parentFromChild = inverse(def.bodies[parent].worldFromBody) * def.bodies[child].worldFromBody;
    composites[parent] = joined(composites[parent], composites[child], parentFromChild);
  }
  return composites;
}

Mat3 inertiaAbout(const CompositeMass& composite, const Vec3& point) {
  return composite.inertia + pointInertia(composite.mass, point - composite.center);
}

}  // namespace sinew
