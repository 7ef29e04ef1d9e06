#pragma once

#include <gtest/gtest.h>

#include <string>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>

namespace sinew::test {

/// A file on its whole way to a manikin.
struct Fitted {
  Asset asset;
  Rig rig;
  RoleMap map;
  Manikin manikin;
};

/// Nothing where the file is unreadable or its map was refused; `why` says so.
inline std::optional<Fitted> fitFile(const std::string& path, std::string& why, const FitOptions& options = {}) {
  Result<Asset> asset = readAsset(path);
  if (!asset) {
    why = asset.error().place + ": " + asset.error().message;
    return std::nullopt;
  }
  Result<Rig> rig = buildRig(*asset);
  if (!rig) {
    why = rig.error().message;
    return std::nullopt;
  }
  RoleMap map = mapRoles(*rig);
  if (map.refused) {
    why = "refused";
    for (const Finding& finding : map.findings) {
      if (finding.severity == Severity::failure) why += "; " + finding.message;
    }
    return std::nullopt;
  }
  Result<Manikin> manikin = fitManikin(*rig, map, options);
  if (!manikin) {
    why = manikin.error().message;
    return std::nullopt;
  }
  return Fitted{std::move(*asset), std::move(*rig), std::move(map), std::move(*manikin)};
}

/// The built-in figure, which must always fit.
inline Fitted fitFigure(const std::string& spec, const FitOptions& options = {}) {
  std::string why;
  std::optional<Fitted> fitted = fitFile(spec, why, options);
  EXPECT_TRUE(fitted) << spec << ": " << why;
  return fitted ? std::move(*fitted) : Fitted{};
}

}  // namespace sinew::test
