#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <sinew/record/trajectory.h>

#include "character.h"
#include "view/studio.h"

namespace sinew::cli {

/// What the pictures of a file or built-in figure are called: "man" of rigs/man.glb, "figure_child" of @figure:child.
std::string pictureName(const std::string& file);

/// Pictures that a verb puts into a folder beside what it prints. A GL context belongs to one thread, so a verb with a gallery
/// works on one file after the other.
class Gallery {
 public:
  /// No folder: nothing is drawn.
  Gallery() = default;
  static Result<std::unique_ptr<Gallery>> open(const std::string& folder);
  bool wanted() const { return studio_ != nullptr; }
  /// The input worked on one file after the other where pictures are wanted.
  InputOptions inTurn(InputOptions input) const;

  /// Front, side and three-quarter view as NAME.front.png ...; returns the paths written.
  Result<std::vector<std::string>> views(const std::string& file, const view::Subject& subject, const view::ShotOptions& shot);
  /// The fitted character in bind pose, by the same names.
  Result<std::vector<std::string>> views(const std::string& file, const Character& character);
  /// Moments of a recorded fall side by side, as NAME.fall.png.
  Result<std::vector<std::string>> fall(const std::string& file, const Character& character, const Trajectory& trajectory);

  view::Studio& studio() { return *studio_; }

 private:
  std::string nameOf(const std::string& file);

  std::string folder_;
  std::unique_ptr<view::Studio> studio_;
  UniqueNames names_;
  std::map<std::string, std::string> given_;  ///< one name a file, however often it is drawn
};

}  // namespace sinew::cli
