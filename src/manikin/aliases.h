#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

// The alias table: what the words in joint names mean. Data in aliases.inc; this is how it is read.

namespace sinew {

/// What a word can stand for, without its side.
enum class Word : std::uint8_t {
  none,
  pelvis,
  spine,
  chest,
  neck,
  head,
  tail,
  clavicle,
  upperArm,
  forearm,
  hand,
  hipLink,  ///< a connector between pelvis and thigh, what the clavicle is to the arm
  thigh,
  shin,
  foot,
  toes,
  helper,  ///< carries no mass: never a role
};

/// One reading of a name. Several readings of one name compete; the skeleton decides.
struct Reading {
  Word word = Word::none;
  float weight = 0;  ///< [0, 1]: how exclusively the text means that
};

/// Readings of a whole name in compact form: lower case, without side, numbers, separators ("upperarm"). Empty: unknown.
std::vector<Reading> readingsOf(std::string_view compact);

/// Every text of the table that can mean that word.
std::vector<std::string_view> textsOf(Word word);

/// True where this single word marks a helper: "twist", "ik", "hair" ...
bool isHelperWord(std::string_view word);

/// True where a compact name contains such a word, for names that run words together ("legcontrol").
bool containsHelperWord(std::string_view compact);

/// Side that a word marks: +1 left, -1 right, 0 none.
int sideOfWord(std::string_view word);

/// True for words that say nothing about the part: "joint", "bone", "def" ...
bool isNoiseWord(std::string_view word);

/// True for words that end a chain: "end", "leaf", "nub" ...
bool isEndWord(std::string_view word);

/// +1: fore limbs ("front", "fore"), -1: hind limbs ("back", "rear"), 2: one of more than two pairs ("mid"), 0: says nothing.
int limbPairOfWord(std::string_view word);

}  // namespace sinew
