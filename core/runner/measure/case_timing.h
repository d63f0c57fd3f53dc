// SPDX-License-Identifier: GPL-3.0-or-later
// From samples to measurements, and from those to a candidate's figure.
#pragma once

#include <string>
#include <vector>

#include "model/problem/problem.h"
#include "model/records/records.h"
#include "runner/device/device.h"
#include "runner/measure/open_case.h"

namespace kw {

// `state` is a name(TimedState).
Measurement measurementOf(const OpenCase& open, const DeviceInfo& device, std::string state,
                          const TimingResult& timing);

// Weighted over the performance cases, from cold medians, in milliseconds. 0 where there are none,
// or where one of them was not measured: figures over different cases do not compare.
double geomeanOf(const std::vector<Measurement>& measurements, const Problem& problem);

}  // namespace kw
