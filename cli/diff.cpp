#include <fmt/core.h>

#include <sinew/base/text.h>
#include <sinew/manikin/factors.h>
#include <sinew/manikin/json.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "table.h"

namespace sinew::cli {
namespace {

/// A factor table, or the factors of a manikin file.
Result<FactorTable> readEither(const std::string& path) {
  const Result<std::string> text = readText(path);
  if (!text) return Failure(text.error());
  const Result<Manikin> manikin = readManikin(*text);
  if (manikin) return factorsOf(*manikin);
  Result<FactorTable> table = readFactors(*text);
  if (table) return table;

  // What is wrong with the kind of file that it means to be.
  const Error& error = text->find("\"factorSchema\"") != std::string::npos ? table.error() : manikin.error();
  return fail(error.code, printable(path) + (error.place.empty() ? "" : ": " + error.place), error.message);
}

}  // namespace

int diff(const DiffOptions& options) {
  const Result<FactorTable> a = readEither(options.a);
  if (!a) return callFailed("diff", a.error(), audienceOf(options.json));
  const Result<FactorTable> b = readEither(options.b);
  if (!b) return callFailed("diff", b.error(), audienceOf(options.json));

  const auto differs = [&](const FactorDifference& d) {
    return d.missing || d.radius > options.tolerance || d.halfHeight > options.tolerance || d.center > options.tolerance;
  };
  const std::vector<FactorDifference> differences = diffFactors(*a, *b);
  int status = 0;
  for (const FactorDifference& d : differences) status = differs(d) ? 1 : status;

  if (options.json) {
    Json parts = Json::array();
    for (const FactorDifference& d : differences) {
      parts.push_back({{"role", d.name},
                       {"radius", d.radius},
                       {"halfHeight", d.halfHeight},
                       {"center", d.center},
                       {"missing", d.missing},
                       {"differs", differs(d)}});
    }
    fmt::print("{}\n", dump({{"schema", 1},
                             {"tolerance", options.tolerance},
                             {"a", a->character},
                             {"b", b->character},
                             {"differs", status != 0},
                             {"parts", parts}}));
    return status;
  }
  fmt::print("{} ({}) against {} ({}), in bone lengths\n", a->character, a->method, b->character, b->method);
  Table table({"part", "radius", "halfHeight", "center", ""});
  for (const FactorDifference& d : differences) {
    table.add({d.name, d.missing ? "-" : fmt::format("{:.3f}", d.radius), d.missing ? "-" : fmt::format("{:.3f}", d.halfHeight),
               d.missing ? "-" : fmt::format("{:.3f}", d.center),
               d.missing    ? "missing in one"
               : differs(d) ? "differs"
                            : ""});
  }
  fmt::print("{}{}\n", table.text(),
             status == 0 ? "the fits agree" : fmt::format("the fits differ by more than {:.3f}", options.tolerance));
  return status;
}

}  // namespace sinew::cli
