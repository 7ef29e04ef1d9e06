#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sinew::gltf {

/// Text of a value; names that are not UTF-8 get replacement characters instead of an exception.
inline std::string dump(const nlohmann::json& value) { return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

}  // namespace sinew::gltf
