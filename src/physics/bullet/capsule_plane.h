#pragma once

#include "physics/bullet/convert.h"

namespace sinew::bullet {

/// Makes capsules lie on planes with both ends: Bullet's own pairing finds one point a step and lets them rock.
struct CapsulePlaneCreate : btCollisionAlgorithmCreateFunc {
  explicit CapsulePlaneCreate(bool swapped) { m_swapped = swapped; }
  btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info, const btCollisionObjectWrapper* a,
                                                 const btCollisionObjectWrapper* b) override;
};

}  // namespace sinew::bullet
