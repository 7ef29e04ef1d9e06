#include "tool.h"

#include <array>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sinew::test {

ToolRun tool(const std::vector<std::string>& arguments) {
  std::array<int, 2> out{}, error{};
  ToolRun run;
  if (pipe(out.data()) != 0 || pipe(error.data()) != 0) return run;
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(error[1], STDERR_FILENO);
    for (const int end : {out[0], out[1], error[0], error[1]}) close(end);
    std::vector<char*> argv{const_cast<char*>(SINEW_TOOL)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(SINEW_TOOL, argv.data());
    _exit(127);
  }
  close(out[1]);
  close(error[1]);

  // Both pipes are emptied together, so that neither can fill up and hold the tool.
  std::array<pollfd, 2> ends{pollfd{out[0], POLLIN, 0}, pollfd{error[0], POLLIN, 0}};
  std::array<std::string*, 2> texts{&run.out, &run.error};
  int open = 2;
  while (open > 0 && poll(ends.data(), 2, -1) > 0) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      std::array<char, 65536> buffer{};
      const ssize_t count = read(ends[i].fd, buffer.data(), buffer.size());
      if (count > 0) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
      } else {
        close(ends[i].fd);
        ends[i].fd = -1;
        --open;
      }
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

Scratch::Scratch() : folder_(std::filesystem::temp_directory_path() / ("sinew-cli-" + std::to_string(getpid()))) {
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directories(folder_);
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Scratch::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return path(name);
}

std::string textOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace sinew::test
