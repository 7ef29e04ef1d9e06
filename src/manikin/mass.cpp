#include "manikin/mass.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace sinew {
namespace {

constexpr float kLargestRatio = 10;  // of two jointed masses, beyond which iterative solvers get soft

/// Roles that no body-segment table has a row of their own for share the row of this one by fitted volume.
Role rowOf(Role role) {
  switch (role) {
    case Role::neck:
      return Role::head;
    case Role::leftClavicle:
    case Role::rightClavicle:
      return Role::chest;
    case Role::leftToes:
      return Role::leftFoot;
    case Role::rightToes:
      return Role::rightFoot;
    default:
      return role;
  }
}

/// Volume for sharing a row: the mean of both sides, so that a body stays as heavy left as right.
double sharedVolume(const Manikin& manikin, std::size_t part) {
  const std::int32_t other = manikin.partOf(mirrored(manikin.parts[part].role));
  const double own = volumeOf(manikin.parts[part]);
  return other < 0 ? own : 0.5 * (own + volumeOf(manikin.parts[static_cast<std::size_t>(other)]));
}

/// Part that a table row of `role` belongs to, or none where the creature has not got that limb at all.
Role takerOf(Role role, const MassRow& row, const Manikin& manikin, const RoleMap& map) {
  const auto isPart = [&](Role r) { return manikin.partOf(r) >= 0; };
  if (!isPart(role) && row.merge != Role::none && isPart(row.merge)) return row.merge;
  const auto core = coreRolesOf(map.creature);
  for (Role r = role; r != Role::none; r = parentOf(r)) {
    if (isPart(r)) return r;
    if (std::find(core.begin(), core.end(), r) != core.end()) return Role::none;
  }
  return Role::none;
}

/// Shares by a table, in any unit. (partCount)
std::vector<double> sharesByTable(const Manikin& manikin, const RoleMap& map, std::span<const MassRow> rows) {
  std::vector<double> shares(manikin.parts.size(), 0.0);
  for (const Role role : rolesOf(map.creature)) {
    const Role side = sideOf(role) < 0 ? mirrored(role) : role;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const MassRow& r) { return r.role == side; });
    if (row == rows.end()) continue;
    const Role taker = takerOf(role, *row, manikin, map);
    if (taker == Role::none) continue;

    // The taker, and the parts without a row that are cut out of this one.
    std::vector<std::size_t> sharers;
    double largest = 0;
    for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
      const Role own = manikin.parts[i].role;
      if (own != taker && (own == role || rowOf(own) != role)) continue;
      sharers.push_back(i);
      largest = std::max(largest, sharedVolume(manikin, i));
    }

    // A neck of three vertices between head and chest must carry the head all the same: where to cut is ours to say, so none of
    // the cuts is lighter than solvers can bear.
    const auto cut = [&](std::size_t i) { return std::max(sharedVolume(manikin, i), largest / kLargestRatio); };
    double volume = 0;
    for (const std::size_t i : sharers) volume += cut(i);
    for (const std::size_t i : sharers) shares[i] += static_cast<double>(row->share) * cut(i) / volume;
  }
  return shares;
}

std::vector<double> sharesByVolume(const Manikin& manikin) {
  std::vector<double> shares;
  for (const Part& part : manikin.parts) shares.push_back(volumeOf(part));
  return shares;
}

// How a table says the mass lies along the bone. A part that takes more or less than one row has no numbers there.
bool inertiaByTable(Part& part, const Manikin& manikin, const RoleMap& map, std::span<const MassRow> rows) {
  const MassRow* own = nullptr;
  for (const MassRow& row : rows) {
    for (const Role role : {row.role, mirrored(row.role)}) {
      if (takerOf(role, row, manikin, map) != part.role) continue;
      if (own != nullptr && own != &row) return false;
      own = &row;
    }
  }
  const bool cut = std::any_of(manikin.parts.begin(), manikin.parts.end(),
                               [&](const Part& p) { return p.role != part.role && rowOf(p.role) == part.role; });
  if (own == nullptr || cut || rowOf(part.role) != part.role || !(own->gyrationLong > 0)) return false;
  const bool byBone = own->fromJoint > 0;
  const float segment = byBone ? part.boneLength : part.length();
  if (byBone) part.centerOfMass = part.axis * (own->fromJoint * segment);
  const float across = 0.5f * (own->gyrationSagittal * own->gyrationSagittal + own->gyrationTransverse * own->gyrationTransverse);
  part.inertia = Vec3{across, own->gyrationLong * own->gyrationLong, across} * (part.mass * segment * segment);
  return true;
}

