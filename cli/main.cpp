#include <cstdio>
#include <exception>

#include "options.h"

int main(int argc, char** argv) {
  int status = 2;
  try {
    status = sinew::cli::run(argc, argv);
  } catch (const std::exception& error) {
    // Memory ran out, or the reader of our output has gone: nothing is left to do but to say so.
    std::fprintf(stderr, "sinew: error: %s\n", error.what());
    return 2;
  }
  // Output that never arrived must not look like success.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fputs("sinew: error: standard output cannot be written\n", stderr);
    return 2;
  }
  return status;
}
