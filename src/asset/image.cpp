#include "asset/reading.h"
#include "asset/uri.h"
#include "asset/view.h"

namespace sinew::gltf {
namespace {

constexpr std::string_view kPngStart = "\x89PNG";
constexpr std::string_view kJpegStart = "\xFF\xD8\xFF";

// What the bytes themselves say, where the file does not.
std::string sniffedType(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with(kPngStart)) return "image/png";
  if (text.starts_with(kJpegStart)) return "image/jpeg";
  return {};
}

void loadBytes(Reading& reading, AssetImage& image, const Json& json) {
  if (json["bufferView"].exists()) {
    const std::int32_t view = json.requiredIndex("bufferView", reading.views.size());
    if (!reading.ok()) return;
    const std::span<const std::byte> bytes = viewBytes(reading, view);
    if (reading.ok() && reading.spend(bytes.size(), json)) image.bytes.assign(bytes.begin(), bytes.end());
    return;
  }
  const std::string_view uri = json.text("uri");
  if (isDataUri(uri)) {
    auto data = decodeDataUri(uri, reading.budget);
    if (!data) return json.fail("uri", data.error().code, data.error().message);
    if (image.mimeType.empty()) image.mimeType = data->mimeType;
    image.bytes = std::move(data->bytes);
    return;
  }

  // A picture that is not there is no reason to refuse a body.
  Result<std::vector<std::byte>> data = sinew::fail(ErrorCode::io, {}, "external files are not read here");
  if (!reading.source.folder.empty() && json["uri"].exists()) {
    const auto path = resolveUri(uri, reading.source.folder);
    data = path ? loadFile(*path, reading.budget) : Result<std::vector<std::byte>>(tl::unexpected<Error>(path.error()));
  }
  if (!data && data.error().code == ErrorCode::limit) return json.fail(ErrorCode::limit, data.error().message);
  if (!data) return reading.find(Severity::warning, "image.missing", json, data.error().message);
  image.bytes = std::move(*data);
}

}  // namespace

void readImages(Reading& reading) {
  const Json images = reading.root.array("images");
  reading.asset.images.resize(images.size());
  for (std::size_t i = 0; i < images.size() && reading.ok(); ++i) {
    AssetImage& image = reading.asset.images[i];
    image.name = images[i].text("name");
    image.mimeType = images[i].text("mimeType");
    images[i].index("bufferView", reading.views.size());
    if (!reading.options.images) continue;
    loadBytes(reading, image, images[i]);
    if (image.mimeType.empty()) image.mimeType = sniffedType(image.bytes);
  }
}

}  // namespace sinew::gltf
