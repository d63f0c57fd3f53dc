// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations as a session would hold them, for problems of the library and of tests/data.
#pragma once

#include <string>
#include <vector>

#include "model/formats/standing.h"
#include "model/problem/problem_file.h"
#include "model/records/records.h"

namespace kw::sample {

LoadedProblem load(
    const std::string& folder);  // below the source folder; ends the test where it fails
DeviceInfo gpu();
DeviceInfo cpu();

Measurement measurement(const std::string& caseName, double milliseconds, double spread = 0.01);

// A verified evaluation that takes `milliseconds` in every performance case.
Evaluation verified(const LoadedProblem& problem, const Configuration& configuration,
                    double milliseconds, const DeviceInfo& device = gpu());
Evaluation source(const LoadedProblem& problem, double milliseconds,
                  const DeviceInfo& device = gpu());
Evaluation failed(const LoadedProblem& problem, const Configuration& configuration,
                  VerdictKind kind, const std::string& message, const DeviceInfo& device = gpu());

// The first value of each parameter, with those of `text` ("BLOCK=256") in their place.
Configuration configuration(const LoadedProblem& problem, const std::string& text = {});

}  // namespace kw::sample
