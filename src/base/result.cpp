#include <sinew/base/finding.h>
#include <sinew/base/result.h>

namespace sinew {

std::string_view nameOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::io:
      return "io";
    case ErrorCode::format:
      return "format";
    case ErrorCode::reference:
      return "reference";
    case ErrorCode::value:
      return "value";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::limit:
      return "limit";
    case ErrorCode::usage:
      return "usage";
  }
  return "format";
}

std::string_view nameOf(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::failure:
      return "failure";
  }
  return "note";
}

bool hasFailure(const Findings& findings) {
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::failure) return true;
  }
  return false;
}

}  // namespace sinew
