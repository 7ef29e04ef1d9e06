#include "physics/bullet/solver.h"

namespace sinew::bullet {
namespace {

/// Share of a joint's position error taken away in a sub-step.
constexpr btScalar kJointRate = 0.3f;

/// m/s, at which overlapping bodies are pushed apart at most.
constexpr btScalar kMaxPush = 3;

}  // namespace

Solver::Solver() : ground_(0, nullptr, nullptr) {}

void Solver::solve(std::span<btCollisionObject*> bodies, std::span<btPersistentManifold*> manifolds, std::span<ActiveJoint> joints,
                   std::span<ActivePin> pins, const btContactSolverInfo& info, float ahead) {
  joints_ = joints;
  pins_ = pins;
  ahead_ = ahead;
  solveGroup(bodies.data(), static_cast<int>(bodies.size()), manifolds.data(), static_cast<int>(manifolds.size()), nullptr, 0, info,
             nullptr, nullptr);
}

btScalar Solver::solveGroupCacheFriendlySetup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds, int numManifolds,
                                              btTypedConstraint** constraints, int numConstraints, const btContactSolverInfo& info,
                                              btIDebugDraw* drawer) {
  btSequentialImpulseConstraintSolver::solveGroupCacheFriendlySetup(bodies, numBodies, manifolds, numManifolds, constraints, numConstraints,
                                                                    info, drawer);
  bounceAtTouch(info);
  limitPushes();
  prepareJoints(info.m_timeStep);
  return 0;
}

btScalar Solver::solveGroupCacheFriendlyIterations(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds,
                                                   int numManifolds, btTypedConstraint** constraints, int numConstraints,
                                                   const btContactSolverInfo& info, btIDebugDraw* drawer) {
  solvePositions(info);
  for (int iteration = 0; iteration < info.m_numIterations; ++iteration) {
    solveJoints(iteration, info.m_timeStep);
    solveSingleIteration(iteration, bodies, numBodies, manifolds, numManifolds, constraints, numConstraints, info, drawer);
  }
  return 0;
}

btScalar Solver::solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int numBodies, const btContactSolverInfo& info) {
  for (ActiveJoint& active : joints_) active.joint->finish();
  return btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyFinish(bodies, numBodies, info);
}

Side Solver::sideOf(btRigidBody* body, int index) {
  Side side;
  side.body = &m_tmpSolverBodyPool[index];
  side.inverseMass = body->getInvMass();
  if (side.inverseMass > 0) side.inverseInertia = body->getInvInertiaTensorWorld();
  return side;
}

void Solver::prepareJoints(btScalar dt) {
  // Every body gets its place in the solver first: the pool may move while it grows.
  indices_.clear();
  for (const ActiveJoint& active : joints_) {
    indices_.push_back(getOrInitSolverBody(active.parent != nullptr ? *active.parent : ground_, dt));
    indices_.push_back(getOrInitSolverBody(*active.child, dt));
  }
  for (const ActivePin& active : pins_) indices_.push_back(getOrInitSolverBody(*active.body, dt));

  std::size_t next = 0;
  for (ActiveJoint& active : joints_) {
    active.joint->a = sideOf(active.parent != nullptr ? active.parent : &ground_, indices_[next++]);
    active.joint->b = sideOf(active.child, indices_[next++]);
    active.joint->prepare(dt, ahead_);
    active.joint->warmStart();
  }
  for (ActivePin& active : pins_) {
    active.pin->side = sideOf(active.body, indices_[next++]);
    active.pin->prepare(dt, ahead_);
    active.pin->warmStart();
  }
}

void Solver::bounceAtTouch(const btContactSolverInfo& info) {
  // Bullet brakes a body that is about to touch and lets it bounce from what speed is left. What will touch in this sub-step
  // bounces now and in full; what will not, flies on.
  for (int i = 0; i < m_tmpSolverContactConstraintPool.size(); ++i) {
    btSolverConstraint& row = m_tmpSolverContactConstraintPool[i];
    const auto& point = *static_cast<const btManifoldPoint*>(row.m_originalContactPoint);
    if (point.m_combinedRestitution <= 0 || point.getDistance() <= 0) continue;
    const btSolverBody &a = m_tmpSolverBodyPool[row.m_solverBodyIdA], &b = m_tmpSolverBodyPool[row.m_solverBodyIdB];
    const btScalar approach = -(row.m_contactNormal1.dot(a.m_linearVelocity + a.m_externalForceImpulse) +
                                row.m_relpos1CrossNormal.dot(a.m_angularVelocity + a.m_externalTorqueImpulse) +
                                row.m_contactNormal2.dot(b.m_linearVelocity + b.m_externalForceImpulse) +
                                row.m_relpos2CrossNormal.dot(b.m_angularVelocity + b.m_externalTorqueImpulse));
    const btScalar reach = point.getDistance() / info.m_timeStep;
    const bool bounces = approach > reach && approach > info.m_restitutionVelocityThreshold;
    const btScalar wanted = bounces ? point.m_combinedRestitution * approach : -reach;
    row.m_rhs = (wanted + approach) * row.m_jacDiagABInv;
  }
}

void Solver::limitPushes() {
  for (int i = 0; i < m_tmpSolverContactConstraintPool.size(); ++i) {
    btSolverConstraint& row = m_tmpSolverContactConstraintPool[i];
    row.m_rhsPenetration = std::min(row.m_rhsPenetration, kMaxPush * row.m_jacDiagABInv);
  }
}

void Solver::solvePositions(const btContactSolverInfo& info) {
  const btScalar rate = kJointRate / info.m_timeStep;
  for (int iteration = 0; iteration < info.m_numIterations; ++iteration) {
    for (ActiveJoint& active : joints_) active.joint->solvePosition(rate);
    for (int i = 0; i < m_tmpSolverContactConstraintPool.size(); ++i) {
      const btSolverConstraint& row = m_tmpSolverContactConstraintPool[i];
      resolveSplitPenetrationImpulse(m_tmpSolverBodyPool[row.m_solverBodyIdA], m_tmpSolverBodyPool[row.m_solverBodyIdB], row);
    }
  }
}

void Solver::solveJoints(int iteration, btScalar dt) {
  for (ActivePin& active : pins_) active.pin->solveVelocity();

  // From the root outward, then from the tips inward: news travels the whole chain in either direction.
  if (iteration % 2 == 0) {
    for (ActiveJoint& active : joints_) active.joint->solveVelocity(dt);
  } else {
    for (std::size_t i = joints_.size(); i-- > 0;) joints_[i].joint->solveVelocity(dt);
  }
}

}  // namespace sinew::bullet
