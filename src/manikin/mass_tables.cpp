#include <algorithm>
#include <array>

#include "manikin/mass.h"

// Body-segment parameters. Shares in % of body mass, a side each. Centres of mass are counted from the joint that drives the
// part, that is from the lower end for the trunk and the head.

namespace sinew {
namespace {

// P. de Leva, "Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters", J. Biomech. 29(9), 1996, 1223-1230, table 4.
constexpr std::array<MassRow, 10> kDeLevaMale{{
    {Role::head, Role::none, 6.94f, 0.4024f, 0.362f, 0.376f, 0.312f},
    {Role::chest, Role::none, 15.96f, 0.7001f, 0.716f, 0.454f, 0.659f},
    {Role::spine, Role::none, 16.33f, 0.5498f, 0.482f, 0.383f, 0.468f},
    {Role::pelvis, Role::none, 11.17f, 0.3885f, 0.615f, 0.551f, 0.587f},
    {Role::leftUpperArm, Role::none, 2.71f, 0.5772f, 0.285f, 0.269f, 0.158f},
    {Role::leftForearm, Role::none, 1.62f, 0.4574f, 0.276f, 0.265f, 0.121f},
    {Role::leftHand, Role::none, 0.61f, 0.7900f, 0.628f, 0.513f, 0.401f},
    {Role::leftThigh, Role::none, 14.16f, 0.4095f, 0.329f, 0.329f, 0.149f},
    {Role::leftShin, Role::none, 4.33f, 0.4395f, 0.251f, 0.246f, 0.102f},
    {Role::leftFoot, Role::none, 1.37f, 0, 0.257f, 0.245f, 0.124f},
}};

constexpr std::array<MassRow, 10> kDeLevaFemale{{
    {Role::head, Role::none, 6.68f, 0.4106f, 0.330f, 0.359f, 0.318f},
    {Role::chest, Role::none, 15.45f, 0.7923f, 0.746f, 0.502f, 0.718f},
    {Role::spine, Role::none, 14.65f, 0.5488f, 0.433f, 0.354f, 0.415f},
    {Role::pelvis, Role::none, 12.47f, 0.5080f, 0.433f, 0.402f, 0.444f},
    {Role::leftUpperArm, Role::none, 2.55f, 0.5754f, 0.278f, 0.260f, 0.148f},
    {Role::leftForearm, Role::none, 1.38f, 0.4559f, 0.261f, 0.257f, 0.094f},
    {Role::leftHand, Role::none, 0.56f, 0.7474f, 0.531f, 0.454f, 0.335f},
    {Role::leftThigh, Role::none, 14.78f, 0.3612f, 0.369f, 0.364f, 0.162f},
    {Role::leftShin, Role::none, 4.81f, 0.4352f, 0.267f, 0.263f, 0.092f},
    {Role::leftFoot, Role::none, 1.29f, 0, 0.299f, 0.279f, 0.139f},
}};

// Dempster 1955, via D. A. Winter, Biomechanics and Motor Control of Human Movement, table 4.1. On the eleven core parts these are
// pelvis 14.2, torso 35.5, head 8.1, upper arm 2.8, forearm with hand 2.2, thigh 10.0, shin with foot 6.1 (abdomen in the torso).
constexpr std::array<MassRow, 10> kDempster{{
    {Role::head, Role::none, 8.1f},
    {Role::chest, Role::none, 21.6f},
    {Role::spine, Role::chest, 13.9f},
    {Role::pelvis, Role::none, 14.2f},
    {Role::leftUpperArm, Role::none, 2.8f},
    {Role::leftForearm, Role::none, 1.6f},
    {Role::leftHand, Role::none, 0.6f},
    {Role::leftThigh, Role::none, 10.0f},
    {Role::leftShin, Role::none, 4.65f},
    {Role::leftFoot, Role::none, 1.45f},
}};

constexpr std::array<std::string_view, 4> kTables{"deLeva-male", "deLeva-female", "dempster-11", "density"};

}  // namespace

std::span<const MassRow> massRows(std::string_view table) {
  if (table == kTables[0]) return kDeLevaMale;
  if (table == kTables[1]) return kDeLevaFemale;
  if (table == kTables[2]) return kDempster;
  return {};
}

std::vector<std::string_view> massTables() { return {kTables.begin(), kTables.end()}; }

}  // namespace sinew
