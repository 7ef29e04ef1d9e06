#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/base/result.h>

#include "options.h"

namespace sinew::cli {

/// What a verb made of one file.
struct Outcome {
  int status = 0;                ///< exit status: 0, 1 or 2
  std::string text;              ///< for people
  std::string json;              ///< one document
  std::vector<std::string> row;  ///< of the summary table, without the file's name
};

/// Who a message is for.
enum class Audience { people, scripts };
inline Audience audienceOf(bool json) { return json ? Audience::scripts : Audience::people; }

/// Tells why a whole call failed, and returns its exit status, 2: a sentence on standard error for people, for scripts a
/// document alone on standard output.
int callFailed(std::string_view verb, const Error& error, Audience audience);

/// A bad file, as an outcome: exit 2, one sentence with the place in it.
Outcome failed(const std::string& file, const Error& error);

/// Runs `one` over all files, `jobs` at a time, prints in the order given (a summary table behind several) and returns the
/// largest exit status. A bad file never stops the others. `header` names the columns of `Outcome::row`; `finish` runs once all
/// files are through and before anything is printed, and its error is the error of the whole call.
int forEachFile(const InputOptions& input, const std::vector<std::string>& header, const std::function<Outcome(const std::string&)>& one,
                const std::function<Result<void>()>& finish = {});

}  // namespace sinew::cli
