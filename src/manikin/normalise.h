#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "manikin/aliases.h"

// What a joint's name says, once spelling is taken off it.

namespace sinew {

/// A name, normalised: NFKC and lower case, namespace and vendor words cut, camelCase and separators split, side marks and
/// numbers taken out.
struct JointName {
  std::vector<std::string> words;  ///< what is left, in order; empty where the name says nothing
  std::string compact;             ///< the words joined: "upperarm"
  int side = 0;                    ///< +1 the name says left, -1 right, 0 neither
  int pair = 0;                    ///< +1 fore limb, -1 hind limb, 2 one of more than two pairs, 0 not said
  bool end = false;                ///< the name marks the tip of a chain
  bool helper = false;             ///< the name marks a joint that carries no mass
  std::vector<Reading> readings;   ///< what it can mean; empty: unknown, or a helper
};

/// All names of one rig together: words and numbers that most of them share (a character's name, a file's running numbers)
/// say nothing and are dropped.
std::vector<JointName> normaliseNames(std::span<const std::string> names);

/// Lower-case words of one name: namespace cut, camelCase, digits and separators split. Digits are words of their own.
std::vector<std::string> splitName(std::string_view name);

/// 1 for equal compact names, 0 for nothing in common: one minus the edit distance over the longer length.
float similarity(std::string_view a, std::string_view b);

}  // namespace sinew
