// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings made by rule, for tests of what searches them.
#pragma once

#include <functional>
#include <vector>

#include "model/records/recording.h"

namespace kw::test {

// All combinations of parameters P0, P1, … with values 0, 1, … below `counts`. `time` gives the
// milliseconds of the value indices; 0 makes a failure. Each costs 0.1 s of compiling and 0.05 s of
// measuring.
Recording madeRecording(const std::vector<int>& counts,
                        const std::function<double(const std::vector<uint16_t>&)>& time);

}  // namespace kw::test
