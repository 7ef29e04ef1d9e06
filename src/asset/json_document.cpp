#include <nlohmann/json.hpp>

#include <sinew/base/text.h>

#include "asset/json.h"
#include "asset/json_text.h"

namespace sinew::gltf {
namespace {

// Memory of one parsed value with its share of containers and keys, as measured on real files.
constexpr std::uint64_t kBytesPerValue = 64;

// Follows a text that does not parse, to say where in the document it breaks.
class ErrorFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return next(); }
  bool boolean(bool) override { return next(); }
  bool number_integer(number_integer_t) override { return next(); }
  bool number_unsigned(number_unsigned_t) override { return next(); }
  bool number_float(number_float_t, const string_t&) override { return next(); }
  bool string(string_t&) override { return next(); }
  bool binary(binary_t&) override { return next(); }
  bool start_object(std::size_t) override { return open(false); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    levels_.back().key = name;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& problem) override {
    constexpr int kNumberOverflow = 406;
    std::string place;
    for (const Level& level : levels_) {
      if (level.isArray) {
        place += "[" + std::to_string(level.index) + "]";
      } else if (!level.key.empty()) {
        place += (place.empty() ? "" : ".") + printable(level.key, 40);
      }
    }
    if (place.empty()) place = "JSON";
    const std::string where = " at byte " + std::to_string(position);
    if (problem.id == kNumberOverflow) {
      error = {ErrorCode::value, place, "the number" + where + " is too large to be finite"};
    } else {
      error = {ErrorCode::format, place, "the text" + where + " is not JSON"};
    }
    return false;
  }

  Error error{ErrorCode::format, "JSON", "the text is not JSON"};

 private:
  struct Level {
    bool isArray = false;
    std::size_t index = 0;
    std::string key{};
  };

  bool next() {
    if (!levels_.empty()) ++levels_.back().index;
    return true;
  }
  bool open(bool isArray) {
    levels_.push_back({isArray});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return next();
  }

  std::vector<Level> levels_;
};

}  // namespace

JsonDocument::JsonDocument() = default;
JsonDocument::~JsonDocument() = default;

Json JsonDocument::root() { return {this, value_.get()}; }

void JsonDocument::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

Result<std::unique_ptr<JsonDocument>> JsonDocument::parse(std::string_view text, Budget& budget) {
  const JsonShape shape = shapeOf(text);
  if (shape.depth > kMaxNesting) {
    return sinew::fail(ErrorCode::limit, "JSON", "arrays and objects are nested deeper than " + std::to_string(kMaxNesting) + " levels");
  }
  if (!budget.spend(shape.values * kBytesPerValue)) {
    return sinew::fail(ErrorCode::limit, "JSON", std::to_string(shape.values) + " values are more than the limit on decoded data allows");
  }

  std::unique_ptr<JsonDocument> document(new JsonDocument);
  document->value_ = std::make_unique<nlohmann::json>(nlohmann::json::parse(text.begin(), text.end(), nullptr, false));
  if (document->value_->is_discarded()) {
    ErrorFinder finder;
    nlohmann::json::sax_parse(text.begin(), text.end(), &finder);
    return tl::unexpected<Error>(finder.error);
  }
  if (!document->value_->is_object()) return sinew::fail(ErrorCode::format, "JSON", "the document is not an object");
  return document;
}

}  // namespace sinew::gltf
