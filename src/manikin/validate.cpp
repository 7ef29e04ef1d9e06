#include "manikin/validate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "manikin/candidates.h"

namespace sinew {

namespace {

// Shares of the skeleton's height, unless they are ratios.
constexpr float kTouching = 0.002f;      // two joints of a chain closer than this are one point
constexpr float kOffCentre = 0.006f;     // a limb that starts nearer to the middle plane has no side
constexpr float kMirrorWarning = 0.05f;  // |left + right| of mirrored offsets
constexpr float kMirrorFailure = 0.16f;
constexpr float kLengthWarning = 1.12f;  // ratio of mirrored segments
constexpr float kLengthFailure = 1.6f;
constexpr float kNearLegs = 0.1f;       // a pelvis lies about as near to the legs as the joint that carries them
constexpr float kHalvesFailure = 3.0f;  // ratio of the two halves of one limb

struct Segment {
  Role head, tail;
};

/// Left-hand segments with a length of their own; the right ones are their mirror images.
constexpr std::array kSegments{Segment{Role::leftUpperArm, Role::leftForearm},
                               Segment{Role::leftForearm, Role::leftHand},
                               Segment{Role::leftThigh, Role::leftShin},
                               Segment{Role::leftShin, Role::leftFoot},
                               Segment{Role::frontLeftUpper, Role::frontLeftLower},
                               Segment{Role::frontLeftLower, Role::frontLeftPaw},
                               Segment{Role::hindLeftUpper, Role::hindLeftLower},
                               Segment{Role::hindLeftLower, Role::hindLeftPaw}};

/// The two halves of each limb, left-hand.
constexpr std::array kHalves{std::pair{kSegments[0], kSegments[1]}, std::pair{kSegments[2], kSegments[3]}};

bool mayBeDetached(Role role) {
  switch (sideOf(role) < 0 ? mirrored(role) : role) {
    case Role::leftFoot:
    case Role::frontLeftPaw:
    case Role::hindLeftPaw:
      return true;
    default:
      return false;
  }
}

/// Roles by which a limb leaves the trunk: their offsets from the middle plane are what mirroring is judged by.
bool isLimbTop(Role role) {
  switch (sideOf(role) < 0 ? mirrored(role) : role) {
    case Role::leftUpperArm:
    case Role::leftThigh:
    case Role::frontLeftUpper:
    case Role::hindLeftUpper:
      return true;
    default:
      return false;
  }
}

class Validator {
 public:
  Validator(const BoneTree& skeleton, const RoleMap& map) : skeleton_(skeleton), map_(map) {}

  Findings run() {
    checkDoubles();
    checkOrder();
    checkMirror();
    checkLengths();
    checkPosture();
    checkPelvis();
    checkComponents();
    return std::move(findings_);
  }

 private:
  std::int32_t joint(Role role) const { return map_.jointOf(role); }
  bool has(Role role) const { return joint(role) >= 0; }

  void add(Severity severity, std::string rule, Role role, std::string message, std::optional<double> measured = {},
           std::optional<double> low = {}, std::optional<double> high = {}) {
    findings_.push_back({.severity = severity,
                         .rule = std::move(rule),
                         .role = std::string(nameOf(role)),
                         .measured = measured,
                         .low = low,
                         .high = high,
                         .message = std::move(message)});
  }

  std::string told(Role role) const { return std::string(nameOf(role)) + " " + describe(skeleton_, joint(role)); }

  /// One joint plays one role.
  void checkDoubles() {
    for (auto a = map_.roles.begin(); a != map_.roles.end(); ++a)
      for (auto b = std::next(a); b != map_.roles.end(); ++b)
        if (a->second.joint == b->second.joint)
          add(Severity::failure, "roles.duplicate", a->first, told(a->first) + " plays " + std::string(nameOf(b->first)) + " too");
  }

  /// A role hangs below the role it belongs to, as joints do; feet may hang from the root.
  void checkOrder() {
    for (const auto& [role, found] : map_.roles) {
      Role above = parentOf(role);
      while (above != Role::none && !has(above)) above = parentOf(above);
      if (above == Role::none) continue;
      const std::int32_t parent = joint(above);
      if (skeleton_.isAncestor(found.joint, parent)) {
        add(Severity::failure, "roles.order", role, told(role) + " stands above " + told(above) + " in the skeleton");
        continue;
      }
      const bool limb = sideOf(role) != 0 && sideOf(above) == sideOf(role);
      if (!limb || skeleton_.isAncestor(parent, found.joint)) continue;
      if (mayBeDetached(role))
        add(Severity::note, "roles.detached", role,
            told(role) + " does not hang from " + told(above) + ": its body follows the limb all the same");
      else
        add(Severity::failure, "roles.order", role, told(role) + " does not hang from " + told(above));
    }
  }

  /// Mirrored roles lie on either side of the middle plane, equally far from it.
  void checkMirror() {
    for (const auto& [role, found] : map_.roles) {
      if (sideOf(role) <= 0 || !has(mirrored(role))) continue;
      const float size = skeleton_.size();
      const float left = skeleton_.lateral(found.joint), right = skeleton_.lateral(joint(mirrored(role)));
      const float apart = (left - right) / size;
      const float uneven = std::abs(left + right) / size;
      if (isLimbTop(role) && apart < 2 * kOffCentre) {
        add(Severity::failure, "roles.mirror", role,
            told(role) + " and " + told(mirrored(role)) +
                (apart > -2 * kOffCentre ? " do not lie on two sides of the body" : " lie on each other's side"),
            apart, 2 * kOffCentre);
      } else if (uneven > kMirrorWarning) {
        const bool fatal = isLimbTop(role) && uneven > kMirrorFailure;
        add(fatal ? Severity::failure : Severity::warning, "roles.mirror", role,
            told(role) + " and " + told(mirrored(role)) + " are not equally far from the middle plane", uneven, 0.0,
            fatal ? kMirrorFailure : kMirrorWarning);
      }
    }
  }

