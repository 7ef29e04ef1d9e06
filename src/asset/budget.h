#pragma once

#include <cstdint>

namespace sinew::gltf {

/// What one file may still ask for, in bytes of decoded data. Every allocation whose size a file states is paid for here
/// first, so that a few bytes of text cannot claim gigabytes.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : left_(bytes) {}

  /// Takes `bytes` off, or takes nothing and returns false where less is left.
  [[nodiscard]] bool spend(std::uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

  std::uint64_t left() const { return left_; }

 private:
  std::uint64_t left_;
};

}  // namespace sinew::gltf
