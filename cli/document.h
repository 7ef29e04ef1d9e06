#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <sinew/base/finding.h>
#include <sinew/base/math.h>
#include <sinew/base/result.h>

// What several verbs put into their JSON documents.

namespace sinew::cli {

using Json = nlohmann::ordered_json;

inline Json toJson(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }
Json toJson(const Findings& findings);

/// The `error` member of a document.
Json toJson(const Error& error);

/// Pretty-printed; text that is not UTF-8 is replaced, never thrown over.
std::string dump(const Json& json);

}  // namespace sinew::cli
