// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/enough_samples.h"

#include "base/statistics/statistics.h"

namespace kw {

bool isEnough(const TimingPlan& plan, const TimingResult& result) {
  const Protocol& protocol = plan.protocol;
  if (static_cast<int>(result.samples.size()) < protocol.leastLaunches) return false;
  if (protocol.caseSeconds > 0 && result.kernelMilliseconds >= 1000 * protocol.caseSeconds)
    return true;
  if (protocol.precision <= 0) return false;
  const statistics::Interval interval = statistics::medianInterval95(result.samples);
  const double median = statistics::median(result.samples);
  if ((interval.high - interval.low) / 2 <= protocol.precision * median) return true;
  return plan.rivalMilliseconds > 0 && interval.low > clearlyWorse * plan.rivalMilliseconds;
}

}  // namespace kw
