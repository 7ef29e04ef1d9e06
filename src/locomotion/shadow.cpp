#include <sinew/locomotion/shadow.h>

#include <sinew/pose/inertialize.h>

namespace sinew {

namespace {

/// Slope of the ground along one direction: the two sides, without those that are edges.
float slopeAlong(const ShadowInput& input, const ShadowSettings& settings, const Vec3& direction, float middle) {
  const Vec3 origin = input.worldFromModel.translation;
  float rise = 0, run = 0;
  for (const float side : {-1.0f, 1.0f}) {
    const Vec3 at = origin + direction * (side * settings.radius) + Vec3{0, settings.jump, 0};
    const GroundHit hit = input.ground.below(at, 2 * settings.jump);
    if (!hit.hit || std::abs(hit.height - middle) > settings.jump) continue;
    rise += side * (hit.height - middle);
    run += settings.radius;
  }
  return run > 0 ? rise / run : 0;
}

void addFan(ShadowProxy& proxy, float halfX, float halfZ) {
  constexpr std::uint32_t kCorners = 16;
  const auto first = static_cast<std::uint32_t>(proxy.points.size());
  proxy.points.push_back({});
  for (std::uint32_t i = 0; i < kCorners; ++i) {
    const float angle = 2 * kPi * static_cast<float>(i) / kCorners;
    proxy.points.push_back({halfX * std::sin(angle), 0, halfZ * std::cos(angle)});
    for (const std::uint32_t corner : {first, first + 1 + i, first + 1 + (i + 1) % kCorners}) proxy.triangles.push_back(corner);
  }
}

}  // namespace

Shadow castShadow(const ShadowInput& input, const ShadowSettings& settings, ShadowState& state) {
  const Vec3 origin = input.worldFromModel.translation;
  const GroundHit under = input.ground.below(origin + Vec3{0, settings.jump, 0}, 2 * settings.jump);
  if (!input.cast || !under.hit) {
    state = {};
    return {};
  }

  // The slope under the feet, no steeper than a shadow can lie.
  const Vec3 normal =
      normalized(Vec3{-slopeAlong(input, settings, {1, 0, 0}, under.height), 1, -slopeAlong(input, settings, {0, 0, 1}, under.height)});
  Vec3 tilt = logarithm(fromTo(Vec3{0, 1, 0}, normal));
  if (const float angle = length(tilt); angle > settings.steepest) tilt = tilt * (settings.steepest / angle);

  // It follows with a halflife; where the slope breaks, it turns instead of jumping.
  if (!state.known) state = {.tilt = tilt, .known = true};
  Vec3 off = state.tilt - tilt;
  decay(off, state.rate, settings.halflife, input.dt);
  state.tilt = tilt + off;

  const Quat turned = twistAbout(input.worldFromModel.rotation, Vec3{0, 1, 0});
  return {.drawn = true,
          .worldFromShadow = {exponential(state.tilt) * turned, {origin.x, under.height, origin.z}},
          .shadowFromTorso = {axisAngle(Vec3{0, 1, 0}, input.torsoTwist), {}},
          .depthBias = settings.depthBias};
}

ShadowProxy shadowProxyOf(const Volume& volume) {
  const Vec3 half = (volume.high - volume.low) * 0.5f;
  ShadowProxy proxy;
  addFan(proxy, 0.7f * half.x, half.z);
  proxy.torsoStart = static_cast<std::uint32_t>(proxy.points.size());
  addFan(proxy, half.x, 0.7f * half.z);
  return proxy;
}

float easeHeight(DrawnHeight& state, const DrawnHeightInput& input) {
  const float jump = input.before - input.after;
  state.offset = std::abs(jump) <= input.most ? state.offset + jump : 0;
  // It eases toward the ground that is seen, relative to the simulated one.
  const float seen = std::clamp(input.seen - input.after, -input.most, input.most);
  Vec3 off{state.offset - seen, 0, 0}, rate{state.rate, 0, 0};
  decay(off, rate, input.halflife, input.dt);
  state.offset = seen + off.x;
  state.rate = rate.x;
  return state.offset;
}

}  // namespace sinew
