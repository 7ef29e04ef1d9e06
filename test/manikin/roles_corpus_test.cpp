#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <sinew/asset/read.h>
#include <sinew/manikin/roles.h>

// Role mapping over a folder of real characters, each with the right answers beside it (truth.json). Silently wrong is the one thing
// that must not happen: a rig may be refused, but not mapped to the wrong joints.

namespace sinew {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

enum class Verdict { right, refused, wrong, broken };

struct Score {
  std::map<Verdict, int> counts;
  int total() const {
    int sum = 0;
    for (const auto& [verdict, count] : counts) sum += count;
    return sum;
  }
  double share(Verdict verdict) const {
    const auto found = counts.find(verdict);
    return total() == 0 || found == counts.end() ? 0 : static_cast<double>(found->second) / total();
  }
};

/// Roles that a correct map must have where the character has them: all that become bodies in the standard preset.
std::vector<std::string> neededRoles(const std::string& creature) {
  std::vector<std::string> roles;
  const auto core = coreRolesOf(creature == "humanoid" ? Creature::humanoid : Creature::quadruped);
  for (const Role role : core) roles.emplace_back(nameOf(role));
  if (creature == "humanoid")
    for (const char* role : {"spine", "leftHand", "rightHand", "leftFoot", "rightFoot"}) roles.emplace_back(role);
  return roles;
}

bool lists(const json& truth, const char* key, const std::string& role) {
  return truth.contains(key) && truth[key].is_array() && std::find(truth[key].begin(), truth[key].end(), role) != truth[key].end();
}

std::set<std::int32_t> allowedNodes(const json& truth, const std::string& role) {
  std::set<std::int32_t> nodes;
  if (truth["roles"].contains(role)) nodes.insert(truth["roles"][role]["node"].get<std::int32_t>());
  if (truth.contains("alternatives") && truth["alternatives"].is_object() && truth["alternatives"].contains(role))
    for (const json& node : truth["alternatives"][role]) nodes.insert(node.get<std::int32_t>());
  return nodes;
}

struct Judgement {
  Verdict verdict = Verdict::right;
  std::string why;
};

Judgement judge(const json& truth, const Rig& rig, const RoleMap& map) {
  const std::string creature = truth["creature"];
  const bool hasPlan = creature == "humanoid" || creature == "quadruped";
  Judgement judgement;
  if (map.refused) {
    // Refusing is right for what is no body of ours, and for a rig that lacks a part.
    bool lacks = !hasPlan || truth.value("meshless", false);
    if (hasPlan)
      for (const std::string& role : neededRoles(creature)) lacks = lacks || !truth["roles"].contains(role);
    for (const Finding& finding : map.findings)
      if (finding.severity == Severity::failure) judgement.why += finding.message + "; ";
    judgement.verdict = lacks ? Verdict::right : Verdict::refused;
    return judgement;
  }
  if (!hasPlan || nameOf(map.creature) != creature) return {Verdict::wrong, "taken for " + std::string(nameOf(map.creature))};

  for (const std::string& role : neededRoles(creature)) {
    const std::int32_t joint = map.jointOf(*roleFromName(role));
    const bool required = truth["roles"].contains(role) && !lists(truth, "optional", role) && !lists(truth, "absent", role);
    if (joint < 0 && required) judgement.why += role + " missing; ";
    if (joint >= 0 && !allowedNodes(truth, role).contains(rig.joints[static_cast<std::size_t>(joint)].node))
      judgement.why += role + " on '" + rig.joints[static_cast<std::size_t>(joint)].name + "'; ";
  }
  for (const auto& [role, found] : map.roles) {
    const std::int32_t node = rig.joints[static_cast<std::size_t>(found.joint)].node;
    if (truth.contains("never") && std::find(truth["never"].begin(), truth["never"].end(), node) != truth["never"].end())
      judgement.why += std::string(nameOf(role)) + " on a joint that must have no body; ";
  }
  if (!judgement.why.empty()) judgement.verdict = Verdict::wrong;
  return judgement;
}

std::vector<fs::path> corpus() {
  std::vector<fs::path> folders;
  const char* root = std::getenv("SINEW_RIGS");
  if (root == nullptr) return folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(root))
    if (fs::exists(entry.path() / "truth.json")) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::map<std::string, Score> scoreCorpus(const MapOptions& options) {
  static constexpr const char* kNames[] = {"right", "refused", "WRONG", "broken"};
  std::map<std::string, Score> scores;
  for (const fs::path& folder : corpus()) {
    std::ifstream stream(folder / "truth.json");
    const json truth = json::parse(stream);
    const std::string creature = truth["creature"];
    const std::string kind = creature == "humanoid" || creature == "quadruped" ? creature : "other";

    Judgement judgement;
    const Result<Asset> asset = readAsset(folder / truth["file"].get<std::string>());
    const Result<Rig> rig = asset ? buildRig(*asset) : Result<Rig>(tl::unexpected(asset.error()));
    if (rig)
      judgement = judge(truth, *rig, mapRoles(*rig, options));
    else
      judgement = {kind == "other" || truth.value("meshless", false) ? Verdict::right : Verdict::broken, rig.error().message};
    ++scores[kind].counts[judgement.verdict];
    if (judgement.verdict != Verdict::right)
      std::printf("%-8s %-10s %-28s %s\n", kNames[static_cast<int>(judgement.verdict)], creature.c_str(), folder.filename().c_str(),
                  judgement.why.substr(0, 200).c_str());
  }
  for (const auto& [kind, score] : scores)
    std::printf("%-10s %3d rigs: %3.0f %% right, %3.0f %% refused, %3.0f %% wrong\n", kind.c_str(), score.total(),
                100 * score.share(Verdict::right), 100 * score.share(Verdict::refused), 100 * score.share(Verdict::wrong));
  return scores;
}

void expectNothingWrong(const std::map<std::string, Score>& scores) {
  for (const auto& [kind, score] : scores) {
    EXPECT_EQ(score.share(Verdict::wrong), 0) << kind;
    EXPECT_EQ(score.share(Verdict::broken), 0) << kind;
  }
}

#define SINEW_NEEDS_RIGS() \
  if (corpus().empty()) GTEST_SKIP() << "SINEW_RIGS names no folder of rigs: role mapping was not scored on real characters"

TEST(RoleCorpus, DefaultMapping) {
  SINEW_NEEDS_RIGS();
  std::map<std::string, Score> scores = scoreCorpus({});
  expectNothingWrong(scores);
  EXPECT_GE(scores["humanoid"].share(Verdict::right), 0.95);
  EXPECT_GE(scores["quadruped"].share(Verdict::right), 0.8);
  EXPECT_EQ(scores["other"].share(Verdict::right), 1);
}

TEST(RoleCorpus, TopologyAloneSeesNoNames) {
  SINEW_NEEDS_RIGS();
  std::map<std::string, Score> scores = scoreCorpus({.only = MapSource::topology});
  expectNothingWrong(scores);
  EXPECT_GE(scores["humanoid"].share(Verdict::right), 0.85);
  EXPECT_EQ(scores["other"].share(Verdict::right), 1);
}

TEST(RoleCorpus, NamesAloneAreNeverSilentlyWrong) {
  SINEW_NEEDS_RIGS();
  const std::map<std::string, Score> scores = scoreCorpus({.only = MapSource::alias});
  expectNothingWrong(scores);
}

TEST(RoleCorpus, BonesNeedNoBodyPlan) {
  SINEW_NEEDS_RIGS();
  for (const fs::path& folder : corpus()) {
    std::ifstream stream(folder / "truth.json");
    const Result<Asset> asset = readAsset(folder / json::parse(stream)["file"].get<std::string>());
    if (!asset) continue;
    const Result<Rig> rig = buildRig(*asset);
    if (!rig) continue;
    const RoleMap map = mapRoles(*rig, {.creature = Creature::bones});
    EXPECT_FALSE(map.refused) << folder;
    EXPECT_TRUE(map.roles.empty()) << folder;
    EXPECT_EQ(map.helper.size(), rig->joints.size()) << folder;
  }
}

}  // namespace
}  // namespace sinew
