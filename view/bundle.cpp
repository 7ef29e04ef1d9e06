#include "bundle.h"

// The assembler takes the bundled files in as they are; CMake names them.
asm(R"(
.section .rodata
sinew_script_begin:
.incbin ")" SINEW_BUNDLE_SCRIPT R"("
sinew_script_end:
sinew_style_begin:
.incbin ")" SINEW_BUNDLE_STYLE R"("
sinew_style_end:
.text
)");

extern "C" {
extern const char sinew_script_begin[];
extern const char sinew_script_end[];
extern const char sinew_style_begin[];
extern const char sinew_style_end[];
}

namespace sinew::view {

std::string_view reportScript() { return {sinew_script_begin, static_cast<std::size_t>(sinew_script_end - sinew_script_begin)}; }
std::string_view reportStyle() { return {sinew_style_begin, static_cast<std::size_t>(sinew_style_end - sinew_style_begin)}; }

}  // namespace sinew::view
