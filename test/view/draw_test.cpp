#include <chrono>
#include <cstdio>

#include <sinew/asset/read.h>
#include <sinew/manikin/draw.h>
#include <sinew/manikin/fit.h>
#include <sinew/pose/sample.h>
#include <sinew/ragdoll/probe.h>

#include <gtest/gtest.h>

#include "view/outline.h"
#include "view/shaders.h"
#include "view/studio.h"

// What is drawn is what the solver has: pictures are measured, not only made.

namespace sinew::view {
namespace {

struct Figure {
  Asset asset = *readAsset("@figure");
  Rig rig = *buildRig(asset);
  Manikin manikin = *fitManikin(rig, mapRoles(rig));
};

const Figure& figure() {
  static const Figure made;
  return made;
}

enum class Batch : std::uint8_t { together, apart };

/// Signed distance in pixels of a point of the picture to the edge of an orthographic capsule: negative inside.
float stadiumDistance(float x, float y, const Vec3& a, const Vec3& b, float radius) {
  const float dx = b.x - a.x, dy = b.y - a.y, l2 = dx * dx + dy * dy;
  const float t = l2 > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / l2, 0.0f, 1.0f) : 0;
  return std::hypot(x - a.x - t * dx, y - a.y - t * dy) - radius;
}

TEST(Draw, ColliderWireframeCoversTheSolversShapeWithinOnePixel) {
  const auto studio = Studio::create();
  ASSERT_TRUE(studio) << studio.error().message;
  const Figure& f = figure();
  const Probe probe = *probeManikin(f.manikin);
  constexpr int kSize = 800;
  (*studio)->load(f.asset, f.rig);
  const Subject whole = subjectOf(f.asset, f.rig, &f.manikin);
  const Camera camera = frame(boundsOf(whole, (*studio)->data()), f.rig.axes, Angle::front, 1);
  const Mat4 clip = clipFromWorld(camera, 1);
  const float pixelsPerMetre = 0.5f * kSize / camera.halfHeight;

  for (const ProbedPart& probed : probe.parts) {
    // One part at a time, drawn from the manikin ...
    Manikin one = f.manikin;
    one.parts = {f.manikin.parts[static_cast<std::size_t>(probed.part)]};
    one.parts[0].parent = -1;
    Subject subject = whole;
    subject.manikin = &one;
    subject.worldFromPart = {one.parts[0].modelFromPart};
    ShotOptions options{.width = kSize, .height = kSize};
    options.layers = *LayerSet::parse("colliders");
    const Image image = (*studio)->shoot(subject, camera, options);

    // ... against the solver's own numbers, projected.
    const Transform worldFromShape = one.parts[0].modelFromPart * probed.body.bodyFromShape;
    const Vec3 a = project(clip, worldFromShape * Vec3{0, probed.body.halfHeight, 0}, kSize, kSize);
    const Vec3 b = project(clip, worldFromShape * Vec3{0, -probed.body.halfHeight, 0}, kSize, kSize);
    const float radius = probed.body.radius * pixelsPerMetre;
    const auto lit = [&](int x, int y) {
      const std::uint8_t* p = &image.pixels[static_cast<std::size_t>((y * kSize + x) * 3)];
      return p[0] > 90 || p[1] > 90 || p[2] > 90;
    };
    int drawn = 0;
    float outside = 0;
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        if (!lit(x, y)) continue;
        ++drawn;
        outside = std::max(outside, stadiumDistance(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, a, b, radius));
      }
    }
    EXPECT_GT(drawn, 50) << one.parts[0].name;
    EXPECT_LE(outside, 1.5f) << one.parts[0].name << ": a pixel is lit outside of the shape";  // a pixel's centre: half more than its edge

