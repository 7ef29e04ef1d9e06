#include <sinew/asset/figure.h>

#include <algorithm>
#include <cmath>

#include <sinew/base/text.h>

#include "asset/figure_humanoid.h"
#include "asset/figure_quadruped.h"
#include "asset/figure_scene.h"
#include "asset/figure_variants.h"

namespace sinew {

namespace {

using figure::Body;
using figure::Scene;
using figure::Variant;

/// A named person: only what differs from the adult.
struct Person {
  std::string_view name;
  FigureOptions options;
};

constexpr Person kPeople[] = {
    {"man", {}},
    {"woman", {.stature = 1.63f, .legShare = 0.535f, .armShare = 0.435f, .shoulderShare = 0.183f, .hipShare = 0.117f, .girth = 0.96f}},
    {"child",
     {.stature = 1.15f,
      .headShare = 0.172f,
      .legShare = 0.475f,
      .armShare = 0.42f,
      .shoulderShare = 0.195f,
      .hipShare = 0.115f,
      .girth = 1.06f}},
    {"toddler",
     {.stature = 0.85f,
      .headShare = 0.215f,
      .legShare = 0.41f,
      .armShare = 0.40f,
      .shoulderShare = 0.205f,
      .hipShare = 0.125f,
      .girth = 1.22f}},
    {"giant",
     {.stature = 2.8f,
      .headShare = 0.105f,
      .legShare = 0.525f,
      .armShare = 0.465f,
      .shoulderShare = 0.225f,
      .hipShare = 0.115f,
      .girth = 1.12f}},
    {"stout", {.stature = 1.7f, .shoulderShare = 0.205f, .hipShare = 0.125f, .girth = 1.35f}},
    {"slim", {.stature = 1.85f, .headShare = 0.124f, .legShare = 0.54f, .girth = 0.84f}},
};

/// Named levels of detail.
struct Detail {
  std::string_view name;
  std::uint32_t detail;
};
constexpr Detail kDetails[] = {{"tiny", 0}, {"fine", 2}};

/// Withers of the default quadruped, m.
constexpr float kWithers = 0.62f;

std::optional<Error> checkOptions(const FigureOptions& options) {
  struct Range {
    const char* name;
    float value, low, high;
  };
  const Range ranges[] = {
      {"stature", options.stature, 0.3f, 10},
      {"headShare", options.headShare, 0.08f, 0.3f},
      {"legShare", options.legShare, 0.3f, 0.65f},
      {"armShare", options.armShare, 0.3f, 0.6f},
      {"shoulderShare", options.shoulderShare, 0.12f, 0.35f},
      {"hipShare", options.hipShare, 0.06f, 0.2f},
      {"girth", options.girth, 0.5f, 2},
      {"detail", static_cast<float>(options.detail), 0, 3},
  };
  for (const Range& range : ranges) {
    if (range.value >= range.low && range.value <= range.high) continue;
    return Error{ErrorCode::usage, std::string("FigureOptions.") + range.name, "is outside of what a figure can have"};
  }
  return std::nullopt;
}

Body bodyOf(const FigureOptions& options) {
  Body body;
  body.quadruped = options.quadruped;
  if (options.quadruped) {
    body.joints = figure::quadrupedJoints(options);
    body.meshes.push_back(figure::quadrupedMesh(options, body.joints));
    body.clips = figure::quadrupedClips(body.joints);
  } else {
    body.joints = figure::humanoidJoints(options);
    body.meshes.push_back(figure::humanoidMesh(options, body.joints));
    body.clips = figure::humanoidClips(body.joints);
  }
  return body;
}

/// The coarsest figure is meant for tests that go through it byte by byte: one short clip, small weights, no normals.
void makeTiny(Scene& scene) {
  scene.clips.resize(1);
  auto& frames = scene.clips.front().frames;
  frames = {frames.front(), frames[frames.size() / 3], frames[frames.size() * 2 / 3], frames.back()};
  scene.encoding.normals = false;
  scene.encoding.mostTracks = 6;
  if (scene.encoding.weights == figure::WeightFormat::float32) scene.encoding.weights = figure::WeightFormat::byte;
}

}  // namespace

Result<std::vector<std::byte>> makeFigure(const FigureOptions& options, std::span<const std::string> variants) {
  if (auto error = checkOptions(options)) return tl::unexpected(std::move(*error));
  const Result<std::vector<const Variant*>> chosen = figure::chooseVariants(variants, options.quadruped);
  if (!chosen) return tl::unexpected(chosen.error());

  Body body = bodyOf(options);
  for (const Variant* variant : *chosen) {
    if (variant->onBody != nullptr) variant->onBody(body, options.detail);
  }
  Scene scene = figure::sceneOf(body);
  for (const Variant* variant : *chosen) {
    if (variant->family != nullptr) figure::nameByFamily(scene, *variant->family);
    if (variant->onScene != nullptr) variant->onScene(scene, body);
  }
  if (options.detail == 0) makeTiny(scene);
  return figure::writeGlb(scene);
}

std::span<const FigureVariant> figureVariants() {
  static const std::vector<FigureVariant> list = [] {
    std::vector<FigureVariant> all;
    for (const Variant& variant : figure::allVariants()) all.push_back(variant.listed);
    return all;
  }();
  return list;
}

std::span<const std::string_view> figurePeople() {
  static const std::vector<std::string_view> list = [] {
    std::vector<std::string_view> all;
    for (const Person& person : kPeople) all.push_back(person.name);
    for (const Detail& detail : kDetails) all.push_back(detail.name);
    return all;
  }();
  return list;
}

Result<std::vector<std::byte>> makeFigure(std::string_view spec) {
  // "figure" or "quadruped", then after a colon one person at most and any number of variants, joined by '+'.
  const std::size_t colon = spec.find(':');
  const std::string_view creature = spec.substr(0, colon);
  if (creature != "figure" && creature != "quadruped") {
    return fail(ErrorCode::usage, printable(spec), "a built-in figure is called figure or quadruped");
  }
  FigureOptions options;
  std::uint32_t detail = options.detail;
  std::vector<std::string> variants;
  bool personNamed = false;
  std::string_view rest = colon == std::string_view::npos ? std::string_view{} : spec.substr(colon + 1);
  if (colon != std::string_view::npos && rest.empty()) return fail(ErrorCode::usage, printable(spec), "nothing follows the colon");
  while (!rest.empty()) {
    const std::size_t plus = rest.find('+');
    const std::string_view word = rest.substr(0, plus);
    const bool last = plus == std::string_view::npos;
    rest = last ? std::string_view{} : rest.substr(plus + 1);
    if (word.empty() || (!last && rest.empty())) return fail(ErrorCode::usage, printable(spec), "a name is missing beside a '+'");

    const auto person = std::find_if(std::begin(kPeople), std::end(kPeople), [&](const Person& p) { return p.name == word; });
    const auto level = std::find_if(std::begin(kDetails), std::end(kDetails), [&](const Detail& d) { return d.name == word; });
    if (person != std::end(kPeople)) {
      if (personNamed) return fail(ErrorCode::usage, printable(word), "only one set of proportions can be named");
      personNamed = true;
      options = person->options;
    } else if (level != std::end(kDetails)) {
      detail = level->detail;
    } else {
      variants.emplace_back(word);
    }
  }
  options.detail = detail;
  if (creature == "quadruped") {
    // Of a person's proportions the size and the detail apply.
    options =
        FigureOptions{.stature = kWithers * options.stature / 1.75f, .girth = options.girth, .detail = options.detail, .quadruped = true};
  }
  return makeFigure(options, variants);
}

}  // namespace sinew
