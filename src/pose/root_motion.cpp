#include <sinew/pose/root_motion.h>

#include <cmath>

namespace sinew {

namespace {

Quat turn(float yaw) { return axisAngle(Vec3{0, 1, 0}, yaw); }

/// Where the root is after `time` of one playing, from the clip's start.
struct RootPlace {
  Vec3 position{};
  float yaw = 0;
};

RootPlace placeAt(const RootTrack& track, double time) {
  const std::size_t last = track.position.size() - 1;
  const double key = std::clamp(time * track.rate, 0.0, static_cast<double>(last));
  const auto before = std::min(static_cast<std::size_t>(key), last > 0 ? last - 1 : 0);
  const std::size_t after = std::min(before + 1, last);
  const auto share = static_cast<float>(key - static_cast<double>(before));
  return {lerp(track.position[before], track.position[after], share), track.yaw[before] + (track.yaw[after] - track.yaw[before]) * share};
}

RootPlace after(const RootPlace& a, const RootPlace& b) { return {a.position + rotate(turn(a.yaw), b.position), a.yaw + b.yaw}; }

/// `n` playings in a row: a turn by n times the yaw, and the sum of the steps on the way. The pivot of the turn is fixed, so that a
/// thousand loops cost one.
RootPlace repeated(const RootPlace& once, double n) {
  const double yaw = once.yaw;
  if (std::abs(yaw) < 1e-6) return {once.position * static_cast<float>(n), static_cast<float>(yaw * n)};
  // Sum over k < n of R(k yaw) p  =  (R(n yaw) - 1) (R(yaw) - 1)^-1 p, in the plane as complex numbers z + i x.
  const double c = std::cos(yaw) - 1, s = std::sin(yaw), cn = std::cos(n * yaw) - 1, sn = std::sin(n * yaw), size = c * c + s * s;
  const double re = (cn * c + sn * s) / size, im = (sn * c - cn * s) / size;
  const double z = once.position.z, x = once.position.x;
  return {{static_cast<float>(re * x + im * z), 0, static_cast<float>(re * z - im * x)}, static_cast<float>(yaw * n)};
}

/// From the start of the first playing to clip time `time`, whatever the number of loops.
RootPlace placeAfter(const Clip& clip, double time) {
  const double duration = clip.duration;
  if (!clip.loops || !(duration > 0)) return placeAt(clip.root, time);
  const double loops = std::floor(time / duration);
  return after(repeated(placeAt(clip.root, duration), loops), placeAt(clip.root, time - loops * duration));
}

}  // namespace

RootDelta combined(const RootDelta& a, const RootDelta& b) { return {a.translation + rotate(turn(a.yaw), b.translation), a.yaw + b.yaw}; }

Transform toTransform(const RootDelta& delta) { return {turn(delta.yaw), delta.translation}; }

Transform moved(const Transform& worldFromModel, const RootDelta& delta) {
  Transform out = worldFromModel;
  if (delta.yaw != 0) out.rotation = normalized(worldFromModel.rotation * turn(delta.yaw));
  if (delta.translation.x != 0 || delta.translation.z != 0) {
    const Vec3 step = rotate(worldFromModel.rotation, delta.translation);
    out.translation.x += step.x;
    out.translation.z += step.z;
  }
  return out;
}

RootDelta travelOf(const Clip& clip, double from, double to) {
  if (clip.root.position.empty() || from == to) return {};
  // Whole loops that both ends have behind them travel for nothing: they are taken off first, which keeps the numbers small.
  const double duration = clip.duration;
  if (clip.loops && duration > 0) {
    const double whole = std::floor(std::min(from, to) / duration) * duration;
    from -= whole;
    to -= whole;
  }
  const RootPlace a = placeAfter(clip, from), b = placeAfter(clip, to);
  return {rotate(turn(-a.yaw), b.position - a.position), b.yaw - a.yaw};
}

int completionsOf(const Clip& clip, double from, double to) {
  const double duration = clip.duration;
  if (!(duration > 0)) return 0;
  if (clip.loops) return static_cast<int>(std::floor(to / duration) - std::floor(from / duration));
  return from < duration && to >= duration ? 1 : 0;
}

}  // namespace sinew
