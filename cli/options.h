#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sinew/manikin/fit.h>
#include <sinew/manikin/roles.h>
#include <sinew/physics/world.h>
#include <sinew/record/settle.h>

// What the command line asked for, as plain values. arguments.cpp fills these; the verbs read them.

namespace sinew::cli {

/// Options of every verb that takes characters.
struct InputOptions {
  std::vector<std::string> files;  ///< paths or built-in figures ("@figure")
  bool json = false;
  int jobs = 0;  ///< files at a time; 0: one a core
  std::optional<float> metersPerUnit;
  std::optional<float> stature;  ///< m
  std::vector<std::string> exclude;
};

/// Options of every verb that fits a manikin.
struct FitFlags {
  std::string preset = "standard";
  std::string creature;  ///< empty: detected
  std::string root;      ///< name or node index: the figure to take where a file holds several
  std::string mapFile;
  std::vector<std::string> absent;
  std::string by;  ///< empty: all sources in order
  std::string method = "trimmed";
  float mass = 75;  ///< kg
  std::string massTable = "deLeva-male";
  std::string inertia = "shape";  ///< or "table"
  std::string factorsFile;
  float tolerance = 0.1f;
  bool accept = false;
  bool keepAccessories = false;
};

struct InspectOptions {
  InputOptions input;
  bool tree = false;
};

struct FitVerbOptions {
  InputOptions input;
  FitFlags fit;
  std::string output;  ///< manikin file to write
  std::string saveFactors;
  std::string frames;  ///< folder for pictures
};

struct ProbeOptions {
  InputOptions input;
  FitFlags fit;
  std::string frames;  ///< folder for pictures
  std::string world{kDefaultWorld};
};

struct SettleVerbOptions {
  InputOptions input;
  FitFlags fit;
  std::string world{kDefaultWorld};
  std::string start = "bind";  ///< or "clip:NAME@T"
  float height = 0.1f;         ///< m
  float duration = 10;         ///< s
  int substeps = SettleOptions{}.worldDef.substeps;
  std::uint64_t seed = 0;
  int seeds = 0;        ///< 0: the one of `seed`
  std::string bake;     ///< GLB to write
  std::string frames;   ///< folder for pictures
  bool record = false;  ///< keep the first fall's trajectory
};

struct CrowdVerbOptions {
  std::string file = "@figure";
  InputOptions input;
  FitFlags fit;
  std::string world = "crowd";
  std::string scene = "spread";
  int count = 64;
  bool powered = false;
  int workers = 1;  ///< threads
  int steps = 300;
  std::string setting;               ///< crowd or exact; empty: crowd in the crowd world, else the world's own
  int substeps = 0, iterations = 0;  ///< 0: as the setting says
  std::uint64_t seed = 0;
  std::string frames;  ///< folder for pictures
};

struct ExportVerbOptions {
  InputOptions input;
  FitFlags fit;
  std::string format = "mjcf";
  std::string unit = "m";  ///< of lengths in the file, or "cm"
  std::string output;      ///< file to write
};

struct FigureVerbOptions {
  std::string output;
  std::string spec = "figure";
  std::vector<std::string> variants;
  bool list = false;
  bool json = false;
};

struct DiffOptions {
  std::string a, b;
  float tolerance = 0.1f;
  bool json = false;
};

struct RenderOptions {
  InputOptions input;
  FitFlags fit;
  std::string output;         ///< folder of the frames
  std::string sheet;          ///< one picture of all files
  std::string layers;         ///< empty: the usual ones
  int size = 1024;            ///< pixels
  std::string pose = "bind";  ///< or "rest", or "clip:NAME@T"
  std::string manikinFile;    ///< draw this one instead of fitting
};

struct ReportOptions {
  InputOptions input;
  FitFlags fit;
  std::string output;  ///< a page, or a folder for several inputs
  std::string world{kDefaultWorld};
  std::string start = "bind";
  float height = 0.1f;  ///< m
  std::uint64_t seed = 0;
};

struct ViewOptions {
  std::string file = "@figure";
  FitFlags fit;
  std::string world{kDefaultWorld};
  std::string screenshot;
  int frames = 0;  ///< close after so many; 0: when the window is closed
  int crowd = 0;   ///< so many characters; 0: one, with everything about it
  std::string scene = "spread";
  bool powered = false;
  std::string level;  ///< to walk through; empty: none
};

struct DemoOptions {
  std::string frames;  ///< folder for pictures
  std::string file = "@figure";
};

// The verbs. Each returns the exit status: 0 fine, 1 a finding of severity failure, 2 bad input or usage.
int inspect(const InspectOptions& options);
int figure(const FigureVerbOptions& options);
int fit(const FitVerbOptions& options);
int diff(const DiffOptions& options);
int probe(const ProbeOptions& options);
int settleVerb(const SettleVerbOptions& options);
int crowd(const CrowdVerbOptions& options);
int exportVerb(const ExportVerbOptions& options);
int render(const RenderOptions& options);
int report(const ReportOptions& options);
int view(const ViewOptions& options);
int demo(const DemoOptions& options);

/// Parses the command line and runs the verb.
int run(int argc, char** argv);

}  // namespace sinew::cli
