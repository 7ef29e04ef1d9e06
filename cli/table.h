#pragma once

#include <string>
#include <vector>

#include <sinew/base/finding.h>

namespace sinew::cli {

/// Plain text table: the first column is left-aligned, the others right-aligned where all of their cells are numbers.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

/// One line a finding: severity, rule, role, sentence.
std::string findingsText(const Findings& findings);

}  // namespace sinew::cli
