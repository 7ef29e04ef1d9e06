#include "character.h"

#include <charconv>
#include <filesystem>
#include <fstream>

#include <sinew/asset/write.h>
#include <sinew/base/text.h>
#include <sinew/manikin/character.h>
#include <sinew/manikin/factors.h>
#include <sinew/manikin/fit.h>

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

Result<MapOptions> mapOptions(const FitFlags& flags) {
  MapOptions options;
  if (!flags.creature.empty()) options.creature = creatureFromName(flags.creature);
  if (!flags.by.empty()) options.only = mapSourceFromName(flags.by);
  for (const std::string& name : flags.absent) {
    const std::optional<Role> role = roleFromName(name);
    if (!role) return fail(ErrorCode::usage, "--absent", "there is no role '" + printable(name) + "'");
    options.absent.push_back(*role);
  }
  if (!flags.mapFile.empty()) {
    const Result<std::string> text = readText(flags.mapFile);
    if (!text) return Failure(text.error());
    Result<ExplicitMap> map = readExplicitMap(*text);
    if (!map) return fail(map.error().code, printable(flags.mapFile) + ": " + map.error().place, map.error().message);
    options.explicitMap = std::move(*map);
  }
  return options;
}

RigOptions rigOptions(const InputOptions& input) {
  return {.metersPerUnit = input.metersPerUnit, .stature = input.stature, .exclude = input.exclude};
}

/// The node that `--root` means: one of that name, else that index.
Result<std::optional<std::int32_t>> rootNode(const Asset& asset, const std::string& text) {
  if (text.empty()) return std::nullopt;
  std::optional<std::int32_t> found;
  for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
    if (asset.nodes[n].name != text) continue;
    if (found) return fail(ErrorCode::usage, "--root", "several nodes are called '" + printable(text) + "': give the node's index");
    found = static_cast<std::int32_t>(n);
  }
  if (found) return found;
  std::size_t index = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), index);
  if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && index < asset.nodes.size())
    return static_cast<std::int32_t>(index);
  return fail(ErrorCode::usage, "--root", "there is no node '" + printable(text) + "'");
}

}  // namespace

Findings Character::findings() const {
  if (manikin) return manikin->findings;
  Findings all = rig.findings;
  all.insert(all.end(), map.findings.begin(), map.findings.end());
  return all;
}

std::string UniqueNames::take(const std::string& name) {
  std::string unique = name;
  for (int i = 2; !used_.insert(unique).second; ++i) unique = name + "-" + std::to_string(i);
  return unique;
}

Result<std::string> readText(const std::string& path) {
  std::error_code problem;
  if (fs::is_directory(path, problem)) return fail(ErrorCode::io, printable(path), "is a folder");
  std::ifstream in(path, std::ios::binary);
  if (!in) return fail(ErrorCode::io, printable(path), "cannot be opened");
  // Piece by piece: a pipe has no size, and a device no end.
  std::string text;
  std::vector<char> piece(65536);
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargestText) return fail(ErrorCode::limit, printable(path), "is larger than 64 MB");
  }
  if (in.bad()) return fail(ErrorCode::io, printable(path), "cannot be read");
  return text;
}

Error inFile(const std::string& path, const Error& error) {
  return {error.code, printable(path) + (error.place.empty() ? "" : ": " + error.place), error.message};
}

Result<void> checkOutputs(const InputOptions& input, const FitFlags& flags, const std::vector<std::string>& outputs) {
  std::vector<std::string> read = input.files;
  read.insert(read.end(), {flags.mapFile, flags.factorsFile});
  const auto same = [](const std::string& a, const std::string& b) {
    std::error_code problem;
    if (a.empty() || b.empty()) return false;
    return fs::weakly_canonical(a, problem) == fs::weakly_canonical(b, problem) || fs::equivalent(a, b, problem);
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::error_code problem;
    if (fs::exists(outputs[i], problem) && !fs::is_regular_file(outputs[i], problem)) continue;  // a device may be both
    for (const std::string& file : read) {
      if (same(outputs[i], file)) return fail(ErrorCode::usage, printable(outputs[i]), "would be overwritten: it is what is read");
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (same(outputs[i], outputs[k])) return fail(ErrorCode::usage, printable(outputs[i]), "is named for two outputs");
    }
  }
  return {};
}

Result<void> writeText(const std::string& path, const std::string& text) { return writeFile(path, std::as_bytes(std::span(text))); }

Result<Character> loadRig(const std::string& file, const InputOptions& input, const ReadOptions& reading) {
  Character character;
  Result<Asset> asset = readAsset(file, reading);
  if (!asset) return Failure(asset.error());
  character.asset = std::move(*asset);

  Result<Rig> rig = buildRig(character.asset, rigOptions(input));
  if (!rig) return Failure(rig.error());
  character.rig = std::move(*rig);
  return character;
}

Result<Character> loadCharacter(const std::string& file, const InputOptions& input, const FitFlags& flags, const ReadOptions& reading) {
  Result<Asset> asset = readAsset(file, reading);
  if (!asset) return Failure(asset.error());
  const Result<MapOptions> options = mapOptions(flags);
  if (!options) return Failure(options.error());
  const Result<std::optional<std::int32_t>> root = rootNode(*asset, flags.root);
  if (!root) return Failure(root.error());
  Result<MappedRig> mapped = mapCharacter(*asset, rigOptions(input), *options, *root);
  if (!mapped) return Failure(mapped.error());

  Result<Character> character = Character{std::move(*asset), std::move(mapped->rig), std::move(mapped->map), {}};
  if (character->map.refused) return character;

  FitOptions fitOptions;
  fitOptions.preset = presetFromName(flags.preset).value_or(Preset::standard);
  fitOptions.method = fitMethodFromName(flags.method).value_or(FitMethod::trimmed);
  fitOptions.mass = flags.mass;
  fitOptions.massTable = flags.massTable;
  fitOptions.inertiaFromTable = flags.inertia == "table";
  fitOptions.factorTolerance = flags.tolerance;
  fitOptions.acceptFactors = flags.accept;
  fitOptions.accessories = flags.keepAccessories ? Accessories::keep : Accessories::leaveOut;
  FactorTable table;
  if (!flags.factorsFile.empty()) {
    const Result<std::string> text = readText(flags.factorsFile);
    if (!text) return Failure(text.error());
    Result<FactorTable> read = readFactors(*text);
    if (!read) return fail(read.error().code, printable(flags.factorsFile) + ": " + read.error().place, read.error().message);
    table = std::move(*read);
    fitOptions.factors = &table;
  }
  Result<Manikin> manikin = fitManikin(character->rig, character->map, fitOptions);
  if (!manikin) return Failure(manikin.error());
  character->manikin = std::move(*manikin);
  return character;
}

}  // namespace sinew::cli
