#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "manikin/topology_body.h"

namespace sinew::topology {

namespace {

// Skin that shares cells of this size touches, in units of the body's height: blended skin shares the smallest, the loose
// parts of a toy robot only the largest.
constexpr float kCells[] = {0.02f, 0.04f, 0.08f};
constexpr float kLeastContact = 0.02f;  // share of the end's cells

/// Cells of space that every joint's own skin passes through, worked out when first asked for.
class CellIndex {
 public:
  CellIndex(const Body& body, float size) : body_(body), size_(size), cells_(body.joints.size()) {}

  /// Share of `a`'s cells that `b` passes through too.
  float contact(std::int32_t a, std::int32_t b) {
    const std::vector<std::int64_t>&mine = cellsOf(a), &theirs = cellsOf(b);
    if (mine.empty() || theirs.empty()) return 0;
    const auto shared =
        std::count_if(mine.begin(), mine.end(), [&](std::int64_t c) { return std::binary_search(theirs.begin(), theirs.end(), c); });
    return static_cast<float>(shared) / static_cast<float>(mine.size());
  }

 private:
  const std::vector<std::int64_t>& cellsOf(std::int32_t joint) {
    std::vector<std::int64_t>& cells = cells_[static_cast<std::size_t>(joint)];
    if (!cells.empty()) return cells;
    const auto step = [this](float v) { return static_cast<std::int64_t>(std::floor(std::clamp(v, -50.0f, 50.0f) / size_)) + 8192; };
    for (const SkinSample& s : body_.skinOf(joint)) cells.push_back((step(s.at.x) << 40) | (step(s.at.y) << 20) | step(s.at.z));
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }

  const Body& body_;
  float size_;
  std::vector<std::vector<std::int64_t>> cells_;  // sorted
};

/// A branch whose skin floats free of the joint it hangs from, beside the mirror plane.
bool floatsFree(const Body& body, CellIndex& cells, std::int32_t joint) {
  const BodyJoint& end = body[joint];
  if (end.area <= 0 || !body.hasTwin(joint)) return false;
  if (end.parent < 0) return true;
  if (body.hasTwin(end.parent)) return false;
  return cells.contact(joint, end.parent) == 0;
}

struct Move {
  std::int32_t end = -1, limb = -1;

  friend bool operator==(const Move&, const Move&) = default;
};

/// The limb that an end belongs to is on the same side, stops there itself, and touches it with its skin.
void addMove(const Body& body, CellIndex& cells, std::int32_t end, std::vector<Move>& moves) {
  Move best{end, -1};
  float most = kLeastContact;
  for (std::int32_t limb = 0; limb < static_cast<std::int32_t>(body.joints.size()); ++limb) {
    const BodyJoint& leaf = body[limb];
    if (leaf.parent < 0 || !leaf.children.empty() || !body.hasTwin(limb) || leaf.centre.x * body[end].centreBelow.x <= 0) continue;
    const float touching = cells.contact(end, limb);
    if (touching <= most || body.isAbove(end, limb)) continue;
    most = touching;
    best.limb = limb;
  }
  if (best.limb >= 0) moves.push_back(best);
}

void hang(Body& body, const Move& move) {
  BodyJoint& end = body.joints[static_cast<std::size_t>(move.end)];
  if (end.parent >= 0) std::erase(body.joints[static_cast<std::size_t>(end.parent)].children, move.end);
  end.parent = move.limb;
  body.joints[static_cast<std::size_t>(move.limb)].children.push_back(move.end);
}

/// Branch areas and centroids again, for the tree as it hangs now.
void addBranches(Body& body) {
  std::vector<std::int32_t> order;
  for (std::size_t j = 0; j < body.joints.size(); ++j)
    if (body.joints[j].parent < 0) order.push_back(static_cast<std::int32_t>(j));
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const std::int32_t child : body[order[i]].children) order.push_back(child);
  for (std::size_t i = order.size(); i-- > 0;) {
    BodyJoint& j = body.joints[static_cast<std::size_t>(order[i])];
    j.areaBelow = j.area;
    Vec3 moment = j.centre * j.area;
    for (const std::int32_t child : j.children) {
      j.areaBelow += body[child].areaBelow;
      moment += body[child].centreBelow * body[child].areaBelow;
    }
    j.centreBelow = j.areaBelow > 0 ? moment / j.areaBelow : j.at;
  }
}

}  // namespace

void reattachEnds(Body& body) {
  for (const float size : kCells) {
    CellIndex cells(body, size);
    std::vector<Move> moves;
    for (std::int32_t end = 0; end < static_cast<std::int32_t>(body.joints.size()); ++end)
      if (floatsFree(body, cells, end)) addMove(body, cells, end, moves);
    // Both sides move or none: twins hang alike.
    for (const Move& move : moves) {
      const Move twin{body[move.end].mirror, body[move.limb].mirror};
      if (std::find(moves.begin(), moves.end(), twin) != moves.end() && !body.isAbove(move.end, move.limb)) hang(body, move);
    }
  }
  addBranches(body);
}

}  // namespace sinew::topology
