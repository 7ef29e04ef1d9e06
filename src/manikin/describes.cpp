#include <sinew/manikin/json.h>

#include <algorithm>

namespace sinew {
namespace {

bool isJoint(const Rig& rig, std::int32_t joint) { return joint >= 0 && static_cast<std::size_t>(joint) < rig.joints.size(); }

bool drives(const Rig& rig, std::int32_t joint, std::int32_t node) {
  return isJoint(rig, joint) && rig.joints[static_cast<std::size_t>(joint)].node == node;
}

}  // namespace

Result<void> describes(const Manikin& manikin, const Rig& rig) {
  const auto foreign = [](std::string place) {
    return fail(ErrorCode::reference, std::move(place), "names a joint that this rig has not: the manikin was fitted to another one");
  };
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    const std::string place = "parts[" + std::to_string(i) + "]";
    if (!drives(rig, part.joint, part.node)) return foreign(place + ".jointIndex");
    if (!std::all_of(part.riders.begin(), part.riders.end(), [&](std::int32_t rider) { return isJoint(rig, rider); }))
      return foreign(place + ".riders");
  }
  for (const auto& [role, mapped] : manikin.roles) {
    if (!drives(rig, mapped.joint, mapped.node)) return foreign("roles." + std::string(nameOf(role)) + ".jointIndex");
  }
  return {};
}

}  // namespace sinew
