#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sinew::figure {

/// How one family of rigs names the humanoid's joints. In side names `*` stands for the side word.
struct NameFamily {
  std::string_view variant;
  std::string_view meaning;
  std::string_view left, right;  ///< side words
  std::string_view trunk[6];     ///< root, pelvis, spine, chest, neck, head
  std::string_view side[8];      ///< clavicle, upper arm, forearm, hand, thigh, shin, foot, toes
  std::string_view headEnd, handEnd, toesEnd;
};

std::span<const NameFamily> nameFamilies();

/// The family's name for a node key ("leftThigh", "head.end"); "" where the family has none.
std::string nameIn(const NameFamily& family, std::string_view key);

/// Names of a fox-like quadruped rig for the same kind of keys ("hindLeftUpper", "tail.2").
std::string foxName(std::string_view key);

/// The bone that VRM 0 and 1 call a role; "" where VRM has none.
std::string_view vrmBone(std::string_view key);

}  // namespace sinew::figure
