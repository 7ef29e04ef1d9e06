#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <sinew/base/log.h>

namespace sinew {

/// Things reached by ids with generations: indices are reused, and the generation tells a stale id from a live one.
template <class Id, class T>
class Slots {
 public:
  Id add(T value) {
    if (free_.empty()) {
      slots_.emplace_back();
      free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    slots_[index].value.emplace(std::move(value));
    return {index, slots_[index].generation};
  }

  void remove(std::uint32_t index) {
    slots_[index].value.reset();
    ++slots_[index].generation;
    free_.push_back(index);
  }

  bool valid(Id id) const {
    return id.index < slots_.size() && slots_[id.index].generation == id.generation && slots_[id.index].value.has_value();
  }

  /// The thing, or nullptr after an assertion where the id is stale.
  T* find(Id id) {
    const bool idIsValid = valid(id);
    SINEW_ASSERT(idIsValid);
    return idIsValid ? &*slots_[id.index].value : nullptr;
  }
  const T* find(Id id) const { return const_cast<Slots*>(this)->find(id); }

  T& operator[](std::uint32_t index) { return *slots_[index].value; }
  const T& operator[](std::uint32_t index) const { return *slots_[index].value; }
  Id idAt(std::uint32_t index) const { return {index, slots_[index].generation}; }
  bool holds(std::uint32_t index) const { return index < slots_.size() && slots_[index].value.has_value(); }

  /// One past the largest index ever used; ask `holds` on the way.
  std::uint32_t end() const { return static_cast<std::uint32_t>(slots_.size()); }

 private:
  struct Slot {
    std::optional<T> value;
    std::uint32_t generation = 1;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace sinew
