// The scenes of `sinew crowd` as one table: both worlds on the same work in one run, what a character costs a step and what the
// solution is worth. The crowd world in both of its settings, Bullet with 8 sub-steps of 4 iterations. Peaks and rests are of 99 in 100
// characters.
//
//     bench_scenes [--steps 300] [--largest 1024] [--bullet-largest 64] [--svg chart.svg]

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <tbb/global_control.h>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>

#include "scenes/crowd_run.h"

namespace sinew::bench {
namespace {

using scenes::CrowdDrive;
using scenes::CrowdFigure;
using scenes::CrowdRun;
using scenes::CrowdScene;

struct Options {
  int steps = 300, largest = 1024, bulletLargest = 64;
  std::string svg;
};

/// A line of the table, and a bar of the chart.
struct Row {
  std::string label;
  double crowd = 0, bullet = 0;  ///< us a character and step; 0: not run
};

CrowdRun run(const Manikin& manikin, std::string_view world, const WorldDef& def, const scenes::CrowdPlan& plan, int steps, int workers) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(workers));
  const Result<std::unique_ptr<World>> made = createWorld(world, def);
  if (!made) std::abort();
  Result<CrowdRun> result = scenes::runCrowd(**made, manikin, plan, {.steps = steps, .dt = 1.0f / 60, .watch = {}});
  if (!result) std::abort();
  result->stepMicroseconds /= plan.count;
  return std::move(*result);
}

void print(const char* world, const scenes::CrowdPlan& plan, int workers, const CrowdRun& run) {
  constexpr double kDegrees = 180.0 / 3.14159265358979;
  const auto cell = [](const CrowdFigure& figure, double factor) {
    char text[48];
    std::snprintf(text, sizeof text, "%.1f / %.2f", figure.peak * factor, figure.rest * factor);
    return std::string(text);
  };
  const scenes::CrowdMeasures& m = run.measures;
  const double kilobytes = run.builtBytes ? static_cast<double>(*run.builtBytes) / plan.count / 1024 : 0;
  std::printf("| %s%s | %s | %d | %d | %.2f | %s | %s | %s | %s | %s | %s | %u | %.1f |\n", std::string(nameOf(plan.scene)).c_str(),
              plan.drive == CrowdDrive::powered ? ", powered" : "", world, plan.count, workers, run.stepMicroseconds,
              cell(m.separation, 1000).c_str(), cell(m.misalignment, kDegrees).c_str(), cell(m.overshoot, kDegrees).c_str(),
              cell(m.ground, 1000).c_str(), cell(m.self, 1000).c_str(), cell(m.other, 1000).c_str(), m.asleep, kilobytes);
  std::fflush(stdout);
}

/// Bars on a logarithmic scale, one pair a row: a picture for a page.
std::string chart(const std::vector<Row>& rows) {
  constexpr double kLeft = 190, kWidth = 470, kLow = 1, kHigh = 2000;
  const auto along = [&](double us) { return kWidth * std::log(std::max(us, kLow) / kLow) / std::log(kHigh / kLow); };
  const double height = 44 + 40 * static_cast<double>(rows.size());
  char line[512];
  std::snprintf(line, sizeof line,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 %.0f\" font-family=\"sans-serif\" font-size=\"13\">\n"
                "<rect width=\"760\" height=\"%.0f\" fill=\"#fff\"/>\n<text x=\"8\" y=\"20\">microseconds a character and step "
                "(logarithmic); blue: crowd world, grey: Bullet</text>\n",
                height, height);
  std::string out = line;
  double y = 36;
  for (const Row& row : rows) {
    std::snprintf(line, sizeof line, "<text x=\"8\" y=\"%.0f\">%s</text>\n", y + 19, row.label.c_str());
    out += line;
    const auto bar = [&](double us, double top, const char* color) {
      if (us <= 0) return;
      std::snprintf(line, sizeof line,
                    "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.1f\" height=\"14\" fill=\"%s\"/><text x=\"%.1f\" y=\"%.0f\" "
                    "font-size=\"11\">%.1f</text>\n",
                    kLeft, top, along(us), color, kLeft + along(us) + 5, top + 11, us);
      out += line;
    };
    bar(row.crowd, y, "#2f6fde");
    bar(row.bullet, y + 16, "#9aa3ad");
    y += 40;
  }
  return out + "</svg>\n";
}

void table(const Options& options) {
  const Asset asset = *readAsset("@figure");
  const Rig rig = *buildRig(asset);
  const Manikin manikin = *fitManikin(rig, mapRoles(rig));
  std::printf(
      "| scene | world | characters | workers | us | separation mm | misaligned deg | overshoot deg | ground mm | self mm | other mm | "
      "asleep | KB |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  std::vector<Row> rows;
  const auto one = [&](CrowdScene scene, CrowdDrive drive, int count, int workers) {
    if (count > options.largest) return;
    const scenes::CrowdPlan plan{.scene = scene, .drive = drive, .count = count, .seed = 1};
    const CrowdRun crowd = run(manikin, "crowd", crowdSetting(), plan, options.steps, workers);
    print("crowd", plan, workers, crowd);
    if (workers == 1) print("exact", plan, workers, run(manikin, "crowd", exactSetting(), plan, options.steps, workers));
    Row row{std::string(nameOf(scene)) + (drive == CrowdDrive::powered ? ", powered, " : ", ") + std::to_string(count),
            crowd.stepMicroseconds, 0};
    if (count <= options.bulletLargest && workers == 1) {
      const CrowdRun bullet = run(manikin, "bullet", {}, plan, options.steps, workers);
      print("bullet", plan, workers, bullet);
      row.bullet = bullet.stepMicroseconds;
    }
    if (workers == 1) rows.push_back(row);
  };
  for (const int count : {1, 16, 64, 256, 1024, 4096}) one(CrowdScene::spread, CrowdDrive::limp, count, 1);
  one(CrowdScene::spread, CrowdDrive::limp, 1024, 2);
  one(CrowdScene::spread, CrowdDrive::powered, 64, 1);
  one(CrowdScene::pile, CrowdDrive::limp, 60, 1);
  one(CrowdScene::terrain, CrowdDrive::limp, 64, 1);
  one(CrowdScene::thrown, CrowdDrive::limp, 60, 1);
  if (!options.svg.empty()) std::ofstream(options.svg) << chart(rows);
}

}  // namespace
}  // namespace sinew::bench

int main(int count, char** values) {
  sinew::bench::Options options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = values[i];
    if (name == "--svg") options.svg = values[i + 1];
    if (name == "--steps") options.steps = std::max(std::atoi(values[i + 1]), 1);
    if (name == "--largest") options.largest = std::atoi(values[i + 1]);
    if (name == "--bullet-largest") options.bulletLargest = std::atoi(values[i + 1]);
  }
  sinew::bench::table(options);
}
