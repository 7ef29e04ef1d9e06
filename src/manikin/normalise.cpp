#include "manikin/normalise.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>

#include <sinew/base/text.h>

namespace sinew {

namespace {

bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWide(char c) { return (static_cast<unsigned char>(c) & 0x80u) != 0; }

bool isNumber(std::string_view word) { return !word.empty() && std::all_of(word.begin(), word.end(), isDigit); }

bool changesToOrFromDigit(std::string_view name, std::size_t at) { return isDigit(name[at - 1]) != isDigit(name[at]); }

/// True where a character of a script without letter case and spaces (kana, ideographs, hangul: U+3000 and above) starts at `at`.
bool isEastAsian(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]) >= 0xE3; }

/// True where digits, or letters of another script, begin at `at`: "spine01", "足ik".
bool changesScript(std::string_view name, std::size_t at) {
  if (changesToOrFromDigit(name, at)) return true;
  const bool eastBefore = at >= 3 && isWide(name[at - 1]) && isEastAsian(name, at - 3);
  return isWide(name[at]) ? !isWide(name[at - 1]) && isEastAsian(name, at) : eastBefore;
}

/// True where a new word starts at `at` although nothing separates it from what is before: "leftArm", "LHip", "spine01".
bool startsWord(std::string_view name, std::size_t at) {
  const char before = name[at - 1];
  const char here = name[at];
  const char after = at + 1 < name.size() ? name[at + 1] : '\0';
  if (changesToOrFromDigit(name, at) || (isLower(before) && isUpper(here))) return true;
  return isUpper(before) && isUpper(here) && isLower(after);
}

/// Words of a text: cut at whatever is neither letter nor digit, and where `starts` says so.
std::vector<std::string> splitAt(std::string_view text, bool (*starts)(std::string_view, std::size_t)) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const bool letter = i < text.size() && (isLower(text[i]) || isUpper(text[i]) || isDigit(text[i]) || isWide(text[i]));
    if (!word.empty() && (!letter || starts(text, i))) {
      words.push_back(std::move(word));
      word.clear();
    }
    if (letter) word += text[i];
  }
  return words;
}

/// Side marks of scripts that write no spaces stand at either end of a word: "左腕", "팔왼쪽".
void splitWideSides(std::vector<std::string>& words) {
  static constexpr std::string_view kMarks[] = {"左", "右", "왼쪽", "오른쪽", "왼", "오른"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::string_view mark : kMarks) {
      const std::string word = words[i];
      if (word.size() <= mark.size()) continue;
      if (word.starts_with(mark)) {
        words[i] = word.substr(mark.size());
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(i), std::string(mark));
        break;
      }
      if (word.ends_with(mark)) {
        words[i] = word.substr(0, word.size() - mark.size());
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::string(mark));
        break;
      }
    }
  }
}

std::string joined(std::span<const std::string> words) { return std::accumulate(words.begin(), words.end(), std::string()); }

/// Drops `Sketchfab`-like running numbers: where nearly every name ends in a number and hardly two are alike, the number counts
/// nodes and not body parts.
void dropRunningNumbers(std::vector<std::vector<std::string>>& names) {
  std::set<std::string> seen;
  std::size_t ending = 0, named = 0;
  for (const std::vector<std::string>& words : names) {
    if (words.empty()) continue;
    ++named;
    if (words.size() > 1 && isNumber(words.back())) {
      ++ending;
      seen.insert(words.back());
    }
  }
  if (ending < 8 || ending * 10 < named * 8 || seen.size() * 10 < ending * 9) return;
  for (std::vector<std::string>& words : names)
    if (words.size() > 1 && isNumber(words.back())) words.pop_back();
}

/// Drops a first or last word that most joints share: a vendor's prefix, the character's name, the armature's suffix.
bool dropSharedWord(std::vector<std::vector<std::string>>& names, bool atFront) {
  std::map<std::string, std::size_t> counts;
  std::size_t named = 0;
  for (const std::vector<std::string>& words : names) {
    if (words.empty()) continue;
    ++named;
    ++counts[atFront ? words.front() : words.back()];
  }
  const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == counts.end() || named < 6 || sideOfWord(most->first) != 0) return false;
  const bool meansSomething = !readingsOf(most->first).empty() || isHelperWord(most->first) || limbPairOfWord(most->first) != 0;
  if (most->second * 10 < named * (meansSomething ? 9 : 5)) return false;
  bool dropped = false;
  for (std::vector<std::string>& words : names) {
    if (words.size() < 2 || (atFront ? words.front() : words.back()) != most->first) continue;
    words.erase(atFront ? words.begin() : words.end() - 1);
    dropped = true;
  }
  return dropped;
}

/// Takes a side mark out that is run together with the word: "lthigh", "rightarm", "thighr". Only where the rest is a word
/// of the table and the whole is not.
bool splitFusedSide(std::string& compact, int& side) {
  static constexpr std::string_view kMarks[] = {"left", "right", "l", "r"};
  for (std::string_view mark : kMarks) {
    if (compact.size() <= mark.size() + 1) continue;
    for (const bool front : {true, false}) {
      if (!(front ? compact.starts_with(mark) : compact.ends_with(mark))) continue;
      const std::string rest = front ? compact.substr(mark.size()) : compact.substr(0, compact.size() - mark.size());
      if (readingsOf(rest).empty()) continue;
      compact = rest;
      side = sideOfWord(mark);
      return true;
    }
  }
  return false;
}

