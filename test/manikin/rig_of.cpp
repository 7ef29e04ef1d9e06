#include "manikin/rig_of.h"

#include <cctype>

namespace sinew::test {

namespace {

const std::map<std::string, Vec3, std::less<>>& places() {
  static const std::map<std::string, Vec3, std::less<>> table{{"pelvis", {0, 1.0f, 0}},
                                                              {"spine", {0, 1.08f, 0}},
                                                              {"mid", {0, 1.2f, 0}},
                                                              {"chest", {0, 1.32f, 0}},
                                                              {"neck", {0, 1.5f, 0}},
                                                              {"head", {0, 1.6f, 0.01f}},
                                                              {"tip", {0, 1.78f, 0.01f}},
                                                              {"Clavicle", {0.04f, 1.46f, 0}},
                                                              {"UpperArm", {0.18f, 1.45f, 0}},
                                                              {"Forearm", {0.46f, 1.45f, 0}},
                                                              {"Hand", {0.72f, 1.45f, 0}},
                                                              {"Finger", {0.8f, 1.45f, 0}},
                                                              {"HipLink", {0.05f, 0.97f, 0}},
                                                              {"Thigh", {0.1f, 0.93f, 0}},
                                                              {"Shin", {0.1f, 0.5f, 0.01f}},
                                                              {"Foot", {0.1f, 0.08f, 0}},
                                                              {"Toes", {0.1f, 0.02f, 0.13f}},
                                                              {"heel", {0.1f, 0.02f, -0.05f}},
                                                              {"root", {0, 0, 0}},
                                                              {"twistArm", {0.32f, 1.45f, 0}},
                                                              {"twistForearm", {0.6f, 1.45f, 0}},
                                                              {"twistThigh", {0.1f, 0.7f, 0}},
                                                              {"twistShin", {0.1f, 0.3f, 0}},
                                                              {"eye", {0.03f, 1.67f, 0.09f}},
                                                              // A body on four legs.
                                                              {"q.pelvis", {0, 0.75f, -0.4f}},
                                                              {"q.spine", {0, 0.78f, -0.2f}},
                                                              {"q.mid", {0, 0.79f, 0}},
                                                              {"q.chest", {0, 0.78f, 0.25f}},
                                                              {"q.neck", {0, 0.85f, 0.42f}},
                                                              {"q.head", {0, 1.05f, 0.6f}},
                                                              {"q.tail", {0, 0.75f, -0.5f}},
                                                              {"q.tip", {0, 0.7f, -0.7f}},
                                                              {"front.Link", {0.05f, 0.75f, 0.3f}},
                                                              {"front.Upper", {0.1f, 0.65f, 0.32f}},
                                                              {"front.Lower", {0.1f, 0.4f, 0.28f}},
                                                              {"front.Paw", {0.1f, 0.08f, 0.28f}},
                                                              {"front.Tip", {0.1f, 0.02f, 0.36f}},
                                                              {"hind.Link", {0.05f, 0.74f, -0.4f}},
                                                              {"hind.Upper", {0.1f, 0.68f, -0.42f}},
                                                              {"hind.Lower", {0.1f, 0.42f, -0.35f}},
                                                              {"hind.Cannon", {0.1f, 0.25f, -0.48f}},
                                                              {"hind.Paw", {0.1f, 0.06f, -0.45f}},
                                                              {"hind.Tip", {0.1f, 0.02f, -0.37f}}};
  return table;
}

/// Side of a place written in full: "leftThigh".
int sidedPlace(const std::string& place) {
  if (place.starts_with("left")) return 1;
  return place.starts_with("right") ? -1 : 0;
}

/// Name of the role that stands at a place: "Thigh" on the left is "leftThigh", "front.Paw" is "frontLeftPaw", "q.head" is "head".
std::string roleAt(const std::string& place, int side) {
  if (place.starts_with("q.")) return place.substr(2);
  if (side == 0) return place;
  if (const std::size_t dot = place.find('.'); dot != std::string::npos)
    return place.substr(0, dot) + (side > 0 ? "Left" : "Right") + place.substr(dot + 1);
  return (side > 0 ? "left" : "right") + place;
}

class Writer {
 public:
  Writer(std::string_view text, std::string_view left, std::string_view right)
      : text_(text), marks_{std::string(left), std::string(right)} {}

