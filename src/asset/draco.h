#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "asset/reading.h"

namespace sinew::gltf {

/// What KHR_draco_mesh_compression holds of one primitive. Attributes are looked up by the unique id that the extension gives;
/// the number of points is Draco's own, whatever the accessors say.
class DracoMesh {
 public:
  /// Unpacks the extension's stream; null and an error where it is broken or asks for more than the budget has.
  static std::unique_ptr<DracoMesh> unpack(Reading& reading, const Json& extension);

  ~DracoMesh();
  DracoMesh(const DracoMesh&) = delete;
  DracoMesh& operator=(const DracoMesh&) = delete;

  std::size_t pointCount() const;

  /// Three points a triangle, each below `pointCount()`.
  std::vector<std::uint32_t> triangles(Reading& reading) const;

  /// True where the extension holds the attribute "POSITION", "JOINTS_0" ...
  bool has(std::string_view attribute) const { return extension_["attributes"][attribute].exists(); }

  /// All values of an attribute, `form.components` a point. Integers that `form` calls normalised become [-1, 1].
  void floats(std::string_view attribute, const Accessor& form, std::span<float> out) const;
  void uints(std::string_view attribute, const Accessor& form, std::span<std::uint32_t> out) const;

 private:
  struct Unpacked;
  DracoMesh(std::unique_ptr<Unpacked> unpacked, Json extension);
  std::unique_ptr<Unpacked> unpacked_;
  Json extension_;
};

}  // namespace sinew::gltf
