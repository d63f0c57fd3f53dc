// SPDX-License-Identifier: GPL-3.0-or-later
// Why hardware counters cannot be read, and how to allow it: CUPTI's error codes as sentences.
#pragma once

#include "base/result/result.h"

namespace kw::counters {

// ErrorKind::missing for codes that refuse counters on this machine; ErrorKind::failed for the
// others. `doing` stands in the message of the latter: "starting a pass".
Error refusal(int cuptiResult, const char* doing);

}  // namespace kw::counters
