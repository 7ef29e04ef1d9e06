#pragma once

#include <vector>

#include "physics/crowd/shape.h"
#include "physics/crowd/triangles.h"

namespace sinew::crowd {

enum class GroundType : std::uint8_t { plane, box, mesh };

/// Where a ball (or the point of a box) meets the ground.
struct GroundTouch {
  Vec3 point;            ///< m, world: centre of the ball
  Vec3 normal;           ///< unit, world, out of the ground
  float gap = 0;         ///< m
  int end = 0;           ///< 0 or 1: near which end of the part
  bool crossed = false;  ///< the centre went through the face in the step before
  bool behind = false;   ///< the centre is behind the face: under a floor, or above the underside of a thin one
};

/// The packets of a mesh around something: gathered once, asked many times.
struct NearPackets {
  Transform groundFromWorld;
  bool turned = false;  ///< whether that is more than nothing
  std::vector<const TrianglePacket*> at;
};

/// What the step before did to a part that meets ground out of lanes.
struct Travel {
  Vec3 came;       ///< m, that it went, where that is farther than its radius
  float sunk = 0;  ///< m, by which a blow has left its centre behind what it met
};

/// How a shape comes to the ground.
struct Approach {
  float margin = 0;  ///< m, touches are sought nearer than this
  Vec3 way;          ///< m, in the step
  Travel travel;
};

/// How much farther than its speed takes it a fast shape is followed: it may gain speed within the step.
inline constexpr float kAhead = 1.5f;

struct Ground {
  GroundType type = GroundType::plane;
  MaterialDef material;
  Transform worldFromGround;
  Vec3 normal;       ///< of a plane, ground frame
  float offset = 0;  ///< of a plane
  Vec3 halfExtent;   ///< of a box
  TriangleTree tree;
  // As it moves.
  Transform target;
  float remaining = 0;  ///< s
  bool moved = false;   ///< whether it ever moved
  Vec3 velocity, spin;  ///< in this step

  Vec3 velocityAt(const Vec3& point) const { return velocity + cross(spin, point - worldFromGround.translation); }

  /// Points of a shape that are near, or that its way may take there; best first, at most `room`.
  int meet(const Shape& shape, const Approach& approach, GroundTouch* out, int room) const;
  /// The same with what `gather` found around all that the shape may reach.
  int meet(const Shape& shape, const Approach& approach, const NearPackets& near, GroundTouch* out, int room) const;
  /// Packets of a mesh that meet the box [low, high], m, world; forgets what was there before.
  void gather(const Vec3& low, const Vec3& high, NearPackets& out) const;
  /// First meeting of a ball (radius may be 0) with the ground on the way; fraction 2: none.
  float cast(const Vec3& from, const Vec3& to, float radius, Vec3& normal) const;
};

}  // namespace sinew::crowd
