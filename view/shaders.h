#pragma once

#include <string_view>

// Shader texts, GLSL 3.30 without the version line.

namespace sinew::view {

/// Skins by up to eight joints; three texels a joint hold the rows of its matrix; each instance has its own `palette` of joints.
inline constexpr std::string_view kMeshVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in uvec4 jointsA;
layout(location = 4) in uvec4 jointsB;
layout(location = 5) in vec4 weightsA;
layout(location = 6) in vec4 weightsB;
uniform samplerBuffer joints;
uniform int palette;
uniform mat4 clipFromWorld;
out vec3 worldPosition;
out vec3 worldNormal;
out vec2 texel;

mat3x4 rows = mat3x4(0.0);
void add(uint joint, float weight) {
  int at = (gl_InstanceID * palette + int(joint)) * 3;
  rows += weight * mat3x4(texelFetch(joints, at), texelFetch(joints, at + 1), texelFetch(joints, at + 2));
}

void main() {
  for (int i = 0; i < 4; ++i) {
    add(jointsA[i], weightsA[i]);
    add(jointsB[i], weightsB[i]);
  }
  worldPosition = vec4(position, 1.0) * rows;
  worldNormal = vec4(normal, 0.0) * rows;
  texel = uv;
  gl_Position = clipFromWorld * vec4(worldPosition, 1.0);
}
)";

/// A key light from over the camera's shoulder, sky and ground light, a soft rim.
inline constexpr std::string_view kMeshFragment = R"(
in vec3 worldPosition;
in vec3 worldNormal;
in vec2 texel;
uniform sampler2D image;
uniform vec4 color;
uniform vec3 eye;
uniform float opacity;
out vec4 result;

void main() {
  vec4 base = texture(image, texel) * color;
  vec3 toEye = normalize(eye - worldPosition);
  vec3 n = normalize(worldNormal);
  if (dot(n, toEye) < 0.0) n = -n;
  vec3 key = normalize(toEye + vec3(0.35, 0.8, 0.25));
  float light = 0.62 * max(dot(n, key), 0.0) + mix(0.16, 0.34, 0.5 + 0.5 * n.y);
  float rim = pow(1.0 - max(dot(n, toEye), 0.0), 3.0) * 0.15;
  result = vec4(base.rgb * light + rim, opacity);
}
)";

inline constexpr std::string_view kLineVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
uniform mat4 clipFromWorld;
out vec4 lineColor;
void main() {
  lineColor = color;
  gl_Position = clipFromWorld * vec4(position, 1.0);
}
)";

/// Core profiles draw lines one pixel thin: each becomes a quad of `thickness` pixels.
inline constexpr std::string_view kLineGeometry = R"(
layout(lines) in;
layout(triangle_strip, max_vertices = 4) out;
in vec4 lineColor[];
uniform vec2 pixel;      // one pixel in clip units
uniform float thickness; // pixels
out vec4 quadColor;
void main() {
  vec4 a = gl_in[0].gl_Position, b = gl_in[1].gl_Position;
  if (a.w <= 0.0 || b.w <= 0.0) return;
  vec2 along = (b.xy / b.w - a.xy / a.w) / pixel;
  float size = length(along);
  vec2 side = size > 1e-6 ? vec2(-along.y, along.x) / size : vec2(0.0, 1.0);
  vec2 shift = side * pixel * 0.5 * thickness;
  quadColor = lineColor[0];
  gl_Position = vec4(a.xy + shift * a.w, a.zw); EmitVertex();
  gl_Position = vec4(a.xy - shift * a.w, a.zw); EmitVertex();
  quadColor = lineColor[1];
  gl_Position = vec4(b.xy + shift * b.w, b.zw); EmitVertex();
  gl_Position = vec4(b.xy - shift * b.w, b.zw); EmitVertex();
  EndPrimitive();
}
)";

inline constexpr std::string_view kLineFragment = R"(
in vec4 quadColor;
uniform float opacity;
out vec4 result;
void main() { result = vec4(quadColor.rgb, quadColor.a * opacity); }
)";

inline constexpr std::string_view kLabelVertex = R"(
layout(location = 0) in vec2 position; // pixels from the top left corner
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
uniform vec2 size;
out vec2 texel;
out vec4 labelColor;
void main() {
  texel = uv;
  labelColor = color;
  gl_Position = vec4(position.x / size.x * 2.0 - 1.0, 1.0 - position.y / size.y * 2.0, 0.0, 1.0);
}
)";

inline constexpr std::string_view kLabelFragment = R"(
in vec2 texel;
in vec4 labelColor;
uniform sampler2D font;
out vec4 result;
void main() { result = vec4(labelColor.rgb, labelColor.a * texture(font, texel).r); }
)";

}  // namespace sinew::view
