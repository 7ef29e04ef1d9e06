#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include <sys/wait.h>

#include "tool.h"

// Calls that are wrong, outputs that would do harm, and readers that go away.

namespace sinew::test {
namespace {

TEST(Misuse, UsageTroubleIsADocumentForScripts) {
  const std::vector<std::vector<std::string>> calls{
      {"fit", "--json"},
      {"fit", "@figure", "--preset", "huge", "--json"},
      {"fit", "@figure", "--no-such-option", "--json"},
      {"fit", "@figure", "--root", "nobody", "--json"},
      {"fit", "@figure", "@quadruped", "-o", "two.json", "--json"},
      {"settle", "@figure", "@quadruped", "--bake", "two.glb", "--json"},
      {"render", "@figure", "--json"},
      {"figure", "--json"},
      {"diff", "none.json", "none.json", "--json"},
  };
  for (const auto& call : calls) {
    const ToolRun run = tool(call);
    EXPECT_EQ(run.status, 2) << call[0];
    EXPECT_EQ(run.error, "") << call[0];
    const auto d = run.json();
    ASSERT_TRUE(d.is_object()) << call[0] << ": " << run.out;
    EXPECT_EQ(d["schema"], 1);
    EXPECT_TRUE(d["error"]["message"].is_string());
  }
}

TEST(Misuse, TheBareNameGetsHelpAndAnUnknownVerbIsNamed) {
  const ToolRun bare = tool({});
  EXPECT_EQ(bare.status, 2);
  EXPECT_NE(bare.error.find("sinew fit character.glb"), std::string::npos) << bare.error;
  const ToolRun unknown = tool({"fitt", "@figure"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.error.find("no verb 'fitt'"), std::string::npos) << unknown.error;
  EXPECT_EQ(tool({"fitt", "--json"}).json()["error"]["code"], "usage");
}

TEST(Misuse, NumbersThatAreNoneAreRefused) {
  const std::vector<std::vector<std::string>> calls{
      {"fit", "@figure", "--mass", "nan"},
      {"fit", "@figure", "--tolerance", "nan"},
      {"fit", "@figure", "--stature", "inf"},
      {"settle", "@figure", "--height", "nan"},
      {"settle", "@figure", "--seed", "-1"},
      {"settle", "@figure", "--seed", "18446744073709551616"},
      {"gait", "@figure", "--graph", "gait.png"},
      {"settle", "@figure", "--seeds", "0"},
      {"settle", "@figure", "--duration", "-1"},
      {"diff", "a", "b", "--tolerance", "nan"},
      {"settle", "@figure", "--start", "clip:walk@inf"},
      {"fit", "@figure", "--stature", "1.8", "--meters-per-unit", "0.01"},
  };
  for (const auto& call : calls) EXPECT_EQ(tool(call).status, 2) << call[2] << " " << call[3];
}

TEST(Misuse, NothingOverwritesWhatItReads) {
  Scratch scratch;
  const std::string man = scratch.path("man.glb");
  ASSERT_EQ(tool({"figure", "-o", man}).status, 0);
  const std::string before = textOf(man);
  const std::string detour = scratch.path("./man.glb");
  EXPECT_EQ(tool({"fit", man, "-o", man}).status, 2);
  EXPECT_EQ(tool({"fit", man, "--save-factors", detour}).status, 2);
  EXPECT_EQ(tool({"settle", man, "--bake", man}).status, 2);
  EXPECT_EQ(tool({"report", man, "-o", man}).status, 2);
  EXPECT_EQ(tool({"render", man, "--sheet", man}).status, 2);
  EXPECT_EQ(tool({"play", man, "--seconds", "0.2", "--bake", man}).status, 2);
  EXPECT_EQ(tool({"record", man, "--seconds", "0.2", "-o", man}).status, 2);
  EXPECT_EQ(tool({"walk", man, "--bake", detour}).status, 2);
  EXPECT_EQ(tool({"walk", "@figure", "--level", man, "--bake", man}).status, 2);
  EXPECT_EQ(tool({"gait", man, "--graph", man}).status, 2);
  EXPECT_EQ(textOf(man), before);

  // Nor one output the other.
  EXPECT_EQ(tool({"fit", man, "-o", scratch.path("a.json"), "--save-factors", scratch.path("a.json")}).status, 2);
  EXPECT_EQ(tool({"gait", man, "-o", scratch.path("a.json"), "--graph", scratch.path("a.json")}).status, 2);
}

TEST(Misuse, FilesOfOneNameKeepTheirOwnPages) {
  Scratch scratch;
  // A file called index must not lose its page to the index.
  const std::string index = scratch.path("index.glb"), pages = scratch.path("pages");
  ASSERT_EQ(tool({"figure", "-o", index}).status, 0);
  const auto d = tool({"report", index, index, "-o", pages, "--json"}).json();
  ASSERT_EQ(d.size(), 2u);
  std::set<std::string> names{pages + "/index.html"};
  for (const auto& one : d) EXPECT_TRUE(names.insert(one["page"].get<std::string>()).second) << one["page"];
  for (const std::string& name : names) EXPECT_TRUE(std::filesystem::exists(name)) << name;
}

TEST(Misuse, DiffSaysWhatIsWrongWithAManikinFile) {
  Scratch scratch;
  const std::string man = scratch.path("man.json");
  ASSERT_EQ(tool({"fit", "@figure", "-o", man}).status, 0);
  auto document = nlohmann::json::parse(textOf(man));
  document["parts"][3]["radius_m"] = -1;
  const ToolRun run = tool({"diff", man, scratch.write("lie.json", document.dump()), "--json"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.json()["error"]["place"].get<std::string>().find("parts[3].radius_m"), std::string::npos) << run.out;
}

TEST(Misuse, AMapWithoutEndIsRefused) {
  const ToolRun run = tool({"fit", "@figure", "--map", "/dev/zero", "--json"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.json()["error"]["code"], "limit");
}

TEST(Misuse, AFullDiskIsNoSuccess) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  for (const char* flags : {"", "--json"}) {
    const std::string call = std::string(SINEW_TOOL) + " fit @figure " + flags + " > /dev/full 2> /dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(call.c_str())), 2) << flags;
  }
}

}  // namespace
}  // namespace sinew::test
