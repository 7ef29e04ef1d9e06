#include "manikin/aliases.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace sinew {

namespace {

struct AliasRow {
  std::string_view text;
  Word word;
  int percent;
};

constexpr AliasRow kAliases[] = {
#define ALIAS(text, word, percent) {text, Word::word, percent},
#include "manikin/aliases.inc"
#undef ALIAS
};

enum class WordUse : std::uint8_t { helperWord, helperAnywhere, side, noise, end, pair };

struct WordRow {
  std::string_view text;
  WordUse use;
  int value;
};

constexpr WordRow kWords[] = {
#define HELPER(text, where) {text, HELPER_##where, 1},
#define HELPER_word WordUse::helperWord
#define HELPER_anywhere WordUse::helperAnywhere
#define SIDE(text, sign) {text, WordUse::side, sign},
#define NOISE(text) {text, WordUse::noise, 1},
#define END(text) {text, WordUse::end, 1},
#define PAIR(text, which) {text, WordUse::pair, which},
#include "manikin/words.inc"
#undef HELPER
#undef HELPER_word
#undef HELPER_anywhere
#undef SIDE
#undef NOISE
#undef END
#undef PAIR
};

using AliasIndex = std::unordered_map<std::string_view, std::vector<Reading>>;
using WordIndex = std::unordered_map<std::string_view, int>;

const AliasIndex& aliasIndex() {
  static const AliasIndex index = [] {
    AliasIndex made;
    for (const AliasRow& row : kAliases) {
      std::vector<Reading>& readings = made[row.text];
      const bool known = std::any_of(readings.begin(), readings.end(), [&](const Reading& r) { return r.word == row.word; });
      if (!known) readings.push_back({row.word, static_cast<float>(row.percent) / 100.0f});
    }
    return made;
  }();
  return index;
}

WordIndex indexOf(WordUse use) {
  WordIndex made;
  for (const WordRow& row : kWords)
    if (row.use == use) made.emplace(row.text, row.value);
  return made;
}

int valueIn(const WordIndex& index, std::string_view word) {
  const auto found = index.find(word);
  return found == index.end() ? 0 : found->second;
}

}  // namespace

std::vector<Reading> readingsOf(std::string_view compact) {
  const auto found = aliasIndex().find(compact);
  return found == aliasIndex().end() ? std::vector<Reading>{} : found->second;
}

std::vector<std::string_view> textsOf(Word word) {
  std::vector<std::string_view> texts;
  for (const AliasRow& row : kAliases)
    if (row.word == word) texts.push_back(row.text);
  return texts;
}

bool isHelperWord(std::string_view word) {
  static const WordIndex inWord = indexOf(WordUse::helperWord);
  static const WordIndex anywhere = indexOf(WordUse::helperAnywhere);
  return valueIn(inWord, word) != 0 || valueIn(anywhere, word) != 0;
}

bool containsHelperWord(std::string_view compact) {
  return std::any_of(std::begin(kWords), std::end(kWords), [&](const WordRow& row) {
    return row.use == WordUse::helperAnywhere && compact.find(row.text) != std::string_view::npos;
  });
}

int sideOfWord(std::string_view word) {
  static const WordIndex index = indexOf(WordUse::side);
  return valueIn(index, word);
}

bool isNoiseWord(std::string_view word) {
  static const WordIndex index = indexOf(WordUse::noise);
  return valueIn(index, word) != 0;
}

bool isEndWord(std::string_view word) {
  static const WordIndex index = indexOf(WordUse::end);
  return valueIn(index, word) != 0;
}

int limbPairOfWord(std::string_view word) {
  static const WordIndex index = indexOf(WordUse::pair);
  return valueIn(index, word);
}

}  // namespace sinew
