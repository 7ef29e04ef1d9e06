#include <set>

#include <sinew/manikin/factors.h>

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "manikin/names.h"

namespace sinew {
namespace {

constexpr std::int64_t kSchema = 1;

}  // namespace

std::string writeFactors(const FactorTable& table) {
  JsonWriter out;
  out.beginObject();
  out.key("factorSchema").integer(kSchema);
  out.key("character").text(table.character);
  out.key("sha256").text(table.sha256);
  out.key("method").text(table.method);
  out.key("parts").beginArray();
  for (const PartFactors& part : table.parts) {
    out.beginObject();
    out.key("role").text(part.name);
    out.key("shape").text(nameOf(part.shape));
    out.key("radius").number(part.radius);
    out.key("halfHeight").number(part.halfHeight);
    out.key("center").vector(part.center);
    out.endObject();
  }
  out.endArray();
  out.endObject();
  return out.take();
}

Result<FactorTable> readFactors(std::string_view json) {
  const Result<nlohmann::json> document = parseJson(json);
  if (!document) return Failure(document.error());
  std::optional<Error> error;
  const JsonObject in(*document, "", error);
  const std::int64_t schema = in.integer("factorSchema", INT64_MIN, INT64_MAX);
  if (error) return Failure(*error);
  if (schema != kSchema)
    return fail(ErrorCode::unsupported, "factorSchema", "version " + std::to_string(schema) + " is not known here; version 1 is");

  FactorTable table{in.text("character"), in.text("sha256"), in.text("method"), {}};
  std::set<std::string> names;
  for (const JsonObject& item : in.objects("parts")) {
    PartFactors part{item.text("role"), item.name("shape", shapeTypeFromName), item.number("radius", kRadiusFactor),
                     item.number("halfHeight", kHalfHeightFactor), item.vector("center", kPlaceFactor)};
    if (!names.insert(part.name).second) item.refuse("role", ErrorCode::value, "there are two parts '" + part.name + "'");
    table.parts.push_back(std::move(part));
  }
  if (error) return Failure(*error);
  if (table.parts.empty()) return fail(ErrorCode::value, "parts", "there is no part");
  return table;
}

}  // namespace sinew