    // Every point of the edge has a lit pixel within one pixel.
    const float ux = b.x - a.x, uy = b.y - a.y, along = std::atan2(uy, ux);
    for (int i = 0; i < 180; ++i) {
      const float angle = 2 * kPi * static_cast<float>(i) / 180;
      const Vec3& end = std::cos(angle - along) > 0 ? b : a;
      const int x = static_cast<int>(end.x + radius * std::cos(angle)), y = static_cast<int>(end.y + radius * std::sin(angle));
      bool near = false;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) near = near || lit(std::clamp(x + dx, 0, kSize - 1), std::clamp(y + dy, 0, kSize - 1));
      }
      EXPECT_TRUE(near) << one.parts[0].name << " at " << i * 2 << " degrees";
    }
  }
}

/// Where the shader puts every vertex, read back by transform feedback.
std::vector<Vec3> drawnVertices(const Model& model, std::span<const Affine> skin) {
  const auto shader = [](GLenum stage, std::string_view text) {
    const GLuint made = glCreateShader(stage);
    const std::string whole = "#version 330 core\n" + std::string(text);
    const char* begin = whole.c_str();
    glShaderSource(made, 1, &begin, nullptr);
    glCompileShader(made);
    return made;
  };
  const Program program(glCreateProgram());
  glAttachShader(program.get(), shader(GL_VERTEX_SHADER, kMeshVertex));
  const char* varying = "worldPosition";
  glTransformFeedbackVaryings(program.get(), 1, &varying, GL_INTERLEAVED_ATTRIBS);
  glLinkProgram(program.get());
  GLint linked = 0;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
  EXPECT_EQ(linked, GL_TRUE);

  std::vector<float> rows;
  for (const Affine& a : skin) {
    const Mat3 m = transpose(a.linear);
    for (const auto& [r, t] : {std::pair{m.x, a.translation.x}, std::pair{m.y, a.translation.y}, std::pair{m.z, a.translation.z}}) {
      rows.insert(rows.end(), {r.x, r.y, r.z, t});
    }
  }
  const Buffer joints = makeBuffer(), out = makeBuffer();
  const Texture texture = makeTexture();
  glBindBuffer(GL_TEXTURE_BUFFER, joints.get());
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(rows.size() * 4), rows.data(), GL_STATIC_DRAW);
  glBindTexture(GL_TEXTURE_BUFFER, texture.get());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, joints.get());
  std::vector<Vec3> positions(model.vertexCount());
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, out.get());
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLsizeiptr>(positions.size() * sizeof(Vec3)), nullptr, GL_STATIC_READ);

  const Target target(16, 16);  // drawing needs something to draw to, even if nothing is rasterised
  target.bind();
  glUseProgram(program.get());
  glUniform1i(uniform(program, "joints"), 0);
  glEnable(GL_RASTERIZER_DISCARD);
  glBindVertexArray(model.vertices().get());
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(positions.size()));
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(positions.size() * sizeof(Vec3)), positions.data());
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  return positions;
}

TEST(Draw, SkinnedVerticesAreWhereTheCpuPutsThem) {
  const auto studio = Studio::create();
  ASSERT_TRUE(studio) << studio.error().message;
  const Figure& f = figure();
  const ModelData data = modelData(f.asset, f.rig);
  const Model model(f.asset, data);

  std::vector<Trs> locals = restLocals(f.asset);
  sampleClip(f.asset, **findClip(f.asset, "walk"), 0.37f, locals);
  std::vector<Transform> bind;
  for (const Joint& joint : f.rig.joints) bind.push_back(joint.modelFromBind);
  for (const std::vector<Transform>& pose : {bind, modelFromJoints(f.asset, f.rig, locals)}) {
    const std::vector<Vec3> drawn = drawnVertices(model, skinMatrices(f.rig, pose));
    float worst = 0;
    for (std::size_t v = 0; v < drawn.size(); ++v) {
      // Straight from the rig's own influences, not through the drawn vertex.
      const SkinVertex& vertex = f.rig.body.vertices[v];
      Vec3 expected;
      float sum = 0;
      for (std::uint32_t i = 0; i < vertex.influenceCount; ++i) {
        const JointWeight& one = f.rig.body.influences[vertex.influenceStart + i];
        const auto j = static_cast<std::size_t>(one.joint);
        expected += (pose[j] * (inverse(f.rig.joints[j].modelFromBind) * vertex.position)) * one.weight;
        sum += one.weight;
      }
      worst = std::max(worst, distance(drawn[v], expected / sum));
    }
    EXPECT_LT(worst, 1e-4f * f.rig.stature);
  }
}

