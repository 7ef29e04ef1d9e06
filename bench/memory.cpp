// Peak memory of reading and fitting each file, in a process of its own, against the bar of six times the file plus 64 MB; and the time
// that all of them take together.

#include <chrono>
#include <cstdio>
#include <filesystem>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>

#include "corpus.h"

int main() {
  using namespace sinew;
  const std::vector<std::string> files = bench::corpusFiles();
  if (files.empty()) std::printf("SINEW_RIGS is not set: nothing measured\n");
  int over = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const std::string& file : files) {
    const pid_t child = fork();
    if (child == 0) {
      if (const auto asset = readAsset(file)) {
        if (const auto rig = buildRig(*asset)) {
          const RoleMap map = mapRoles(*rig);
          if (!map.refused) static_cast<void>(fitManikin(*rig, map));
        }
      }
      _exit(0);
    }
    rusage usage{};
    int status = 0;
    wait4(child, &status, 0, &usage);
    const double peak = static_cast<double>(usage.ru_maxrss) / 1024, size = static_cast<double>(std::filesystem::file_size(file)) / 1048576;
    const double bar = 6 * size + 64;
    over += peak > bar || status != 0 ? 1 : 0;
    std::printf("%7.1f MB of %7.1f  %s%s\n", peak, bar, file.c_str(), status != 0 ? "  CRASHED" : peak > bar ? "  OVER" : "");
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%zu files, %d over the bar, %.1f s one after the other\n", files.size(), over, seconds.count());
  return over == 0 ? 0 : 1;
}
