#pragma once

#include <string_view>

namespace sinew::view {

/// The page's script (view/web, bundled at build time) and its style sheet.
std::string_view reportScript();
std::string_view reportStyle();

}  // namespace sinew::view
