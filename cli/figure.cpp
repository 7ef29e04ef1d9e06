#include <sinew/asset/figure.h>

#include <fmt/core.h>

#include <sinew/asset/write.h>
#include <sinew/base/text.h>

#include "batch.h"
#include "document.h"
#include "options.h"

namespace sinew::cli {

int figure(const FigureVerbOptions& options) {
  if (options.list) {
    if (options.json) {
      Json list = Json::array();
      for (const FigureVariant& variant : figureVariants()) list.push_back({{"name", variant.name}, {"meaning", variant.meaning}});
      fmt::print("{}\n", dump({{"schema", 1}, {"variants", list}}));
    } else {
      for (const FigureVariant& variant : figureVariants()) fmt::print("  {:16} {}\n", variant.name, variant.meaning);
    }
    return 0;
  }
  if (options.output.empty()) {
    return callFailed("figure", {ErrorCode::usage, "-o", "FILE is required (or --list)"}, audienceOf(options.json));
  }

  // "figure:child" and its variants are one specification: "figure:child+mixamo+centimetres".
  std::string spec = options.spec;
  if (!spec.empty() && spec.front() == '@') spec.erase(0, 1);
  for (const std::string& variant : options.variants) spec += (spec.find(':') == std::string::npos ? ":" : "+") + variant;

  const Result<std::vector<std::byte>> bytes = makeFigure(spec);
  const Result<void> written = bytes ? writeFile(options.output, *bytes) : Result<void>(Failure(bytes.error()));
  if (!written) return callFailed("figure", written.error(), audienceOf(options.json));
  if (options.json) {
    fmt::print("{}\n", dump({{"schema", 1}, {"file", printable(options.output)}, {"figure", spec}, {"bytes", bytes->size()}}));
  } else {
    fmt::print("wrote {} ({} bytes): {}\n", printable(options.output), bytes->size(), spec);
  }
  return 0;
}

}  // namespace sinew::cli