  std::optional<float> lengthOf(Role head, Role tail) const {
    if (!has(head) || !has(tail)) return std::nullopt;
    return skeleton_.distance(joint(head), joint(tail));
  }

  /// Segments have length; left and right are comparable; so are the halves of a limb.
  void checkLengths() {
    for (const Segment& segment : kSegments) {
      const auto left = lengthOf(segment.head, segment.tail);
      const auto right = lengthOf(mirrored(segment.head), mirrored(segment.tail));
      for (const auto& [length, head] : {std::pair{left, segment.head}, std::pair{right, mirrored(segment.head)}})
        if (length && *length < kTouching * skeleton_.size())
          add(Severity::failure, "roles.length", head, told(head) + " has no length: the next joint of the limb lies on it", *length);
      if (!left || !right || std::min(*left, *right) <= 0) continue;
      const float ratio = std::max(*left, *right) / std::min(*left, *right);
      if (ratio > kLengthWarning)
        add(ratio > kLengthFailure ? Severity::failure : Severity::warning, "roles.length", segment.head,
            told(segment.head) + " and " + told(mirrored(segment.head)) + " differ in length", ratio, 1.0,
            ratio > kLengthFailure ? kLengthFailure : kLengthWarning);
    }
    for (const auto& [upper, lower] : kHalves) {
      for (const bool right : {false, true}) {
        const auto side = [&](Role role) { return right ? mirrored(role) : role; };
        const auto a = lengthOf(side(upper.head), side(upper.tail)), b = lengthOf(side(lower.head), side(lower.tail));
        if (!a || !b || std::min(*a, *b) <= 0) continue;
        const float ratio = std::max(*a, *b) / std::min(*a, *b);
        if (ratio > kHalvesFailure)
          add(Severity::failure, "roles.halves", side(upper.head),
              told(side(upper.head)) + " and " + told(side(lower.head)) + " are not two halves of one limb", ratio, 1.0, kHalvesFailure);
      }
    }
  }

  /// The right way up: knees and feet below hips, head above pelvis; a quadruped's paws below its limbs.
  void checkPosture() {
    const auto below = [&](Role low, Role high) {
      if (!has(low) || !has(high)) return;
      if (skeleton_.height(joint(low)) > skeleton_.height(joint(high)) + 0.02f * skeleton_.size())
        add(Severity::failure, "roles.posture", low, told(low) + " lies above " + told(high));
    };
    for (const Role side : {Role::leftFoot, Role::rightFoot}) below(side, side == Role::leftFoot ? Role::leftThigh : Role::rightThigh);
    if (map_.creature == Creature::humanoid) below(Role::pelvis, Role::head);
    for (const Role paw : {Role::frontLeftPaw, Role::frontRightPaw, Role::hindLeftPaw, Role::hindRightPaw}) {
      const Role upper = parentOf(parentOf(paw));
      if (!has(paw) || !has(upper)) continue;
      const float share = skeleton_.height(joint(paw)) / std::max(skeleton_.height(joint(upper)), 1e-6f);
      if (share > 0.6f)
        add(Severity::failure, "roles.posture", paw, told(paw) + " does not stand on the ground under " + told(upper), share, 0.0, 0.6);
    }
  }

  /// A root that is called the pelvis, with no skin and far from the legs, over the joint that carries both: the name stands one
  /// joint too high.
  void checkPelvis() {
    if (!has(Role::pelvis) || map_.roles.at(Role::pelvis).by != MapSource::alias) return;
    if (!has(Role::leftThigh) || !has(Role::rightThigh)) return;
    const std::int32_t pelvis = joint(Role::pelvis);
    const std::int32_t fork = skeleton_.commonAncestor(joint(Role::leftThigh), joint(Role::rightThigh));
    if (fork == pelvis || !skeleton_.isAncestor(pelvis, fork) || skeleton_.carriesSkin(pelvis) || !skeleton_.carriesSkin(fork)) return;
    const auto fromLegs = [&](std::int32_t j) {
      return (skeleton_.distance(j, joint(Role::leftThigh)) + skeleton_.distance(j, joint(Role::rightThigh))) / 2 / skeleton_.size();
    };
    if (fromLegs(pelvis) > 2 * fromLegs(fork) + kNearLegs)
      add(Severity::failure, "roles.order", Role::pelvis,
          told(Role::pelvis) + " carries no skin and stands far from the legs, which hang from " + describe(skeleton_, fork),
          fromLegs(pelvis), 0.0, 2 * fromLegs(fork) + kNearLegs);
  }

  /// Several joint roots are an export habit, worth a note.
  void checkComponents() {
    if (!has(Role::pelvis)) return;
    for (const auto& [role, found] : map_.roles)
      if (!mayBeDetached(role) && skeleton_.commonAncestor(joint(Role::pelvis), found.joint) < 0)
        add(Severity::warning, "roles.components", role, told(role) + " belongs to another joint root than " + told(Role::pelvis));
  }

  const BoneTree& skeleton_;
  const RoleMap& map_;
  Findings findings_;
};

}  // namespace

Findings validateRoles(const BoneTree& skeleton, const RoleMap& map) { return Validator(skeleton, map).run(); }

}  // namespace sinew
