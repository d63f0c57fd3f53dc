// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/least_possible.h"

#include <algorithm>
#include <cmath>

namespace kw {

namespace {

constexpr double transfersPerClock = 2;
constexpr double l2BytesPerClockAndSm = 128;
constexpr double fp32PerClockAndSm = 2 * 128;
// The clock that a device names may be exceeded a little, and events have steps.
constexpr double tolerance = 0.95;
constexpr double eventStepMilliseconds = 0.0005;

double amountOf(const std::optional<expression::Expression>& amount,
                const expression::Lookup& lookup) {
  if (!amount) return 0;
  const Result<double> value = amount->evaluateReal(lookup);
  return value && std::isfinite(*value) && *value > 0 ? *value : 0;
}

double over(double amount, double perSecond) {
  return perSecond > 0 ? amount / perSecond * 1e3 : 0;
}

}  // namespace

double leastPossibleMilliseconds(const WorkModel& work, const expression::Lookup& lookup,
                                 const DeviceInfo& device) {
  const auto limit = [&device](const char* name) {
    return static_cast<double>(device.limit(name));
  };
  const double clocks = 1e3 * limit("clock_khz") * limit("sm_count");  // of all SMs, a second
  const double memory =
      transfersPerClock * 1e3 * limit("memory_clock_khz") * limit("memory_bus_bits") / 8;
  const double bytes = amountOf(work.bytes, lookup);
  const double beyondCache = std::max(0.0, bytes - limit("l2_bytes"));
  const double arithmetic =
      work.precision == "fp32" ? over(amountOf(work.flops, lookup), clocks * fp32PerClockAndSm) : 0;
  return std::max(
      {over(beyondCache, memory), over(bytes, clocks * l2BytesPerClockAndSm), arithmetic});
}

std::string impossibleTimeText(double milliseconds, const WorkModel& work,
                               const expression::Lookup& lookup, const DeviceInfo& device) {
  const double least = leastPossibleMilliseconds(work, lookup, device);
  if (milliseconds + eventStepMilliseconds >= tolerance * least) return "";
  const auto microseconds = [](double time) {
    return expression::toText(std::round(time * 1e6) / 1e3) + " µs";
  };
  return "impossibly fast: " + microseconds(milliseconds) + ", where the problem's work takes " +
         microseconds(least) +
         " at the least by the device's datasheet; it leaves work out, or \"work\" in problem.json "
         "asks for more than there is";
}

}  // namespace kw
