// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/model_input.h"

#include <algorithm>
#include <cmath>

#include "model/metrics/floor.h"

namespace kw {

namespace {

double amountOf(const std::optional<expression::Expression>& amount,
                const expression::Lookup& lookup) {
  if (!amount) return 0;
  const Result<double> value = amount->evaluateReal(lookup);
  return value && std::isfinite(*value) && *value > 0 ? *value : 0;
}

double peakOf(const DeviceInfo& device, const char* name) {
  const auto found = device.measuredPeaks.find(name);
  return found == device.measuredPeaks.end() ? 0 : found->second;
}

expression::Lookup sizeLookup(Sizes sizes) {
  return [sizes = std::move(sizes)](std::string_view name) -> std::optional<expression::Value> {
    const auto found = sizes.find(std::string(name));
    if (found == sizes.end()) return std::nullopt;
    return found->second;
  };
}

void takeWork(ModelInput& input, const WorkModel& work, const expression::Lookup& lookup,
              const DeviceInfo& device) {
  input.bytes = amountOf(work.bytes, lookup);
  input.flops = amountOf(work.flops, lookup);
  input.precision = work.precision;
  input.floorSeconds = floorMilliseconds(work, lookup, device) / 1e3;
  input.dramRate = std::max(peakOf(device, "dram_read_bytes_per_second"),
                            peakOf(device, "dram_copy_bytes_per_second"));
  input.flopsRate = arithmeticPeak(work.precision, device);
}

}  // namespace

ModelInput modelInput(const Problem& problem, const std::string& caseName, const DeviceInfo& device,
                      const Evaluation& evaluation) {
  ModelInput input;
  if (const Case* which = problem.findCase(caseName))
    takeWork(input, problem.work, sizeLookup(sizesOf(*which, device.isHost())), device);
  for (const Measurement& one : evaluation.measurements)
    if (one.caseName == caseName && one.state == "cold") input.seconds = one.median / 1e3;
  for (const LaunchOccupancy& one : evaluation.occupancy)
    input.occupancy = std::max(input.occupancy, one.occupancy);
  return input;
}

expression::Lookup lookupOf(const ModelInput& input) {
  return [input](std::string_view name) -> std::optional<expression::Value> {
    const auto ifKnown = [](double value) -> std::optional<expression::Value> {
      if (!(value > 0)) return std::nullopt;
      return value;
    };
    if (name == "work.bytes") return ifKnown(input.bytes);
    if (name == "work.flops") return ifKnown(input.flops);
    if (name.starts_with("work.fp"))
      return name.substr(5) == input.precision ? ifKnown(input.flops) : std::nullopt;
    if (name == "time.seconds") return ifKnown(input.seconds);
    if (name == "floor.seconds") return ifKnown(input.floorSeconds);
    if (name == "peak.dram") return ifKnown(input.dramRate);
    if (name == "peak.flops") return ifKnown(input.flopsRate);
    if (name == "occupancy.share") return ifKnown(input.occupancy);
    return std::nullopt;
  };
}

}  // namespace kw
