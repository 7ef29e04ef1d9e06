#pragma once

#include <sinew/pose/animator.h>

// The sequence controller: which stretch of which clip plays, and how far it has come. Travel and displayed joints come from one and the
// same advance; nothing else moves clip time.

namespace sinew {

/// A stretch of a clip in clip time. `to` may lie before `from` (played backward) or beyond the clip's end (a loop goes round).
struct Stretch {
  std::int32_t clip = -1;   ///< index into AnimationSet::clips; -1: a pose is held, no time passes
  double from = 0, to = 0;  ///< s
};

struct Sequence {
  Stretch stretch;
  double time = 0;  ///< s, between stretch.from and stretch.to
  float rate = 1;   ///< clip seconds a second, >= 0
};

/// Begins a stretch at its start. `shown`, where there is one, goes over to it with `halflife` (s); a stretch that goes on where the last
/// one ended is no transition.
void select(const AnimationSet& set, Sequence& sequence, const Stretch& stretch, float halflife, Animator* shown);

struct SequenceStep {
  RootDelta root;         ///< travel of this step
  bool finished = false;  ///< the stretch came to its end ...
  float leftover = 0;     ///< ... with so much of dt left, s: it belongs to what plays next
};

/// Moves on by `dt` s, at most to the stretch's end. With an animator travel is what its own advance says (the displayed channel); without
/// one it is read from the clip (a local channel); both give the same numbers. dt = 0 changes nothing.
SequenceStep advance(const AnimationSet& set, Sequence& sequence, float dt, Animator* shown);

}  // namespace sinew
