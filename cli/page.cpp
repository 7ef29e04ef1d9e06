#include <algorithm>
#include <filesystem>

#include <fmt/core.h>

#include <sinew/base/text.h>
#include <sinew/ragdoll/probe.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "drop.h"
#include "report.h"
#include "view/report.h"
#include "view/studio.h"

namespace sinew::cli {
namespace {

/// A page for every file; the index keeps what it says of each.
class Reporter {
 public:
  explicit Reporter(const ReportOptions& options) : options_(options), many_(options.input.files.size() > 1) {
    // Thumbnails need OpenGL; where there is none the index goes without.
    if (!many_) return;
    if (auto studio = view::Studio::create()) studio_ = std::move(*studio);
  }

  Outcome one(const std::string& file) {
    const Result<Character> character = loadCharacter(file, options_.input, options_.fit, ReadOptions{.images = true});
    // What could not be proved has no page, but its row: nothing drops out of the index in silence.
    const auto bad = [&](const Error& error) {
      rows_.push_back({.file = printable(file), .page = "", .verdict = "bad input", .creature = "-"});
      return failed(file, error);
    };
    if (!character) return bad(character.error());
    view::ReportInput input{.asset = &character->asset, .rig = &character->rig, .map = &character->map};
    input.provenance = {{"version", SINEW_VERSION},
                        {"world", options_.world},
                        {"preset", options_.fit.preset},
                        {"method", options_.fit.method},
                        {"mass table", options_.fit.massTable},
                        {"start", options_.start},
                        {"height", fmt::format("{} m", options_.height)},
                        {"seed", std::to_string(options_.seed)}};

    // The same proof that probe and settle give.
    Result<Probe> probe = Probe{};
    std::vector<Settle> falls;
    if (character->manikin) {
      probe = probeManikin(*character->manikin, options_.world);
      if (!probe) return bad(probe.error());
      SettleVerbOptions settle;
      settle.world = options_.world;
      settle.start = options_.start;
      settle.height = options_.height;
      settle.seed = options_.seed;
      settle.record = true;
      Result<std::vector<Settle>> fell = drop(*character, settle);
      if (!fell) return bad(fell.error());
      falls = std::move(*fell);
      input.manikin = &*character->manikin;
      input.probe = &*probe;
      input.settle = &falls.front();
      input.settleFindings = judge(*character->manikin, falls);
    }

    const std::filesystem::path path =
        many_ ? std::filesystem::path(options_.output) / pageName(file) : std::filesystem::path(options_.output);
    const std::string page = view::reportPage(input);
    if (const Result<void> written = writeText(path.string(), page); !written) return bad(written.error());
    addRow(*character, input, path);

    Findings findings = character->findings();
    findings.insert(findings.end(), probe->findings.begin(), probe->findings.end());
    findings.insert(findings.end(), input.settleFindings.begin(), input.settleFindings.end());
    Outcome outcome;
    outcome.status = view::proved(input) ? 0 : 1;
    const char* verdict = input.manikin == nullptr ? "refused" : view::proved(input) ? "proved" : "not proved";
    outcome.text = fmt::format("wrote {} ({} bytes): {}\n", printable(path.string()), page.size(), verdict);
    outcome.row = {verdict, fmt::format("{:.2f}", static_cast<double>(page.size()) / 1e6)};
    outcome.json = dump({{"schema", 1},
                         {"source", {{"file", character->asset.file}, {"sha256", character->asset.sha256}}},
                         {"page", printable(path.string())},
                         {"verdict", verdict},
                         {"refused", input.manikin == nullptr},
                         {"findings", toJson(findings)}});
    return outcome;
  }

  Result<void> writeIndex() const {
    if (!many_) return {};
    return writeText((std::filesystem::path(options_.output) / "index.html").string(), view::indexPage(rows_));
  }

 private:
  /// Names of pages are ours: letters, digits and dashes, each used once.
  std::string pageName(const std::string& file) {
    const std::filesystem::path path(file);
    std::string name = path.has_parent_path() ? path.parent_path().filename().string() + "-" + path.stem().string() : path.stem().string();
    for (char& c : name) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
    }
    return names_.take(name) + ".html";
  }

  void addRow(const Character& character, const view::ReportInput& input, const std::filesystem::path& path) {
    view::IndexRow row{.file = character.asset.file, .page = path.filename().string(), .verdict = "refused", .creature = "-"};
    if (input.manikin != nullptr) {
      const Manikin& manikin = *input.manikin;
      row.verdict = view::proved(input) ? "proved" : "not proved";
      row.creature = nameOf(manikin.creature);
      row.parts = static_cast<double>(manikin.parts.size());
      row.stature = manikin.stature;
      row.coverage = medianCoverage(manikin);
      row.separation = 1000.0 * static_cast<double>(input.settle->jointSeparation.rest);
      if (input.settle->restTime) row.restTime = *input.settle->restTime;
      row.findings = static_cast<double>(manikin.findings.size() + input.probe->findings.size() + input.settleFindings.size());
    }
    if (studio_ != nullptr) {
      studio_->load(character.asset, character.rig);
      view::ShotOptions shot{.width = 240, .height = 240};
      shot.layers.hide(Layer::labels);
      shot.layers.hide(Layer::grid);
      const view::Subject subject = view::subjectOf(character.asset, character.rig, input.manikin);
      row.thumbnail = view::toPng(studio_->shoot(
          subject, view::frame(view::boundsOf(subject, studio_->data()), character.rig.axes, view::Angle::threeQuarter, 1), shot));
    }
    rows_.push_back(std::move(row));
  }

  const ReportOptions& options_;
  bool many_;
  std::unique_ptr<view::Studio> studio_;
  std::vector<view::IndexRow> rows_;
  UniqueNames names_{{"index"}};
};

}  // namespace

int report(const ReportOptions& options) {
  if (const Result<void> free = checkOutputs(options.input, options.fit, {options.output}); !free)
    return callFailed("report", free.error(), audienceOf(options.input.json));
  InputOptions input = options.input;
  input.jobs = 1;  // thumbnails are drawn by one thread, and rows keep the order of the files
  if (input.files.size() > 1) {
    std::error_code ignored;
    std::filesystem::create_directories(options.output, ignored);
  }
  Reporter reporter(options);
  return forEachFile(
      input, {"verdict", "MB"}, [&](const std::string& file) { return reporter.one(file); }, [&] { return reporter.writeIndex(); });
}

}  // namespace sinew::cli