/// The longest run of words that the table knows, read with less trust than a whole name.
std::vector<Reading> readingsOfRun(std::span<const std::string> words) {
  std::vector<Reading> best;
  std::size_t bestLength = 2;  // one or two letters say nothing
  for (std::size_t first = 0; first < words.size(); ++first) {
    for (std::size_t count = words.size() - first; count > 0; --count) {
      const std::string run = joined(words.subspan(first, count));
      if (run.size() < bestLength || (run.size() == bestLength && best.empty())) continue;
      std::vector<Reading> readings = readingsOf(run);
      if (readings.empty()) continue;
      best = std::move(readings);
      bestLength = run.size();
    }
  }
  for (Reading& reading : best) reading.weight *= 0.8f;
  return best;
}

/// Drops the words that `drop` names, unless that would leave none.
template <class Predicate>
void dropUnlessAll(std::vector<std::string>& words, const Predicate& drop) {
  if (!std::all_of(words.begin(), words.end(), drop)) std::erase_if(words, drop);
}

/// Takes sides, numbers, ends and limb pairs out of the words and notes what they said.
void takeMarks(std::vector<std::string>& words, JointName& name) {
  std::vector<std::string> kept;
  for (std::string& word : words) {
    if (isNumber(word)) continue;
    if (const int side = sideOfWord(word); side != 0) {
      name.side = side;
      continue;
    }
    if (isEndWord(word)) name.end = true;
    if (const int pair = limbPairOfWord(word); pair != 0) name.pair = name.pair == 2 ? 2 : pair;
    kept.push_back(std::move(word));
  }
  words = std::move(kept);
}

/// Looks the words up as one text. What says nothing goes only where the name means nothing with it; "back" of a sided joint tells the
/// hind leg, not the spine, but a forearm is no fore limb.
void lookUpWhole(std::vector<std::string> words, JointName& name) {
  const auto saysNothing = [](const std::string& word) { return isNoiseWord(word) || (word.size() == 1 && !isWide(word[0])); };
  const auto tellsPair = [](const std::string& word) { return limbPairOfWord(word) != 0; };
  name.readings = readingsOf(joined(words));
  if (!name.readings.empty() && words.size() > 1) name.pair = 0;
  if (name.readings.empty()) {
    dropUnlessAll(words, saysNothing);
    name.readings = readingsOf(joined(words));
  }
  if (name.readings.empty() && name.side != 0) {
    dropUnlessAll(words, tellsPair);
    name.readings = readingsOf(joined(words));
  }
  name.words = std::move(words);
  name.compact = joined(name.words);
  if (name.readings.empty() && name.side == 0 && splitFusedSide(name.compact, name.side)) {
    name.words = {name.compact};
    name.readings = readingsOf(name.compact);
  }
}

JointName readName(std::vector<std::string> words) {
  JointName name;

  // A whole name may be a word of the table with its number: Xsens "L5".
  name.compact = joined(words);
  name.readings = readingsOf(name.compact);
  if (!name.readings.empty()) {
    name.words = {name.compact};
    return name;
  }

  // A name of the table is a part even where a word of it marks a helper ("necktwist"); else a helper's word rules out all parts,
  // and a part's word among others is better than nothing.
  takeMarks(words, name);
  lookUpWhole(std::move(words), name);
  if (name.readings.empty()) {
    const auto marksHelper = [](const std::string& word) { return isHelperWord(word); };
    name.helper = std::any_of(name.words.begin(), name.words.end(), marksHelper) || containsHelperWord(name.compact);
    if (!name.helper) name.readings = readingsOfRun(name.words);
  }
  if (name.end) {
    name.helper = true;
    name.readings.clear();
  }
  return name;
}

}  // namespace

std::vector<std::string> splitName(std::string_view name) {
  if (const std::size_t cut = name.find_last_of(":|"); cut != std::string_view::npos && cut + 1 < name.size()) name.remove_prefix(cut + 1);

  // camelCase is lost once the case is folded, and full-width digits and separators appear only then: two passes.
  std::vector<std::string> words;
  for (const std::string& cased : splitAt(name, startsWord))
    for (std::string& word : splitAt(foldCase(cased), changesScript)) words.push_back(std::move(word));
  splitWideSides(words);
  return words;
}

std::vector<JointName> normaliseNames(std::span<const std::string> names) {
  std::vector<std::vector<std::string>> split;
  split.reserve(names.size());
  for (const std::string& name : names) split.push_back(splitName(name));

  dropRunningNumbers(split);
  for (int round = 0; round < 4; ++round) {
    const bool front = dropSharedWord(split, true);
    const bool back = dropSharedWord(split, false);
    if (!front && !back) break;
  }

  std::vector<JointName> read;
  read.reserve(names.size());
  for (std::vector<std::string>& words : split) read.push_back(readName(std::move(words)));
  return read;
}

float similarity(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return 0;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return 1.0f - static_cast<float>(row[b.size()]) / static_cast<float>(std::max(a.size(), b.size()));
}

}  // namespace sinew
