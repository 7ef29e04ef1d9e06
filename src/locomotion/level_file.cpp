#include <algorithm>
#include <cmath>

#include <sinew/base/text.h>
#include <sinew/locomotion/levels.h>

#include "base/json_reader.h"

namespace sinew {

namespace {

constexpr NumberRange kPeriod{0.01, 1e5}, kTurn{-3600, 3600}, kTravel{-1e5, 1e5};

/// What the extras of a node ask for.
struct Wish {
  std::string solid;  ///< "" where they do not say
  bool crushable = false, trigger = false, start = false, shadows = true, moving = false;
  Mover mover;
};

std::string placeOf(const Asset& asset, std::size_t node) {
  const std::string& name = asset.nodes[node].name;
  return "nodes[" + std::to_string(node) + "]" + (name.empty() ? "" : " '" + printable(name) + "'");
}

Result<Wish> wishOf(const std::string& extras, const std::string& place) {
  Wish wish;
  if (extras.empty()) return wish;
  const Result<nlohmann::json> document = parseJson(extras);
  if (!document || !document->is_object()) return wish;  // other tools keep all sorts of things here
  std::optional<Error> error;
  const JsonObject in(*document, place + ".extras", error);
  const auto flag = [&](const char* key, bool fallback) {
    const auto found = document->find(key);
    if (found == document->end()) return fallback;
    if (!found->is_boolean()) in.refuse(key, ErrorCode::value, "is neither true nor false");
    return found->is_boolean() ? found->get<bool>() : fallback;
  };
  wish.crushable = flag("crushable", false);
  wish.trigger = flag("trigger", false);
  wish.start = flag("start", false);
  wish.shadows = flag("shadows", true);
  if (in.has("solid")) {
    wish.solid = in.text("solid");
    const bool known = wish.solid == "mesh" || wish.solid == "box" || wish.solid == "wedge" || wish.solid == "none";
    if (!known) in.refuse("solid", ErrorCode::value, "is \"mesh\", \"box\", \"wedge\" or \"none\"");
  }
  if (in.has("moving")) {
    wish.moving = true;
    const JsonObject moving = in.object("moving");
    if (moving.has("travel_m")) wish.mover.travel = moving.vector("travel_m", kTravel);
    if (moving.has("period_s")) wish.mover.period = moving.number("period_s", kPeriod);
    if (moving.has("turn_degps")) wish.mover.turn = moving.angle("turn_degps", kTurn);
    if (moving.has("phase")) wish.mover.phase = moving.number("phase", kShareRange);
  }
  if (error) return Failure(*error);
  return wish;
}

class Reader {
 public:
  explicit Reader(const Asset& asset) : asset_(asset), world_(restWorldTransforms(asset)) { level_.name = asset.file; }

  Result<Level> read() {
    std::vector<std::int32_t> open(asset_.sceneRoots.rbegin(), asset_.sceneRoots.rend());
    while (!open.empty()) {
      const auto node = static_cast<std::size_t>(open.back());
      open.pop_back();
      if (const Result<void> added = add(node); !added) return Failure(added.error());
      const auto& children = asset_.nodes[node].children;
      open.insert(open.end(), children.rbegin(), children.rend());
    }
    if (level_.solids.empty()) return fail(ErrorCode::value, "level", "there is no mesh to walk on");
    if (const Result<void> sound = checkLevel(level_); !sound) return Failure(sound.error());
    return std::move(level_);
  }

 private:
  Result<void> add(std::size_t node) {
    const std::string place = placeOf(asset_, node);
    const Result<Wish> wish = wishOf(asset_.nodes[node].extras, place);
    if (!wish) return Failure(wish.error());
    level_.shadows = level_.shadows && wish->shadows;
    if (wish->start) begin(world_[node]);
    if (asset_.nodes[node].mesh < 0 || wish->solid == "none") return {};

    level_.names.push_back(printable(asset_.nodes[node].name));
    const bool asBox = wish->crushable || wish->trigger || wish->moving;
    const std::string solid = !wish->solid.empty() ? wish->solid : asBox ? "box" : "mesh";
    if (solid != "mesh") return addConvex(node, *wish, solid == "wedge", place);
    if (asBox) return fail(ErrorCode::value, place + ".extras", "a mesh neither moves nor breaks nor triggers: make it a box or a wedge");
    addTriangles(node);
    return {};
  }

  void begin(const Affine& worldFromNode) {
    level_.start = worldFromNode.translation;
    level_.startYaw = std::atan2(worldFromNode.linear.z.x, worldFromNode.linear.z.z);
  }

  template <class Visit>
  void forPrimitives(std::size_t node, const Visit& visit) const {
    for (const Primitive& primitive : asset_.meshes[static_cast<std::size_t>(asset_.nodes[node].mesh)].primitives)
      if (primitive.topology == Topology::triangles) visit(primitive);
  }

  /// Faces without area are left out: they carry nobody.
  void addTriangles(std::size_t node) {
    const Affine& world = world_[node];
    const bool mirrored = determinant(world.linear) < 0;
    forPrimitives(node, [&](const Primitive& primitive) {
      for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
        Solid solid;
        solid.shape = SolidShape::triangle;
        for (std::size_t c = 0; c < 3; ++c) solid.corners[c] = world * primitive.positions[primitive.indices[i + c]];
        if (mirrored) std::swap(solid.corners[1], solid.corners[2]);
        const auto& [a, b, c] = solid.corners;
        if (!(length(cross(b - a, c - a)) > 0)) continue;
        solid.name = static_cast<std::int32_t>(level_.names.size()) - 1;
        level_.solids.push_back(solid);
      }
    });
  }

  /// The bounds of the mesh in its node's frame, as large as the node's scale makes them.
  Result<void> addConvex(std::size_t node, const Wish& wish, bool wedge, const std::string& place) {
    constexpr float kFar = 1e30f;
    Vec3 low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
    forPrimitives(node, [&](const Primitive& primitive) {
      for (const Vec3& p : primitive.positions) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
      }
    });
    if (low.x > high.x) return fail(ErrorCode::value, place, "has no triangles to take the bounds of");

    const Affine& world = world_[node];
    const Vec3 scale{length(world.linear.x), length(world.linear.y), length(world.linear.z)};
    const float skew = std::abs(dot(world.linear.x, world.linear.y)) + std::abs(dot(world.linear.y, world.linear.z)) +
                       std::abs(dot(world.linear.z, world.linear.x));
    if (skew > 1e-3f * (scale.x * scale.y + scale.y * scale.z + scale.z * scale.x))
      return fail(ErrorCode::value, place, "is skewed by the nodes above it: a box has right angles");

    Solid solid;
    solid.shape = wedge ? SolidShape::wedge : SolidShape::box;
    solid.role = wish.trigger ? SolidRole::trigger : wish.crushable ? SolidRole::crushable : SolidRole::blocking;
    solid.worldFromSolid = {rotationOf(world.linear), world * ((low + high) * 0.5f)};
    solid.halfExtent = scaled(scale, high - low) * 0.5f;
    solid.name = static_cast<std::int32_t>(level_.names.size()) - 1;
    if (wish.moving) {
      solid.mover = static_cast<std::int32_t>(level_.movers.size());
      level_.movers.push_back(wish.mover);
      level_.movers.back().pivot = solid.worldFromSolid.translation;
    }
    level_.solids.push_back(solid);
    return {};
  }

  const Asset& asset_;
  std::vector<Affine> world_;
  Level level_;
};

}  // namespace

Result<Level> levelOf(const Asset& asset) { return Reader(asset).read(); }

}  // namespace sinew
