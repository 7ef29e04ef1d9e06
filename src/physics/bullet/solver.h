#pragma once

#include <span>
#include <vector>

#include "physics/bullet/joint.h"
#include "physics/bullet/pin.h"

namespace sinew::bullet {

/// A joint or pin with the rigid bodies it acts on.
struct ActiveJoint {
  Joint* joint = nullptr;
  btRigidBody* parent = nullptr;  ///< nullptr: the world
  btRigidBody* child = nullptr;
};
struct ActivePin {
  Pin* pin = nullptr;
  btRigidBody* body = nullptr;
};

/// Bullet's sequential impulses for contacts, with our joints and pins in the same loop.
class Solver : public btSequentialImpulseConstraintSolver {
 public:
  Solver();

  /// One sub-step: velocities and pushed positions of `bodies` on return. Joints come parents first; `ahead` is the time, s,
  /// from the end of the sub-step to the end of the step.
  void solve(std::span<btCollisionObject*> bodies, std::span<btPersistentManifold*> manifolds, std::span<ActiveJoint> joints,
             std::span<ActivePin> pins, const btContactSolverInfo& info, float ahead);

 protected:
  btScalar solveGroupCacheFriendlySetup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds, int numManifolds,
                                        btTypedConstraint** constraints, int numConstraints, const btContactSolverInfo& info,
                                        btIDebugDraw* drawer) override;
  btScalar solveGroupCacheFriendlyIterations(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds, int numManifolds,
                                             btTypedConstraint** constraints, int numConstraints, const btContactSolverInfo& info,
                                             btIDebugDraw* drawer) override;
  btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int numBodies, const btContactSolverInfo& info) override;

 private:
  Side sideOf(btRigidBody* body, int index);
  void prepareJoints(btScalar dt);
  void bounceAtTouch(const btContactSolverInfo& info);
  void limitPushes();
  void solvePositions(const btContactSolverInfo& info);
  void solveJoints(int iteration, btScalar dt);

  btRigidBody ground_;  ///< the world, as a parent of joints
  std::span<ActiveJoint> joints_;
  std::span<ActivePin> pins_;
  float ahead_ = 0;
  std::vector<int> indices_;
};

}  // namespace sinew::bullet
