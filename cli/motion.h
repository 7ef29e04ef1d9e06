#pragma once

#include "options.h"

// Options of the verbs that move a character.

namespace sinew::cli {

struct GaitVerbOptions {
  std::string file = "@figure";  ///< a character, or a gait table (JSON)
  InputOptions input;
  FitFlags fit;
  std::string table;   ///< gait table instead of the built-in one
  std::string graph;   ///< .svg or .dot to write
  std::string output;  ///< table to write
};

struct WalkVerbOptions {
  std::string file = "@figure";
  InputOptions input;
  FitFlags fit;
  std::string level = "flat";
  std::string script;  ///< empty: walk, turn, run, stop
  std::string table;
  float rate = 60;       ///< frames a second
  bool noFalls = false;  ///< everybody only staggers
  std::string bake, csv, svg;
};

struct PlayVerbOptions {
  std::string file = "@figure";
  InputOptions input;
  FitFlags fit;
  std::string world{kDefaultWorld};
  std::string clip = "idle";
  std::vector<std::string> hits;  ///< ROLE@SECONDS:NEWTONSECONDS[:left,up,forward]
  double seconds = 5;
  std::string bake;    ///< GLB to write
  std::string record;  ///< recording to write
};

struct ReplayVerbOptions {
  std::string file;  ///< recording
  InputOptions input;
  FitFlags fit;
  bool verify = false;
};

int play(const PlayVerbOptions& options);
int replay(const ReplayVerbOptions& options);
int gait(const GaitVerbOptions& options);
int walk(const WalkVerbOptions& options);

}  // namespace sinew::cli
