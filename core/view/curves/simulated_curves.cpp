// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/curves/simulated_curves.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace kw::view {

namespace {

constexpr std::string_view columns =
    "strategy,against,at,mean_fraction,mean_low,mean_high,median_fraction,worst_fraction,runs";
constexpr size_t columnCount = 9;
constexpr const char* advice = "open a file that `kwr simulate --curves` wrote";

std::vector<std::string_view> fieldsOf(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

std::optional<double> numberOf(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

Place placeOf(const std::string& file, size_t line) {
  Place place{.file = file};
  place.line = static_cast<int>(line);
  return place;
}

Curve& curveOf(std::vector<Curve>& curves, const std::string& strategy, size_t runs) {
  const std::string name =
      strategy + (runs == 1 ? ", 1 run" : ", mean of " + std::to_string(runs) + " runs");
  for (Curve& curve : curves)
    if (curve.name == name) return curve;
  curves.push_back({.name = name, .runs = runs, .hasBand = runs > 1});
  return curves.back();
}

}  // namespace

Result<std::vector<Curve>> readSimulatedCurves(std::string_view text, const std::string& file) {
  std::vector<Curve> curves;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number == 1) {
      if (line == columns) continue;
      return failInput(
          "these are no simulated curves: the first line is not '" + std::string(columns) + "'",
          placeOf(file, number), advice);
    }
    if (line.empty()) continue;
    const std::vector<std::string_view> fields = fieldsOf(line);
    if (fields.size() != columnCount)
      return failInput("expected " + std::to_string(columnCount) + " fields, found " +
                           std::to_string(fields.size()),
                       placeOf(file, number), advice);
    std::array<double, columnCount> values{};
    for (size_t i = 2; i < columnCount; ++i) {
      const auto value = numberOf(fields[i]);
      if (!value)
        return failInput("expected a number in field " + std::to_string(i + 1) + ", found '" +
                             std::string(fields[i].substr(0, 40)) + "'",
                         placeOf(file, number), advice);
      values[i] = *value;
    }
    if (fields[1] != "evaluations") continue;
    if (values[8] < 1 || values[8] > 1e9)
      return failInput("expected a number of runs in field 9, found '" +
                           std::string(fields[8].substr(0, 40)) + "'",
                       placeOf(file, number), advice);
    Curve& curve = curveOf(curves, std::string(fields[0]), static_cast<size_t>(values[8]));
    if (values[2] <= curve.end)
      return failInput("expected more evaluations than in the line before of this strategy",
                       placeOf(file, number), advice);
    curve.points.push_back({values[2], values[3], values[4], values[5]});
    curve.end = values[2];
  }
  if (curves.empty())
    return failInput("there are no curves against evaluations in it", Place{.file = file}, advice);
  return curves;
}

}  // namespace kw::view
