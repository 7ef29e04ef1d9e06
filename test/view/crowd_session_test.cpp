#include "view/crowd_session.h"

#include <gtest/gtest.h>

#include "support/fitted.h"
#include "view/crowd_picture.h"

namespace sinew::view {
namespace {

std::unique_ptr<CrowdSession> crowdOf(int count, scenes::CrowdScene scene = scenes::CrowdScene::spread) {
  test::Fitted figure = test::fitFigure("@figure");
  auto session = CrowdSession::create(std::move(figure.asset), std::move(figure.rig), std::move(figure.manikin),
                                      {.scene = scene, .drive = scenes::CrowdDrive::limp, .count = count, .seed = 0}, "crowd");
  EXPECT_TRUE(session);
  return session ? std::move(*session) : nullptr;
}

float meanHeight(const CrowdView& crowd) {
  float sum = 0;
  for (const Transform& part : crowd.worldFromPart) sum += part.translation.y;
  return sum / static_cast<float>(crowd.worldFromPart.size());
}

TEST(CrowdSession, FallsRestsAndStartsAgain) {
  const auto session = crowdOf(5);
  ASSERT_EQ(session->view().worldFromModel.size(), 5u);
  const float above = meanHeight(session->view());
  const std::uint64_t start = session->stateHash();
  for (int i = 0; i < 120; ++i) session->stepOnce();
  EXPECT_LT(meanHeight(session->view()), above - 1);
  EXPECT_GT(session->stepMilliseconds(), 0);
  ASSERT_TRUE(session->restart(session->plan()));
  EXPECT_EQ(session->stateHash(), start);
  EXPECT_EQ(session->time(), 0);
  EXPECT_NEAR(meanHeight(session->view()), above, 1e-5f);
}

TEST(CrowdSession, TimeMovesWhereItPlaysAndNeverCatchesUp) {
  const auto session = crowdOf(1);
  session->playing = false;
  session->advance(1);
  EXPECT_EQ(session->time(), 0);
  session->playing = true;
  session->advance(5);  // a stalled window
  EXPECT_LE(session->time(), 2.01f * CrowdSession::kStep);
}

TEST(CrowdSession, AShotMovesWhatItHits) {
  const auto session = crowdOf(1);
  const Vec3 pelvis = session->view().worldFromPart[0].translation, from = pelvis + Vec3{0, 0, 5};
  session->shoot(from, pelvis - Vec3{0, 0, 5}, 300);
  for (int i = 0; i < 12; ++i) session->stepOnce();
  EXPECT_LT(session->view().worldFromPart[0].translation.z, pelvis.z - 0.2f);
}

TEST(CrowdSession, BadPlansAreErrorsAndKeepTheCrowd) {
  const auto session = crowdOf(2);
  scenes::CrowdPlan nobody = session->plan();
  nobody.count = 0;
  const Result<void> refused = session->restart(nobody);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::usage);
  EXPECT_EQ(session->view().worldFromModel.size(), 2u);
  session->stepOnce();

  test::Fitted figure = test::fitFigure("@figure");
  EXPECT_FALSE(CrowdSession::create(std::move(figure.asset), std::move(figure.rig), std::move(figure.manikin), {}, "no such world"));
}

TEST(CrowdPose, SkinFollowsTheBodies) {
  // Bodies as they stand in bind pose, put anywhere: every vertex is carried rigidly along.
  const test::Fitted figure = test::fitFigure("@figure");
  CrowdPose pose(figure.rig, figure.manikin);
  const ModelData data = modelData(figure.asset, figure.rig);
  const Transform put{normalized(Quat{0.3f, 0.5f, -0.2f, 0.7f}), {3, -2, 8}};
  std::vector<Transform> parts;
  for (const Part& part : figure.manikin.parts) parts.push_back(put * part.modelFromPart);
  const std::span<const Affine> skin = pose.skin(parts, put);
  float worst = 0;
  for (const ModelVertex& vertex : data.vertices) worst = std::max(worst, distance(skinned(vertex, skin), put * vertex.position));
  EXPECT_LT(worst, 1e-4f);
}

TEST(CrowdPicture, EverybodyIsInIt) {
  const test::Fitted figure = test::fitFigure("@figure");
  auto picture = CrowdPicture::create(figure.asset, figure.rig, figure.manikin);
  if (!picture) GTEST_SKIP() << "no OpenGL here: " << picture.error().message;
  const auto bright = [&](const Image& image) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < image.pixels.size(); i += 3) count += image.pixels[i] > 100 && image.pixels[i + 1] > 100 ? 1 : 0;
    return count;
  };
  const auto shot = [&](int count) {
    const auto session = crowdOf(count, scenes::CrowdScene::thrown);
    const CrowdView crowd = session->view();
    const Image image = (*picture)->shoot(crowd);
    const float aspect = static_cast<float>(image.width) / static_cast<float>(image.height);
    const Mat4 clip = clipFromWorld(frameCrowd(boundsOf(crowd.worldFromPart), 0.9f, aspect), aspect);
    for (const Transform& part : crowd.worldFromPart) {
      const Vec3 pixel = project(clip, part.translation, image.width, image.height);
      EXPECT_TRUE(pixel.x > 0 && pixel.x < static_cast<float>(image.width) && pixel.y > 0 && pixel.y < static_cast<float>(image.height));
    }
    return bright(image);
  };
  EXPECT_GT(shot(1), 2000u);
  EXPECT_GT(shot(40), 2000u);
}

}  // namespace
}  // namespace sinew::view
