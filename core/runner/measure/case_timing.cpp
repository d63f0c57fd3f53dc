// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/case_timing.h"

#include <algorithm>
#include <utility>

#include "base/statistics/statistics.h"
#include "model/metrics/floor.h"

namespace kw {

Measurement measurementOf(const OpenCase& open, const DeviceInfo& device, std::string state,
                          const TimingResult& timing) {
  const statistics::Interval interval = statistics::medianInterval95(timing.samples);
  return {.caseName = open.name(),
          .state = std::move(state),
          .samples = timing.samples,
          .median = statistics::median(timing.samples),
          .low = interval.low,
          .high = interval.high,
          .stoppedEarly = timing.stoppedEarly,
          .floor = floorMilliseconds(open.scope().problem().work, open.scope().lookup(), device),
          .perSample = timing.perSample,
          .conditions = timing.conditions};
}

double geomeanOf(const std::vector<Measurement>& measurements, const Problem& problem) {
  std::vector<double> medians, weights;
  for (const Case& which : problem.cases) {
    if (!which.performance) continue;
    const auto cold = std::find_if(
        measurements.begin(), measurements.end(),
        [&](const Measurement& one) { return one.caseName == which.name && one.state == "cold"; });
    if (cold == measurements.end()) return 0;
    medians.push_back(cold->median);
    weights.push_back(which.weight);
  }
  return medians.empty() ? 0 : statistics::weightedGeometricMean(medians, weights);
}

}  // namespace kw
