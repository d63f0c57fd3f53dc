// SPDX-License-Identifier: GPL-3.0-or-later
// The loop that takes samples of a prepared launch sequence.
#pragma once

#include <functional>
#include <stop_token>

#include "runner/device/device.h"
#include "runner/device/host/host_module.h"

namespace kw::host {

// `before` brings buffers and caches into the state that each timed launch starts from; it is not
// timed.
Result<TimingResult> takeSamples(HostModule& module, const TimingPlan& plan,
                                 const std::function<Status()>& before, std::stop_token stop);

}  // namespace kw::host
