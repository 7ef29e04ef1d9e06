#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sinew/base/draw.h>
#include <sinew/ragdoll/character.h>

namespace sinew::view {

/// Parts that a person thinks of together: trunk, left arm ...
struct PartGroup {
  std::string name;
  std::vector<std::size_t> parts;
};
/// All parts, then the trunk and each limb that the body has.
std::vector<PartGroup> partGroups(const Manikin& manikin);

/// A clip laid over what plays.
struct ActorLayer {
  std::int32_t id = -1, clip = -1;
  float weight = 1;
  LayerMode mode = LayerMode::override;
  bool upperBody = false;  ///< the chest and what hangs from it alone
};

/// A character that plays clips and has a body, on level ground: what the panels read and call. Plain calls of Character, Animator and
/// Ragdoll; no drawing.
class Actor {
 public:
  static Result<std::unique_ptr<Actor>> create(const Asset& asset, const Rig& rig, const Manikin& manikin, const Transform& worldFromModel,
                                               std::string_view world);

  Character& character() { return *character_; }
  const Character& character() const { return *character_; }
  World& world() { return *world_; }
  const AnimationSet& animation() const { return *character_->kind().animation; }

  /// One frame. Events go to `log`.
  void step(float dt);
  struct Told {
    float time = 0;  ///< s since it began
    Balance to = Balance::standing;
  };
  const std::vector<Told>& log() const { return log_; }
  float time() const { return time_; }

  void play(std::int32_t clip);
  /// Through Character::hit: it spreads and recovers. N s.
  void hit(std::size_t part, const Vec3& impulse, const Vec3& pointWorld);
  /// A hit on the trunk from the front, just hard enough to stagger.
  void stagger();
  /// All parts of a group follow so while it stands. Hertz and caps stay the kind's.
  void follow(std::span<const std::size_t> parts, PartMode mode, float muscle, float pin, float mapping);
  void goLimp();  ///< weight 0 everywhere: nothing but its joints' limits holds it
  /// Back to where the animation leads everything.
  void followAll();

  void addLayer(std::int32_t clip, LayerMode mode, bool upperBody);
  void setLayerWeight(std::size_t layer, float weight);
  void removeLayer(std::size_t layer);
  const std::vector<ActorLayer>& layers() const { return layers_; }

  /// Limb (arms first, as Animator counts) that ends at or below the part, or -1.
  std::int32_t limbOf(std::size_t part) const;
  std::string limbName(std::int32_t limb) const;
  std::int32_t limbCount() const;
  const Limb& limb(std::int32_t index) const;
  /// m, world. The target stays in the character's own frame: it walks along.
  void reach(std::int32_t limb, const Vec3& targetWorld);
  void release(std::int32_t limb);
  bool reaches(std::int32_t limb) const { return goals_[static_cast<std::size_t>(limb)].on; }
  Vec3 target(std::int32_t limb) const;  ///< m, world
  /// Limbs that reach, with their targets.
  void drawReaches(DebugDraw& draw) const;

  // Poses in the world.
  std::vector<Transform> drawn() const;       ///< (jointCount)
  std::vector<Transform> animated() const;    ///< (jointCount) before the body's answer
  std::vector<Transform> parts() const;       ///< (partCount) the bodies
  std::vector<BodyState> bodyStates() const;  ///< (partCount)

 private:
  Actor() = default;
  struct Goal {
    bool on = false;
    Vec3 modelTarget{};
  };

  std::unique_ptr<World> world_;
  std::optional<Character> character_;
  std::vector<std::int32_t> jointOf_;  ///< (partCount)
  std::vector<Goal> goals_;            ///< (limbCount)
  std::vector<ActorLayer> layers_;
  std::vector<Told> log_;
  std::vector<float> upperMask_;  ///< (jointCount)
  Vec3 forward_{0, 0, 1};         ///< unit, model space
  std::int32_t trunk_ = 0;
  float time_ = 0;
};

}  // namespace sinew::view
