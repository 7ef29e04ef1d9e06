#pragma once

#include <set>
#include <string>

#include <sinew/asset/asset.h>
#include <sinew/asset/read.h>
#include <sinew/base/result.h>
#include <sinew/manikin/manikin.h>
#include <sinew/rig/rig.h>

#include "options.h"

namespace sinew::cli {

/// A file on its way from bytes to manikin. Where the map was refused there is no manikin, and `map` says why.
struct Character {
  Asset asset;
  Rig rig;
  RoleMap map;
  std::optional<Manikin> manikin;

  /// All that was odd or wrong on the way, from the file to the manikin or to the refusal.
  Findings findings() const;
};

/// Reads, indexes, maps and fits one file as the flags say. An error means bad input (exit 2); a refusal does not.
Result<Character> loadCharacter(const std::string& file, const InputOptions& input, const FitFlags& flags, const ReadOptions& reading = {});

/// Names of files that are made from many inputs, each given out once: "man", then "man-2".
class UniqueNames {
 public:
  explicit UniqueNames(std::set<std::string> taken = {}) : used_(std::move(taken)) {}
  std::string take(const std::string& name);

 private:
  std::set<std::string> used_;
};

/// Reads and indexes alone.
Result<Character> loadRig(const std::string& file, const InputOptions& input, const ReadOptions& reading = {});

/// A whole text file or pipe, or an `io` error; none is read beyond kLargestText.
inline constexpr std::size_t kLargestText = std::size_t{64} << 20;
Result<std::string> readText(const std::string& path);

/// What is wrong inside a file, with the file in the place.
Error inFile(const std::string& path, const Error& error);

/// Refuses outputs (empty ones are not wanted) that would overwrite what the call reads, or each other.
Result<void> checkOutputs(const InputOptions& input, const FitFlags& flags, const std::vector<std::string>& outputs);

/// Writes a text to a file whole or not at all.
Result<void> writeText(const std::string& path, const std::string& text);

}  // namespace sinew::cli
