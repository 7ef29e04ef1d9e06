#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <sinew/base/math.h>

#include "layers.h"
#include "session.h"

namespace sinew::view {

/// What panels share besides the session: what is shown, what is selected, what the next push is like.
struct Desk {
  Session& session;
  LayerSet layers = LayerSet::usual();
  float meshOpacity = 0.75f;              ///< [0, 1]
  std::optional<std::size_t> selected{};  ///< part
  std::optional<std::size_t> focus{};     ///< part that the camera is to frame next
  float dropHeight = 0.3f;                ///< m
  float pushImpulse = 40;                 ///< N s
  bool ghost = false;                     ///< the animated pose beside the drawn one
};

/// The column at the left, or the strip under the picture, which shows while there is a past to show.
enum class Place : std::uint8_t { column, strip };

/// One panel of the live window: one file each, made known to the registry.
class Panel {
 public:
  virtual ~Panel() = default;
  virtual std::string_view title() const = 0;
  virtual Place place() const { return Place::column; }
  /// Whether it has anything to say about what moves the character now.
  virtual bool concerns(Drive drive) const { return drive == Drive::pose || drive == Drive::bodies; }
  virtual void draw(Desk& desk) = 0;
};

std::unique_ptr<Panel> makePlaybackPanel();
std::unique_ptr<Panel> makeLayersPanel();
std::unique_ptr<Panel> makeBodiesPanel();
std::unique_ptr<Panel> makeHitPanel();
std::unique_ptr<Panel> makeWeightsPanel();
std::unique_ptr<Panel> makePosePanel();
std::unique_ptr<Panel> makeWalkPanel();
std::unique_ptr<Panel> makeTuningPanel();
std::unique_ptr<Panel> makeFindingsPanel();
std::unique_ptr<Panel> makePlotsPanel();
std::unique_ptr<Panel> makeTimelinePanel();

/// All panels, in the order in which they stand.
std::vector<std::unique_ptr<Panel>> makePanels();

}  // namespace sinew::view
