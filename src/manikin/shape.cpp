#include "manikin/shape.h"

#include <algorithm>
#include <cstdio>

#include "manikin/bone_frame.h"
#include "manikin/default_shapes.h"
#include "manikin/measure.h"

namespace sinew {
namespace {

constexpr float kBoneRatio = 0.22f;      // of a bone that owns no vertices and plays no role
constexpr float kThinnest = 0.005f;      // of the reference length: thinner parts fall through what they land on
constexpr float kNotableAngle = 0.6f;    // rad, between bone and box: 34 degrees
constexpr float kNotableLength = 1.25f;  // longest side to the one along the bone, from which the angle means something

bool isLimb(Role role) {
  switch (role) {
    case Role::leftHand:
    case Role::rightHand:
    case Role::leftFoot:
    case Role::rightFoot:
    case Role::leftToes:
    case Role::rightToes:
    case Role::leftClavicle:
    case Role::rightClavicle:
    case Role::frontLeftPaw:
    case Role::frontRightPaw:
    case Role::hindLeftPaw:
    case Role::hindRightPaw:
      return false;
    default:
      return sideOf(role) != 0;
  }
}

void shapeFromTable(Part& part, const Rig& rig, Creature creature, Findings& findings) {
  const Quat fromBone = partFromBoneFrame(part, creature, rig.axes);
  if (part.role == Role::bone) {
    part.shapeSource = ShapeSource::bone;
    setCapsule(part, kBoneRatio * part.boneLength, (0.5f - kBoneRatio) * part.boneLength, part.axis * (0.5f * part.boneLength));
    findings.push_back({Severity::note, "fit.bone", part.name, {}, {}, {}, "no vertices of its own: its radius is 0.22 of its bone"});
    return;
  }
  const DefaultShape shape = defaultShapeOf(part.role, creature);
  part.shapeSource = ShapeSource::table;
  setCapsule(part, shape.radius * part.boneLength, shape.halfHeight * part.boneLength, rotate(fromBone, shape.center) * part.boneLength);
  findings.push_back(
      {Severity::warning,
       "fit.table",
       part.name,
       {},
       {},
       {},
       "no vertices of its own: it takes the built-in figure's shape on a bone of " + lengthText(part.boneLength, part.boneLength)});
}

void noteBox(const Part& part, bool clamped, Findings& findings) {
  if (clamped) {
    const bool odd = isLimb(part.role);
    findings.push_back({odd ? Severity::warning : Severity::note,
                        "fit.sphere",
                        part.name,
                        part.radius,
                        {},
                        {},
                        "this part is a sphere: a radius of " + lengthText(part.radius, part.boneLength) + " leaves no cylinder" +
                            (odd ? ", which is odd for a limb" : "")});
  }
  const Vec3& half = part.box.halfExtent;
  const float longest = std::max({half.x, half.y, half.z});
  const float along = part.halfHeight + part.radius;
  if (part.boxAngle > kNotableAngle && longest > kNotableLength * along) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "its box is longest %.0f degrees off the bone: not shaped like its bone, the capsule is the fatter for it",
                  static_cast<double>(degrees(part.boxAngle)));
    findings.push_back({Severity::note, "fit.boxAngle", part.name, degrees(part.boxAngle), {}, degrees(kNotableAngle), text});
  }
}

}  // namespace

std::string lengthText(float length, float boneLength) {
  char text[64];
  if (boneLength > 0)
    std::snprintf(text, sizeof text, "%.3g m (%.2f of its bone)", static_cast<double>(length), static_cast<double>(length / boneLength));
  else
    std::snprintf(text, sizeof text, "%.3g m", static_cast<double>(length));
  return text;
}

void setCapsule(Part& part, float radius, float halfHeight, const Vec3& center) {
  part.radius = radius;
  part.halfHeight = std::max(0.0f, halfHeight);
  part.center = center;
  part.shape = part.halfHeight > 1e-4f * part.radius ? ShapeType::capsule : ShapeType::sphere;
  if (part.shape == ShapeType::sphere) part.halfHeight = 0;
}

void shapePart(Part& part, const PartSkin& skin, const Rig& rig, Creature creature, const FitOptions& options, Findings& findings) {
  part.verticesUsed = skin.verticesUsed;
  part.samplesUsed = skin.samplesUsed;
  if (skin.points.empty()) return shapeFromTable(part, rig, creature, findings);

  part.box = measureBox(skin.points, boxAxesFor(part.axis), options.lowPercentile, options.highPercentile);
  CapsuleFit fit = capsuleFromPartBox(part.box, part.axis, options.method);
  part.boxAngle = fit.boxAngle;

  // A limb beneath a skirt: the radius from the innermost skin, and the bone as its middle line.
  if (options.method == FitMethod::radial && isLimb(part.role)) {
    if (const auto radius = radialRadius(skin.points, part.axis * part.boneLength)) {
      fit.radius = *radius;
      fit.center = part.axis * dot(fit.center, part.axis);
      fit.halfHeight = std::max(0.0f, fit.along - fit.radius);
      fit.clamped = fit.along <= fit.radius;
    } else {
      findings.push_back(
          {Severity::note, "fit.radial", part.name, {}, {}, {}, "too few vertices around the bone to measure radially: trimmed instead"});
    }
  }

  const float thinnest = kThinnest * rig.referenceLength;
  if (fit.radius < thinnest) {
    findings.push_back({Severity::warning,
                        "fit.thin",
                        part.name,
                        fit.radius,
                        thinnest,
                        {},
                        "its vertices lie in a line: made as thick as " + lengthText(thinnest, part.boneLength)});
    fit.radius = thinnest;
    fit.halfHeight = std::max(0.0f, fit.along - thinnest);
  }
  setCapsule(part, fit.radius, fit.halfHeight, fit.center);
  noteBox(part, part.shape == ShapeType::sphere, findings);
}

}  // namespace sinew
