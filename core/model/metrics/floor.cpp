// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/floor.h"

#include <algorithm>
#include <cmath>

namespace kw {

namespace {

double peak(const DeviceInfo& device, const char* name) {
  const auto found = device.measuredPeaks.find(name);
  return found == device.measuredPeaks.end() ? 0 : found->second;
}

double millisecondsFor(const std::optional<expression::Expression>& amount,
                       const expression::Lookup& lookup, double perSecond) {
  if (!amount || !(perSecond > 0)) return 0;
  const Result<double> value = amount->evaluateReal(lookup);
  return value && std::isfinite(*value) && *value > 0 ? *value / perSecond * 1e3 : 0;
}

}  // namespace

double arithmeticPeak(std::string_view precision, const DeviceInfo& device) {
  if (precision == "fp32") return peak(device, "fp32_flops_per_second");
  if (precision == "bf16") return peak(device, "bf16_tensor_flops_per_second");
  if (precision == "fp16")
    return std::max(peak(device, "fp16_tensor_flops_per_second"),
                    peak(device, "fp16_flops_per_second"));
  return 0;
}

double floorMilliseconds(const WorkModel& work, const expression::Lookup& lookup,
                         const DeviceInfo& device) {
  const double memory = std::max(peak(device, "dram_read_bytes_per_second"),
                                 peak(device, "dram_copy_bytes_per_second"));
  const double arithmetic = arithmeticPeak(work.precision, device);
  return std::max(millisecondsFor(work.bytes, lookup, memory),
                  millisecondsFor(work.flops, lookup, arithmetic));
}

}  // namespace kw
