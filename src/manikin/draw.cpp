#include <sinew/manikin/draw.h>

namespace sinew {
namespace {

/// Hue in turns, full saturation is 1.
Color fromHue(float hue, float saturation, float value) {
  const auto channel = [&](float offset) {
    const float k = std::fmod(hue * 6 + offset, 6.0f);
    return value * (1 - saturation * std::clamp(std::min(k, 4 - k), 0.0f, 1.0f));
  };
  return {channel(5), channel(3), channel(1), 1};
}

/// Which limb a role belongs to, 0 for the trunk.
int limbOf(Role role) {
  switch (role) {
    case Role::leftClavicle:
    case Role::leftUpperArm:
    case Role::leftForearm:
    case Role::leftHand:
    case Role::rightClavicle:
    case Role::rightUpperArm:
    case Role::rightForearm:
    case Role::rightHand:
    case Role::frontLeftUpper:
    case Role::frontLeftLower:
    case Role::frontLeftPaw:
    case Role::frontRightUpper:
    case Role::frontRightLower:
    case Role::frontRightPaw:
      return 1;
    case Role::leftThigh:
    case Role::leftShin:
    case Role::leftFoot:
    case Role::leftToes:
    case Role::rightThigh:
    case Role::rightShin:
    case Role::rightFoot:
    case Role::rightToes:
    case Role::hindLeftUpper:
    case Role::hindLeftLower:
    case Role::hindLeftPaw:
    case Role::hindRightUpper:
    case Role::hindRightLower:
    case Role::hindRightPaw:
      return 2;
    default:
      return 0;
  }
}

}  // namespace

Color colorOf(const Part& part) {
  // Neighbours along a limb differ in hue, so that the seams can be seen.
  const float step = 0.045f * static_cast<float>(static_cast<int>(part.role) % 4);
  const float hue = (limbOf(part.role) == 0 ? 0.1f : limbOf(part.role) == 1 ? 0.5f : 0.8f) + step;
  return fromHue(hue, sideOf(part.role) < 0 ? 0.55f : 0.9f, 1.0f);
}

void drawPart(DebugDraw& draw, const Manikin& manikin, std::size_t index, const Transform& worldFromPart,
              const Transform& worldFromParent) {
  const Part& part = manikin.parts[index];
  const float size = 0.06f * std::max(manikin.stature, 1e-3f);
  const Color color = colorOf(part);
  const Transform worldFromShape = worldFromPart * partFromShape(part);

  draw.layer(Layer::colliders);
  if (part.shape == ShapeType::box) {
    draw.box(worldFromShape, part.box.halfExtent, color);
  } else {
    draw.capsule(worldFromShape, part.radius, part.halfHeight, color);
  }

  // The limit is drawn where the parent holds it: the bone must stay inside.
  draw.layer(Layer::limits);
  const PartJoint& joint = part.toParent;
  const Transform frame = worldFromParent * joint.parentFromFrame;
  if (joint.type == JointType::ball) {
    draw.cone(frame, {joint.swing1.low, joint.swing1.high, joint.swing2.low, joint.swing2.high}, size, color);
  } else if (joint.type == JointType::hinge) {
    draw.fan(frame, joint.flexion.low, joint.flexion.high, size, color);
  }

  draw.layer(Layer::mass);
  draw.capsule({{}, worldFromPart * part.centerOfMass}, 0.08f * size * std::cbrt(std::max(part.mass, 0.0f)), 0, {1, 1, 0.3f, 1});

  draw.layer(Layer::labels);
  draw.text(worldFromShape.translation, part.name, color);
}

void drawManikin(DebugDraw& draw, const Manikin& manikin, std::span<const Transform> worldFromPart) {
  for (std::size_t i = 0; i < manikin.parts.size() && i < worldFromPart.size(); ++i) {
    const std::int32_t parent = manikin.parts[i].parent;
    drawPart(draw, manikin, i, worldFromPart[i], worldFromPart[parent < 0 ? i : static_cast<std::size_t>(parent)]);
  }
}

}  // namespace sinew
