#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace sinew::test {

/// What one run of the tool left behind.
struct ToolRun {
  int status = -1;  ///< exit status; -1 where it was killed by a signal
  std::string out, error;
  nlohmann::json json() const { return nlohmann::json::parse(out, nullptr, false); }
};

/// Runs the built tool as a stranger would: with arguments, no shell, no terminal.
ToolRun tool(const std::vector<std::string>& arguments);

/// A scratch folder, emptied on creation and removed at the end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

std::string textOf(const std::string& path);

}  // namespace sinew::test
