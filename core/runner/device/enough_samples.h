// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runner/device/device.h"

namespace kw {

// Whether the samples taken so far say enough, so that a series may end before its last launch: its
// time is used up, its median is known as well as the protocol wants it, or it is clearly worse
// than what it has to beat.
bool isEnough(const TimingPlan& plan, const TimingResult& result);

}  // namespace kw