  WrittenRig write() {
    branch(-1, 0);
    finish();
    return std::move(made_);
  }

 private:
  void branch(std::int32_t parent, int side) {
    while (at_ < text_.size() && text_[at_] != '}') {
      if (text_[at_] == ',' || text_[at_] == ' ' || text_[at_] == '\n') {
        ++at_;
      } else if (text_[at_] == '@') {
        const std::size_t start = ++at_;
        joint(parent, 1);
        at_ = start;
        joint(parent, -1);
      } else {
        joint(parent, side);
      }
    }
  }

  void joint(std::int32_t parent, int side) {
    std::string name = token("=,{}");
    for (std::size_t cut = name.find('$'); cut != std::string::npos; cut = name.find('$')) name.replace(cut, 1, marks_[side > 0 ? 0 : 1]);
    std::string place;
    if (at_ < text_.size() && text_[at_] == '=') {
      ++at_;
      place = token(",{}");
    }
    const auto index = static_cast<std::int32_t>(made_.rig.joints.size());
    made_.rig.joints.push_back(jointAt(name, parent, place, side));
    const std::string role = roleAt(place, side);
    if (const auto known = roleFromName(role)) made_.roles.emplace(*known, index);
    if (at_ < text_.size() && text_[at_] == '{') {
      ++at_;
      branch(index, side);
      ++at_;
    }
  }

  Joint jointAt(const std::string& name, std::int32_t parent, const std::string& place, int side) const {
    Joint joint;
    joint.name = name;
    joint.node = static_cast<std::int32_t>(made_.rig.joints.size());
    joint.parent = parent;
    joint.weight = place == "root" ? 0.0f : 1.0f;
    const auto known = places().find(place);
    Vec3 at = parent < 0 ? Vec3{} : made_.rig.joints[static_cast<std::size_t>(parent)].modelFromBind.translation + Vec3{0, 0.01f, 0.01f};
    if (const int written = sidedPlace(place); written != 0) {
      const Vec3 left = places().find(place.substr(written > 0 ? 4 : 5))->second;
      at = {written > 0 ? left.x : -left.x, left.y, left.z};
    }
    if (known != places().end()) at = {side < 0 ? -known->second.x : known->second.x, known->second.y, known->second.z};
    joint.modelFromBind.translation = at;
    return joint;
  }

  std::string token(std::string_view stops) {
    const std::size_t start = at_;
    while (at_ < text_.size() && stops.find(text_[at_]) == std::string_view::npos) ++at_;
    std::string found(text_.substr(start, at_ - start));
    while (!found.empty() && std::isspace(static_cast<unsigned char>(found.back())) != 0) found.pop_back();
    return found;
  }

  void finish() {
    Rig& rig = made_.rig;
    rig.stature = 1.78f;
    rig.referenceLength = 0.85f;
    for (const Joint& joint : rig.joints) {
      RigNode node;
      node.name = joint.name;
      node.parent = joint.parent;
      node.joint = joint.node;
      node.positionBind = joint.modelFromBind.translation;
      rig.nodes.push_back(node);
    }
  }

  std::string_view text_;
  std::string marks_[2];
  std::size_t at_ = 0;
  WrittenRig made_;
};

}  // namespace

WrittenRig rigOf(std::string_view text, std::string_view leftMark, std::string_view rightMark) {
  return Writer(text, leftMark, rightMark).write();
}

std::int32_t jointNamed(const Rig& rig, std::string_view name) {
  for (std::size_t i = 0; i < rig.joints.size(); ++i)
    if (rig.joints[i].name == name) return static_cast<std::int32_t>(i);
  return -1;
}

WrittenRig plainHumanoid() {
  return rigOf(
      "Hips=pelvis{Spine=spine{Spine1=mid{Spine2=chest{Neck=neck{Head=head{HeadTop_End=tip}},"
      "@$Shoulder=Clavicle{$Arm=UpperArm{$ForeArm=Forearm{$Hand=Hand{$HandIndex1=Finger}}}}}}},"
      "@$UpLeg=Thigh{$Leg=Shin{$Foot=Foot{$ToeBase=Toes}}}}",
      "Left", "Right");
}

}  // namespace sinew::test