void noteRatios(const Manikin& manikin, Findings& findings) {
  for (const Part& part : manikin.parts) {
    if (part.parent < 0) continue;
    const Part& parent = manikin.parts[static_cast<std::size_t>(part.parent)];
    const float ratio = std::max(part.mass, parent.mass) / std::min(part.mass, parent.mass);
    if (ratio <= kLargestRatio) continue;
    char text[200];
    std::snprintf(text, sizeof text, "%.2f kg jointed to %.2f kg of %s: a ratio of %.0f to 1 makes joints soft",
                  static_cast<double>(part.mass), static_cast<double>(parent.mass), parent.name.c_str(), static_cast<double>(ratio));
    findings.push_back({Severity::warning, "mass.ratio", part.name, ratio, {}, kLargestRatio, text});
  }
}

}  // namespace

double volumeOf(const Part& part) {
  const double r = part.radius, h = part.halfHeight;
  return std::numbers::pi * r * r * (4.0 / 3.0 * r + 2.0 * h);
}

Vec3 inertiaOf(const Part& part) {
  // Cylinder and two half balls of one density, the half balls' own centres 3/8 of the radius outside the cylinder's ends.
  const double r = part.radius, h = part.halfHeight;
  const double cylinder = part.mass * 2 * h / (2 * h + 4.0 / 3.0 * r), balls = part.mass - cylinder;
  const double along = cylinder * r * r / 2 + balls * 0.4 * r * r;
  const double across = cylinder * (r * r / 4 + h * h / 3) + balls * (0.4 * r * r + h * h + 0.75 * h * r);
  return {static_cast<float>(across), static_cast<float>(along), static_cast<float>(across)};
}

void weighParts(Manikin& manikin, const RoleMap& map, const FitOptions& options) {
  const std::span<const MassRow> rows = manikin.creature == Creature::humanoid ? massRows(options.massTable) : std::span<const MassRow>{};
  const bool anthropometric = !rows.empty();
  const std::vector<double> shares = anthropometric ? sharesByTable(manikin, map, rows) : sharesByVolume(manikin);
  double total = 0, volume = 0;
  for (const double share : shares) total += share;
  for (const Part& part : manikin.parts) volume += volumeOf(part);

  manikin.mass = options.mass;
  manikin.massTable = anthropometric ? options.massTable : "density";
  bool shapesDecide = false;
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    Part& part = manikin.parts[i];
    part.mass = static_cast<float>(options.mass * shares[i] / total);
    part.centerOfMass = part.center;
    part.inertia = inertiaOf(part);
    if (options.inertiaFromTable && !inertiaByTable(part, manikin, map, rows)) shapesDecide = true;
  }

  if (!anthropometric) {
    char text[160];
    std::snprintf(text, sizeof text, "no body-segment table for this creature: equal density over the fitted volumes, %.4g kg/m3",
                  static_cast<double>(options.mass) / volume);
    manikin.findings.push_back({Severity::note, "mass.density", "", options.mass / volume, {}, {}, text});
  }
  if (options.inertiaFromTable && shapesDecide)
    manikin.findings.push_back({Severity::note,
                                "mass.inertia",
                                "",
                                {},
                                {},
                                {},
                                "parts that take no single row of the mass table keep the inertia of their shape"});
  noteRatios(manikin, manikin.findings);
}

}  // namespace sinew
