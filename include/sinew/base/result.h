#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace sinew {

/// What kind of trouble stopped an operation on data. The command line turns each into an exit status.
enum class ErrorCode : std::uint8_t {
  io,           ///< a file could not be opened, read or written
  format,       ///< bytes that are not what they claim to be (JSON, GLB, compressed stream)
  reference,    ///< an index, offset, count or length that points outside what exists
  value,        ///< a number that cannot be used: not finite, out of its legal range
  unsupported,  ///< legal, but a required feature that is not built in
  limit,        ///< larger or deeper than the stated limits allow
  usage,        ///< options or arguments that contradict each other
};

/// Short stable name of a code, as printed in JSON ("format", "reference" ...).
std::string_view nameOf(ErrorCode code);

/// Bad data, told in one sentence. `place` says where: "nodes[17] 'LeftFoot'", "accessors[3].byteOffset".
/// Both texts are safe to print: names from files went through `printable` first.
struct Error {
  ErrorCode code = ErrorCode::format;
  std::string place;
  std::string message;
};

/// A value, or the reason why there is none. No exception crosses the API.
template <class T>
using Result = tl::expected<T, Error>;

using Failure = tl::unexpected<Error>;

/// The way to return an error: `return fail(ErrorCode::value, "nodes[3].scale", "scale is not finite");`
inline Failure fail(ErrorCode code, std::string place, std::string message) {
  return Failure(Error{code, std::move(place), std::move(message)});
}

}  // namespace sinew
