#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <sinew/base/text.h>

#include "asset/figure_reading.h"

// The built-in figure: what a body must be like, and that its clips do not slide.

namespace sinew {
namespace {

const std::vector<std::string> kPawRoles = {
    "pelvis",      "spine",           "chest",           "neck",           "head",           "tail",           "tail.2",
    "tail.3",      "tail.4",          "frontLeftUpper",  "frontLeftLower", "frontLeftPaw",   "hindLeftUpper",  "hindLeftLower",
    "hindLeftPaw", "frontRightUpper", "frontRightLower", "frontRightPaw",  "hindRightUpper", "hindRightLower", "hindRightPaw"};

// ---- the body ----------------------------------------------------------------------------------------------------------

TEST(Figure, SizesAreSmallAndSpeakForThemselves) {
  const Asset& asset = figure("figure");
  const std::size_t vertices = asset.meshes[0].primitives[0].positions.size();
  EXPECT_GE(vertices, 3000u);
  EXPECT_LE(vertices, 8000u);
  EXPECT_LE(asset.bytes, 600'000u);
  EXPECT_TRUE(asset.findings.empty()) << asset.findings[0].message;
  EXPECT_LE(figure("figure:tiny").bytes, 20'480u);
  EXPECT_LE(figure("quadruped:tiny").bytes, 20'480u);
  EXPECT_GT(figure("figure:fine").meshes[0].primitives[0].positions.size(), 3 * vertices);
}

TEST(Figure, EveryRoleIsAJointWithSkinAndTheRootStandsOnTheFloor) {
  const Asset& man = figure("figure");
  for (const std::string& role : kRoles) EXPECT_GE(verticesOf(man, role), 24u) << role;
  const Asset& dog = figure("quadruped");
  for (const std::string& role : kPawRoles) EXPECT_GE(verticesOf(dog, role), 24u) << role;
  for (const Asset* asset : {&man, &dog}) {
    const int root = nodeNamed(*asset, "root");
    EXPECT_EQ(asset->nodes[static_cast<std::size_t>(root)].parent, -1);
    EXPECT_EQ(length(asset->nodes[static_cast<std::size_t>(root)].rest.translation), 0);
    EXPECT_EQ(verticesOf(*asset, "root"), 0u);
  }
}

TEST(Figure, EndsOfTheChainsAreNodesOutsideTheSkin) {
  const Asset& asset = figure("figure");
  for (const char* name : {"headEnd", "leftHandEnd", "rightHandEnd", "leftToesEnd", "rightToesEnd"}) {
    const int node = nodeNamed(asset, name);
    ASSERT_GE(node, 0) << name;
    const auto& joints = asset.skins[0].joints;
    EXPECT_EQ(std::count(joints.begin(), joints.end(), node), 0) << name;
  }
  const Frame rest = posed::rest(asset);
  EXPECT_NEAR(placeOf(asset, rest, "headEnd").y, 1.75f, 1e-5f);
}

TEST(Figure, StandsOnTheFloorAtItsStatureAndFacesForward) {
  const std::map<std::string, float> statures{{"man", 1.75f}, {"woman", 1.63f}, {"child", 1.15f}, {"toddler", 0.85f}, {"giant", 2.8f}};
  for (const auto& [name, stature] : statures) {
    const Asset& asset = figure("figure:" + name);
    const Frame rest = posed::rest(asset);
    const Surface surface = posed::surface(asset, rest);
    EXPECT_NEAR(surface.high.y - surface.low.y, stature, 0.01f * stature) << name;
    EXPECT_NEAR(surface.low.y, 0, 0.01f) << name;
    EXPECT_GT(placeOf(asset, rest, "leftFoot").x, 0.01f) << name;
    EXPECT_GT(placeOf(asset, rest, "leftToes").z - placeOf(asset, rest, "leftFoot").z, 0.03f * stature) << name;
    EXPECT_GT(placeOf(asset, rest, "leftHandEnd").x, 0.4f * stature) << name;
  }
}

TEST(Figure, ProportionsAreWhatWasAskedFor) {
  const FigureOptions options{
      .stature = 1.2f, .headShare = 0.2f, .legShare = 0.45f, .armShare = 0.4f, .shoulderShare = 0.22f, .hipShare = 0.13f};
  const auto bytes = makeFigure(options);
  ASSERT_TRUE(bytes);
  const auto asset = readAsset(*bytes, "@figure");
  ASSERT_TRUE(asset);
  const Frame rest = posed::rest(*asset);
  const auto at = [&](const char* name) { return placeOf(*asset, rest, name); };
  EXPECT_NEAR(at("leftThigh").y, 0.45f * 1.2f, 1e-4f);
  EXPECT_NEAR(at("leftHandEnd").x - at("leftUpperArm").x, 0.4f * 1.2f, 1e-4f);
  EXPECT_NEAR(at("leftUpperArm").x - at("rightUpperArm").x, 0.22f * 1.2f, 1e-4f);
  EXPECT_NEAR(at("leftThigh").x - at("rightThigh").x, 0.13f * 1.2f, 1e-4f);
}

TEST(Figure, GirthScalesRadiiAndNotLengths) {
  FigureOptions stout;
  stout.girth = 1.5f;
  const auto bytes = makeFigure(stout);
  ASSERT_TRUE(bytes);
  const auto asset = readAsset(*bytes, "@figure");
  ASSERT_TRUE(asset);
  const Asset& plain = figure("figure");
  const Surface a = posed::surface(plain, posed::rest(plain));
  const Surface b = posed::surface(*asset, posed::rest(*asset));
  EXPECT_NEAR(b.high.y, a.high.y, 0.005f);
  EXPECT_GT(b.area, 1.25 * a.area);
}

TEST(Figure, KneesAndElbowsAreAlmostStraightAndBendTheRightWay) {
  const Asset& asset = figure("figure");
  const Frame rest = posed::rest(asset);
  const auto at = [&](const char* name) { return placeOf(asset, rest, name); };
  const auto bend = [&](const char* a, const char* b, const char* c) { return degrees(angleBetween(at(b) - at(a), at(c) - at(b))); };
  const float knee = bend("leftThigh", "leftShin", "leftFoot");
  const float elbow = bend("leftUpperArm", "leftForearm", "leftHand");
  EXPECT_GT(knee, 1) << knee;
  EXPECT_LT(knee, 4) << knee;
  EXPECT_GT(elbow, 1) << elbow;
  EXPECT_LT(elbow, 4) << elbow;
  // The knee stands before the line from hip to ankle, the elbow behind the line from shoulder to wrist.
  EXPECT_GT(at("leftShin").z, (at("leftThigh").z + at("leftFoot").z) / 2);
  EXPECT_LT(at("leftForearm").z, (at("leftUpperArm").z + at("leftHand").z) / 2);
}

TEST(Figure, BothSidesAreExactMirrorImages) {
  for (const char* spec : {"figure", "figure:child", "quadruped", "figure:hair+backpack", "figure:apose"}) {
    const Asset& asset = figure(spec);
    for (const AssetMesh& mesh : asset.meshes) {
      const Primitive& p = mesh.primitives[0];
      std::multiset<std::array<float, 3>> points;
      for (const Vec3& v : p.positions) points.insert({v.x, v.y, v.z});
      std::size_t lonely = 0;
      for (const Vec3& v : p.positions) lonely += points.count({-v.x + 0.0f, v.y, v.z}) == 0 ? 1 : 0;
      EXPECT_EQ(lonely, 0u) << spec << " " << mesh.name;
    }
  }
}

TEST(Figure, SurfaceIsClosedAtEveryDetail) {
  for (const char* spec : {"figure:tiny", "figure", "figure:fine", "quadruped", "quadruped:tiny", "figure:hair+backpack"}) {
    const Asset& asset = figure(spec);
    for (const AssetMesh& mesh : asset.meshes) {
      const auto& indices = mesh.primitives[0].indices;
      std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
      for (std::size_t t = 0; t < indices.size(); t += 3) {
        for (std::size_t k = 0; k < 3; ++k) ++edges[{indices[t + k], indices[t + (k + 1) % 3]}];
      }
      std::size_t open = 0;
      for (const auto& [edge, count] : edges) {
        const auto back = edges.find({edge.second, edge.first});
        if (count != 1 || back == edges.end() || back->second != 1) ++open;
      }
      EXPECT_EQ(open, 0u) << spec << " " << mesh.name;
      EXPECT_GT(posed::surface(asset, posed::rest(asset)).volume, 0) << spec << ": triangles face inwards";
    }
  }
}

TEST(Figure, BodyHasTheVolumeOfAPerson) {
  // 75 kg at the body's density of about 985 kg/m3 (Pollock et al. 1975: fat free 1100, fat 900) is 0.076 m3.
  const Asset& asset = figure("figure");
  const double volume = posed::surface(asset, posed::rest(asset)).volume;
  EXPECT_GT(volume, 0.055) << volume;
  EXPECT_LT(volume, 0.085) << volume;
}

TEST(Figure, WeightsAreAtMostFourAndSumToOne) {
  for (const char* spec : {"figure", "quadruped", "figure:twist", "figure:u8weights", "figure:u16weights", "figure:tiny"}) {
    const Asset& asset = figure(spec);
    const Primitive& p = asset.meshes[0].primitives[0];
    double worst = 0;
    for (std::size_t v = 0; v < p.positions.size(); ++v) {
      ASSERT_LE(p.influenceStart[v + 1] - p.influenceStart[v], 4u) << spec;
      double sum = 0;
      for (std::uint32_t i = p.influenceStart[v]; i < p.influenceStart[v + 1]; ++i) sum += static_cast<double>(p.influences[i].weight);
      worst = std::max(worst, std::abs(sum - 1));
    }
    EXPECT_LT(worst, 2e-6) << spec;
  }
}

TEST(Figure, SurfaceIsSmooth) {
  // At twice the detail, neighbouring normals differ by little anywhere but at toes, fingers, nose and ears.
  const Asset& asset = figure("figure:fine");
  const Primitive& p = asset.meshes[0].primitives[0];
  std::vector<float> turns;
  for (std::size_t t = 0; t < p.indices.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k)
      turns.push_back(degrees(angleBetween(p.normals[p.indices[t + k]], p.normals[p.indices[t + (k + 1) % 3]])));
  }
  const auto at = turns.begin() + static_cast<std::ptrdiff_t>(turns.size() * 95 / 100);
  std::nth_element(turns.begin(), at, turns.end());
  EXPECT_LT(*at, 30) << *at;
}

TEST(Figure, IsTheSameBytesOnEveryMachine) {
  const std::pair<const char*, const char*> golden[] = {
      {"figure", "c9e5e7b18b9f2ca5b106dd511e65f2e04a226dd9bc86240033c72cde1d33e225"},
      {"figure:child", "462bf1c1b2832a672cad35946f17c47357851d6b759c4d059afd8cee566a864c"},
      {"figure:tiny", "079c76d5118654410b84adae3487889f0f9011c3bcf5035d291b5779145dc7da"},
      {"figure:apose+hair+backpack", "0697172cc0e83f72c50ccaa3920407d14cb7b916f2089b9843856e8b6352e56f"},
      {"quadruped", "9a4e8f5797a3dc8f75596e9a963ba863eb40869e767fd9ccc864601b199a011a"},
      {"figure:quantised+armature", "09c0f7e0e7f983385139b13127fdc08d1c1cd14608d6c112f0f9df48001cf462"},
      {"figure:mirrored+rotatedjoints+zup", "49d6e94be242f1d53392622b6087d36a925cfb8be32c92d270b89149b3c67d94"},
  };
  for (const auto& [spec, hash] : golden) EXPECT_EQ(sha256(bytesOf(spec)), hash) << spec;
}

// ---- clips -------------------------------------------------------------------------------------------------------------

TEST(FigureClips, RootTravelsAtTheSpeedThatTheFileStates) {
  const std::map<std::string, float> speeds{{"walk", 1.4f}, {"run", 3.5f}};
  const Asset& asset = figure("figure");
  for (const auto& [name, speed] : speeds) {
    const AssetClip& clip = clipNamed(asset, name);
    ASSERT_TRUE(clip.rootTranslationZ) << name;
    EXPECT_NEAR(*clip.rootTranslationZ, speed, 0.02f) << name;
    const std::size_t frames = posed::frameCount(clip);
    const Vec3 first = placeOf(asset, posed::at(asset, clip, 0), "root");
    const Vec3 last = placeOf(asset, posed::at(asset, clip, frames - 1), "root");
    EXPECT_NEAR((last.z - first.z) / clip.duration, *clip.rootTranslationZ, 1e-3f) << name;
    EXPECT_NEAR(last.x, first.x, 1e-6f);
    EXPECT_NEAR(last.y, first.y, 1e-6f);
  }
  EXPECT_FALSE(clipNamed(asset, "idle").rootTranslationZ.has_value());
}

TEST(FigureClips, CentimetresTravelAHundredTimesAsFast) {
  const Asset& asset = figure("figure:centimetres");
  EXPECT_NEAR(*clipNamed(asset, "walk").rootTranslationZ, 140, 2);
}

TEST(FigureClips, LoopsClose) {
  for (const char* spec : {"figure", "quadruped"}) {
    const Asset& asset = figure(spec);
    for (const AssetClip& clip : asset.clips) {
      const Frame first = posed::at(asset, clip, 0);
      const Frame last = posed::at(asset, clip, posed::frameCount(clip) - 1);
      const Vec3 travel = placeOf(asset, last, "root") - placeOf(asset, first, "root");
      float worst = 0;
      for (std::size_t n = 0; n < first.size(); ++n) {
        if (asset.nodes[n].mesh < 0) worst = std::max(worst, distance(last[n].translation - travel, first[n].translation));
      }
      EXPECT_LT(worst, 1e-4f) << spec << " " << clip.name;
    }
  }
}

/// A point of the sole that is on the ground must stay where it is: the longest slide of the ball of the foot, m.
struct Plant {
  float slide = 0;
  float share = 0;  ///< of the frames with the ball on the ground
};

Plant plantOf(const Asset& asset, const AssetClip& clip, std::string_view ball, float ground) {
  const std::size_t frames = posed::frameCount(clip) - 1;  // the last frame is the first again
  const Vec3 travel = placeOf(asset, posed::at(asset, clip, frames), "root") - placeOf(asset, posed::at(asset, clip, 0), "root");
  const float rest = placeOf(asset, posed::rest(asset), ball).y;
  // Two rounds, so that a stance over the loop's seam is seen in one piece.
  Plant plant;
  Vec3 planted;
  bool standing = false;
  std::size_t down = 0;
  for (std::size_t f = 0; f < 2 * frames; ++f) {
    Vec3 p = placeOf(asset, posed::at(asset, clip, f % frames), ball);
    if (f >= frames) p += travel;
    if (p.y > rest + ground) {
      standing = false;
      continue;
    }
    ++down;
    if (!standing) planted = p;
    standing = true;
    plant.slide = std::max(plant.slide, distance(p, planted));
  }
  plant.share = static_cast<float>(down) / static_cast<float>(2 * frames);
  return plant;
}

TEST(FigureClips, StandingFeetDoNotSlide) {
  for (const char* spec : {"figure", "figure:child", "figure:giant", "figure:woman", "figure:mirrored+rotatedjoints"}) {
    const Asset& asset = figure(spec);
    for (const char* name : {"idle", "walk", "run"}) {
      for (const char* ball : {"leftToes", "rightToes"}) {
        const Plant plant = plantOf(asset, clipNamed(asset, name), ball, 0.001f);
        EXPECT_LT(plant.slide, 0.01f) << spec << " " << name << " " << ball;
        EXPECT_GT(plant.share, 0.2f) << spec << " " << name << " " << ball;
      }
    }
  }
}

TEST(FigureClips, StandingPawsDoNotSlide) {
  const Asset& asset = figure("quadruped");
  for (const char* name : {"idle", "walk", "trot"}) {
    for (const char* paw : {"frontLeftPaw", "frontRightPaw", "hindLeftPaw", "hindRightPaw"}) {
      const Plant plant = plantOf(asset, clipNamed(asset, name), paw, 0.001f);
      EXPECT_LT(plant.slide, 0.01f) << name << " " << paw;
      EXPECT_GT(plant.share, 0.2f) << name << " " << paw;
    }
  }
}

TEST(FigureClips, NothingSinksIntoTheFloorAndKneesBendForward) {
  const Asset& asset = figure("figure");
  for (const char* name : {"idle", "walk", "run"}) {
    const AssetClip& clip = clipNamed(asset, name);
    for (std::size_t f = 0; f < posed::frameCount(clip); ++f) {
      const Frame frame = posed::at(asset, clip, f);
      EXPECT_GT(posed::surface(asset, frame).low.y, -0.02f) << name << " frame " << f;
      const Vec3 thigh = placeOf(asset, frame, "leftShin") - placeOf(asset, frame, "leftThigh");
      const Vec3 shin = placeOf(asset, frame, "leftFoot") - placeOf(asset, frame, "leftShin");
      EXPECT_GT(cross(thigh, shin).x, -1e-5f) << name << " frame " << f;
    }
  }
}

TEST(FigureClips, StepsAreSmall) {
  // No joint turns faster than a person can: less than 40 degrees from one frame to the next.
  const Asset& asset = figure("figure");
  for (const AssetClip& clip : asset.clips) {
    for (const ClipChannel& channel : clip.channels) {
      if (channel.path != ChannelPath::rotation) continue;
      for (std::size_t k = 1; k < channel.times.size(); ++k) {
        const float* a = &channel.values[4 * (k - 1)];
        const float* b = &channel.values[4 * k];
        const float cosine = std::min(1.0f, std::abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]));
        EXPECT_LT(degrees(2 * std::acos(cosine)), 40)
            << clip.name << " " << asset.nodes[static_cast<std::size_t>(channel.node)].name << " " << k;
        EXPECT_GE(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], 0) << clip.name << ": a key takes the long way round";
      }
    }
  }
}

}  // namespace
}  // namespace sinew
