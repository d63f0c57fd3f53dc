// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recordings/row_content.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/json/text.h"

namespace kw::recordings {

namespace {

struct Failure {
  std::string_view name;
  VerdictKind kind;
};

// Kernel Tuner's, T4's and KTT's words. "InvalidConfig" and "constraints" mean that limits of the
// device or conditions of the space forbid the configuration.
constexpr std::array failures{
    Failure{"RuntimeFailedConfig", VerdictKind::crashed},
    Failure{"CompilationFailedConfig", VerdictKind::failedToCompile},
    Failure{"InvalidConfig", VerdictKind::exceedsLimits},
    Failure{"ErrorConfig", VerdictKind::crashed},
    Failure{"timeout", VerdictKind::hung},
    Failure{"compile", VerdictKind::failedToCompile},
    Failure{"runtime", VerdictKind::crashed},
    Failure{"correctness", VerdictKind::wrong},
    Failure{"constraints", VerdictKind::exceedsLimits},
    Failure{"ComputationFailed", VerdictKind::crashed},
    Failure{"ValidationFailed", VerdictKind::wrong},
    Failure{"CompilationFailed", VerdictKind::failedToCompile},
    Failure{"DeviceLimitsExceeded", VerdictKind::exceedsLimits},
};

struct Unit {
  std::string_view name;
  double milliseconds;
};

constexpr std::array timeUnits{
    Unit{"miliseconds", 1},
    Unit{"milliseconds", 1},
    Unit{"millisecond", 1},
    Unit{"ms", 1},
    Unit{"microseconds", 1e-3},
    Unit{"microsecond", 1e-3},
    Unit{"us", 1e-3},
    Unit{"\u00b5s", 1e-3},
    Unit{"\u03bcs", 1e-3},
    Unit{"nanoseconds", 1e-6},
    Unit{"nanosecond", 1e-6},
    Unit{"ns", 1e-6},
    Unit{"seconds", 1e3},
    Unit{"second", 1e3},
    Unit{"s", 1e3},
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string whyNoTime(double milliseconds) {
  if (std::isnan(milliseconds)) return "its time is NaN, which is no measurement";
  if (std::isinf(milliseconds)) return "its time is infinite, which is no measurement";
  if (milliseconds == 0) return "its time is 0, and nothing runs in no time";
  return milliseconds < 0 ? "its time is negative" : "";
}

std::optional<VerdictKind> failureKind(std::string_view failure) {
  const auto found = std::ranges::find(failures, failure, &Failure::name);
  if (found == failures.end()) return std::nullopt;
  return found->kind;
}

std::string_view t4Invalidity(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::verified:
      return "correct";
    case VerdictKind::wrong:
      return "correctness";
    case VerdictKind::hung:
      return "timeout";
    case VerdictKind::failedToCompile:
      return "compile";
    case VerdictKind::exceedsLimits:
    case VerdictKind::notApplicable:
      return "constraints";
    case VerdictKind::crashed:
    case VerdictKind::couldNotJudge:
      break;
  }
  return "runtime";
}

void setFailure(RecordedRow& row, const std::string& failure, RecordingBuilder* builder,
                const RowPlace& place) {
  const auto kind = failureKind(failure);
  row.verdict = kind.value_or(VerdictKind::crashed);
  row.failure = failure;
  row.milliseconds = 0;
  if (!kind && builder)
    builder->noteRow(place,
                     "failures that are not among those known here are taken as failures at "
                     "run time");
}

std::optional<double> millisecondsPer(std::string_view unit) {
  std::string name(unit);
  std::ranges::transform(name, name.begin(), lower);
  const auto found = std::ranges::find(timeUnits, name, &Unit::name);
  if (found == timeUnits.end()) return std::nullopt;
  return found->milliseconds;
}

double wallTime(const json::Value& value, double millisecondsPerUnit) {
  const double time = value.isNumber() ? value.asReal() * millisecondsPerUnit : 0;
  return std::isfinite(time) && time > 0 ? time : 0;
}

std::vector<double> samplesOf(const json::Value& value, double millisecondsPerUnit,
                              RecordingBuilder& builder, const RowPlace& place) {
  std::vector<double> samples;
  samples.reserve(value.asArray().size());
  for (const json::Value& item : value.asArray()) {
    const double time = item.isNumber() ? item.asReal() * millisecondsPerUnit : 0;
    if (std::isfinite(time) && time > 0)
      samples.push_back(time);
    else
      builder.noteRow(place, "samples that are no times are left out");
  }
  return samples;
}

void keep(RecordedRow& row, const std::string& name, const json::Value& value,
          RecordingBuilder& builder, const RowPlace& place) {
  if (value.isNumber() && std::isfinite(value.asReal()))
    row.metrics.emplace(name, value.asReal());
  else if (value.isNumber())
    builder.noteRow(place, "\"" + name + "\" is left out where it is NaN or infinite");
  else
    row.further.emplace(name, json::writeLine(value));
}

void keepAll(RecordedRow& row, const std::string& path, const json::Value& value,
             RecordingBuilder& builder, const RowPlace& place) {
  for (const auto& [key, member] : value.asObject())
    keepAll(row, path.empty() ? key : path + "." + key, member, builder, place);
  for (size_t i = 0; i < value.asArray().size(); ++i)
    keepAll(row, path + "[" + std::to_string(i) + "]", value.asArray()[i], builder, place);
  if (!value.isObject() && !value.isArray()) keep(row, path, value, builder, place);
}

std::vector<std::string> mostCommonNames(
    const json::Array& rows,
    const std::function<std::vector<std::string>(const json::Value& row)>& namesOf) {
  struct Seen {
    std::vector<std::string> names;
    size_t count = 0;
  };
  std::vector<Seen> all;  // in order of their first row
  std::map<std::vector<std::string>, size_t> place;
  for (const json::Value& row : rows) {
    std::vector<std::string> names = namesOf(row);
    if (names.empty()) continue;
    std::vector<std::string> sorted = names;
    std::ranges::sort(sorted);
    const auto [known, isNew] = place.try_emplace(std::move(sorted), all.size());
    if (isNew) all.push_back({std::move(names), 0});
    ++all[known->second].count;
  }
  const auto most = std::ranges::max_element(all, {}, &Seen::count);
  return most == all.end() ? std::vector<std::string>() : most->names;
}

std::string problemSizeText(const json::Value& value) {
  if (value.isNull()) return {};
  const bool isName = value.isString() && !json::parse(value.asString());
  return isName ? value.asString() : json::writeLine(value);
}

json::Value problemSizeValue(const std::string& text) {
  auto value = json::parse(text);
  return value ? *std::move(value) : json::Value(text);
}

}  // namespace kw::recordings
