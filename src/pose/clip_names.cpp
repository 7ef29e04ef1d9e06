#include <algorithm>
#include <array>
#include <cctype>

#include <sinew/base/text.h>
#include <sinew/pose/anatomy.h>

// Which of a file's clips is a walk? Names are cut into words; a clip is taken where all of its telling words say so and none denies it.

namespace sinew {

namespace {

struct Naming {
  std::string_view name;                  ///< what the clip becomes
  std::array<std::string_view, 7> words;  ///< one of these must be there
  std::array<std::string_view, 4> also;   ///< and one of these, where any is given
};

constexpr std::array<Naming, 9> kNamings{{
    {"walkBackward", {"walk", "walking"}, {"back", "backward", "backwards", "reverse"}},
    {"turnLeft", {"turn", "turning"}, {"left", "l"}},
    {"turnRight", {"turn", "turning"}, {"right", "r"}},
    {"limp", {"limp", "limping", "injured"}, {}},
    {"getUpBack", {"getup", "standup", "getupback"}, {"back"}},
    {"getUpFront", {"getup", "standup", "getupfront"}, {"front", "prone"}},
    {"idle", {"idle", "stand", "standing", "breathing"}, {}},
    {"walk", {"walk", "walking", "walkcycle"}, {}},
    {"run", {"run", "running", "jog", "jogging", "runcycle", "trot", "gallop"}, {}},
}};

/// What a word of another clip begins with: a walk with a gun is no walk.
constexpr std::array<std::string_view, 47> kDeny{
    "attack", "jump",  "crouch", "sneak", "crawl",  "strafe", "carry", "hold",  "aim",   "shoot",  "gun",  "sword",
    "hit",    "death", "die",    "dead",  "dying",  "start",  "stop",  "swim",  "climb", "sit",    "talk", "wav",
    "punch",  "kick",  "stair",  "land",  "fall",   "pistol", "rifle", "shot",  "fly",   "push",   "pull", "roll",
    "ladder", "torch", "spell",  "fight", "combat", "throw",  "danc",  "react", "ride",  "riding", "slide"};
/// Words that make it another clip as they stand; a get-up is one of them.
constexpr std::array<std::string_view, 5> kDenyWhole{"to", "up", "down", "getup", "standup"};
/// Words that make it a special one of its kind.
constexpr std::array<std::string_view, 8> kSides{"left", "right", "back", "backward", "backwards", "reverse", "injured", "turn"};

std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  char before = ' ';
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    const bool letter = std::isalpha(u) != 0;
    const bool begins = letter && std::isupper(u) != 0 && std::islower(static_cast<unsigned char>(before)) != 0;
    if (!letter || begins) words.emplace_back();
    if (letter) words.back() += static_cast<char>(std::tolower(u));
    before = c;
  }
  std::erase(words, "");
  return words;
}

template <std::size_t n>
bool hasOne(const std::vector<std::string>& words, const std::array<std::string_view, n>& of) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return !word.empty() && std::find(of.begin(), of.end(), word) != of.end(); });
}

bool isAnother(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return std::any_of(kDeny.begin(), kDeny.end(), [&](std::string_view stem) { return word.starts_with(stem); });
  });
}

/// The naming that a clip's name fits; none where it is unclear.
const Naming* namingOf(std::string_view name) {
  // What stands before the last bar is the armature's name.
  std::vector<std::string> words = wordsOf(name.substr(name.rfind('|') + 1));
  if (isAnother(words)) return nullptr;
  // "GetUp" and "stand_up" are one word.
  for (std::size_t i = 0, count = words.size(); i + 1 < count; ++i)
    if (words[i + 1] == "up") words.push_back(words[i] + words[i + 1]);
  const bool rises = hasOne(words, kDenyWhole);
  for (const Naming& naming : kNamings) {
    const bool special = !naming.also.front().empty();
    if (rises != naming.name.starts_with("getUp")) continue;
    if (!hasOne(words, naming.words) || (special && !hasOne(words, naming.also))) continue;
    if (!special && naming.name != "limp" && hasOne(words, kSides)) continue;
    return &naming;
  }
  return nullptr;
}

void note(Findings& findings, const char* rule, std::string message) {
  findings.push_back({.severity = Severity::note,
                      .rule = rule,
                      .role = "",
                      .measured = std::nullopt,
                      .low = std::nullopt,
                      .high = std::nullopt,
                      .message = std::move(message)});
}

}  // namespace

std::vector<Clip> clipsFor(const Asset& asset, const Rig& rig, const Manikin& manikin, const Skeleton& skeleton, Findings& findings) {
  std::vector<Clip> clips;
  const auto has = [&](std::string_view name) {
    return std::any_of(clips.begin(), clips.end(), [&](const Clip& clip) { return clip.name == name; });
  };
  for (const AssetClip& source : asset.clips) {
    Result<Clip> clip = compileClip(asset, rig, skeleton, source);
    if (clip && !clip->name.empty()) clips.push_back(std::move(*clip));
  }

  // The file's own clips win, under the names that gaits ask for.
  const std::size_t own = clips.size();
  for (std::size_t i = 0; i < own; ++i) {
    const Naming* naming = namingOf(clips[i].name);
    if (naming == nullptr || has(naming->name)) continue;
    note(findings, "clips.named", "clip '" + printable(clips[i].name) + "' is taken as " + std::string(naming->name));
    clips.push_back(clips[i]);
    clips.back().name = naming->name;
  }
  // Built-in ones fill what lacks.
  std::string added;
  for (const std::string_view name : builtInClipNames()) {
    if (has(name)) continue;
    Result<Clip> clip = builtInClip(name, manikin, rig, skeleton);
    if (!clip) continue;
    added += (added.empty() ? "" : ", ") + std::string(name);
    clips.push_back(std::move(*clip));
  }
  if (!added.empty()) note(findings, "clips.builtIn", "the file has no " + added + ": built-in ones are used");
  return clips;
}

}  // namespace sinew