/// A picture of figures beside one another, in one call or in one each.
Image sideBySide(Studio& studio, const Figure& f, std::size_t count, Batch batch) {
  Model model(f.asset, studio.data());
  std::vector<Affine> skins;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Transform> joints;
    const auto turn = 0.7f * static_cast<float>(i);
    const Transform worldFromModel{axisAngle(Vec3{0, 1, 0}, turn), {1.2f * static_cast<float>(i), 0, 0}};
    for (const Joint& joint : f.rig.joints) joints.push_back(worldFromModel * joint.modelFromBind);
    const std::vector<Affine> skin = skinMatrices(f.rig, joints);
    skins.insert(skins.end(), skin.begin(), skin.end());
  }
  Target target(400, 300);
  target.bind();
  studio.renderer().begin({.eye = {1.2f, 1.2f, 6}, .target = {1.2f, 0.9f, 0}}, 400, 300);
  if (batch == Batch::together) studio.renderer().models(model, skins, count, 1);
  const std::size_t palette = skins.size() / count;
  for (std::size_t i = 0; batch == Batch::apart && i < count; ++i) {
    studio.renderer().model(model, std::span(skins).subspan(i * palette, palette), 1);
  }
  return target.read();
}

TEST(Draw, ManyInOneCallAreWhatTheyAreOneByOne) {
  const auto studio = Studio::create();
  ASSERT_TRUE(studio) << studio.error().message;
  const Figure& f = figure();
  (*studio)->load(f.asset, f.rig);
  const Image together = sideBySide(**studio, f, 3, Batch::together), apart = sideBySide(**studio, f, 3, Batch::apart);
  EXPECT_EQ(together.pixels, apart.pixels);
  EXPECT_NE(together.pixels, sideBySide(**studio, f, 1, Batch::together).pixels) << "the others are in the picture";
}

TEST(Draw, AThousandFiguresTakeUnderThreeSeconds) {
  const auto studio = Studio::create();
  ASSERT_TRUE(studio) << studio.error().message;
  const Figure& f = figure();
  (*studio)->load(f.asset, f.rig);
  const auto start = std::chrono::steady_clock::now();
  sideBySide(**studio, f, 1000, Batch::together);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("1000 figures: %.2f s\n", seconds);
  EXPECT_LT(seconds, 3);
}

TEST(Draw, HiddenLayersLeaveNoTrace) {
  const auto studio = Studio::create();
  ASSERT_TRUE(studio) << studio.error().message;
  const Figure& f = figure();
  (*studio)->load(f.asset, f.rig);
  const Subject subject = subjectOf(f.asset, f.rig, &f.manikin);
  const Camera camera = frame(boundsOf(subject, (*studio)->data()), f.rig.axes, Angle::threeQuarter, 1);
  const auto shoot = [&](std::string_view layers) {
    ShotOptions options{.width = 200, .height = 200};
    options.layers = *LayerSet::parse(layers);
    return (*studio)->shoot(subject, camera, options).pixels;
  };
  const std::vector<std::uint8_t> empty = shoot("");
  for (const std::string_view layer : {"mesh", "colliders", "skeleton", "frames", "limits", "mass", "grid", "labels"})
    EXPECT_NE(shoot(layer), empty) << layer;
  EXPECT_EQ(shoot(""), empty);
}

TEST(Draw, UnknownLayerIsNamed) {
  const auto layers = LayerSet::parse("mesh,bones\x1b");
  ASSERT_FALSE(layers);
  EXPECT_NE(layers.error().message.find("'bones\\x1b'"), std::string::npos);
}

}  // namespace
}  // namespace sinew::view
