#include "batch.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include <fmt/core.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <sinew/base/text.h>

#include "document.h"
#include "table.h"

namespace sinew::cli {
namespace {

/// A bar on standard error while files are worked on; silent where that is no terminal.
class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total), shown_(total > 1 && isatty(STDERR_FILENO) != 0) { draw(); }
  ~Progress() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }
  void advance() {
    const std::lock_guard lock(mutex_);
    ++done_;
    draw();
  }

 private:
  void draw() const {
    if (!shown_) return;
    constexpr std::size_t kWidth = 40;
    const std::size_t filled = total_ == 0 ? kWidth : kWidth * done_ / total_;
    fmt::print(stderr, "\r[{}{}] {}/{}", std::string(filled, '#'), std::string(kWidth - filled, ' '), done_, total_);
    std::fflush(stderr);
  }

  std::size_t total_, done_ = 0;
  bool shown_;
  std::mutex mutex_;
};

/// A file that asks for more memory than there is must not take the others with it.
Outcome guarded(const std::function<Outcome(const std::string&)>& one, const std::string& file) {
  try {
    return one(file);
  } catch (const std::bad_alloc&) {
    return failed(file, {ErrorCode::limit, "", "there is not enough memory for it"});
  }
}

}  // namespace

int callFailed(std::string_view verb, const Error& error, Audience audience) {
  if (audience == Audience::scripts) {
    fmt::print("{}\n", dump({{"schema", 1}, {"error", toJson(error)}}));
  } else {
    fmt::print(stderr, "{}: error: {}{}{}\n", verb, error.place, error.place.empty() ? "" : ": ", error.message);
  }
  return 2;
}

Outcome failed(const std::string& file, const Error& error) {
  Outcome outcome;
  outcome.status = 2;
  const std::string place = error.place.empty() ? "" : error.place + ": ";
  outcome.text = fmt::format("{}: error: {}{}\n", printable(file), place, error.message);
  outcome.json = dump({{"schema", 1}, {"file", printable(file)}, {"error", toJson(error)}});
  outcome.row = {"error", place + error.message};
  return outcome;
}

int forEachFile(const InputOptions& input, const std::vector<std::string>& header, const std::function<Outcome(const std::string&)>& one,
                const std::function<Result<void>()>& finish) {
  const std::size_t count = input.files.size();
  std::vector<Outcome> outcomes(count);
  {
    Progress progress(count);
    const int jobs = input.jobs > 0 ? input.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    tbb::task_arena arena(jobs);
    arena.execute([&] {
      tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
        outcomes[i] = guarded(one, input.files[i]);
        progress.advance();
      });
    });
  }

  int status = 0;
  for (const Outcome& outcome : outcomes) status = std::max(status, outcome.status);

  const Result<void> finished = finish ? finish() : Result<void>();
  if (!finished && input.json) return callFailed("", finished.error(), Audience::scripts);

  // Standard output holds the document alone: scripts read it.
  if (input.json) {
    if (count != 1) fmt::print("[\n");
    for (std::size_t i = 0; i < count; ++i) fmt::print("{}{}\n", outcomes[i].json, i + 1 < count ? "," : "");
    if (count != 1) fmt::print("]\n");
    return status;
  }

  for (const Outcome& outcome : outcomes) {
    if (outcome.status == 2) {
      std::fflush(stdout);
      fmt::print(stderr, "{}", outcome.text);
    } else {
      fmt::print("{}{}", outcome.text, count > 1 ? "\n" : "");
    }
  }
  if (count > 1) {
    std::vector<std::string> columns{"file", "exit"};
    columns.insert(columns.end(), header.begin(), header.end());
    Table table(columns);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::string> cells{printable(input.files[i], 60), std::to_string(outcomes[i].status)};
      cells.insert(cells.end(), outcomes[i].row.begin(), outcomes[i].row.end());
      table.add(cells);
    }
    fmt::print("{}", table.text());
  }
  std::fflush(stdout);
  return finished ? status : callFailed("sinew", finished.error(), Audience::people);
}

}  // namespace sinew::cli
