#pragma once

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
};

/// Reads, indexes, maps and fits one file as the flags say. An error means bad input (exit 2); a refusal does not.
Result<Character> loadCharacter(const std::string& file, const InputOptions& input, const FitFlags& flags, const ReadOptions& reading = {});

/// Reads and indexes alone.
Result<Character> loadRig(const std::string& file, const InputOptions& input, const ReadOptions& reading = {});

/// A whole text file, or an `io` error.
Result<std::string> readText(const std::string& path);

/// Writes a text to a file whole or not at all.
Result<void> writeText(const std::string& path, const std::string& text);

}  // namespace sinew::cli
