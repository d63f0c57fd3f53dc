// SPDX-License-Identifier: GPL-3.0-or-later
// A time that no kernel can have, by the datasheet of the device: whoever shows one did not do the
// work, or the work model is wrong.
#pragma once

#include <string>

#include "model/problem/problem.h"
#include "model/records/records.h"

namespace kw {

// Milliseconds. Cold: the compulsory bytes, less what the L2 can keep back from being written, over
// the DRAM's peak (two transfers a clock over the whole bus); warm: less the whole L2. In both at
// least all bytes over 128 bytes a clock and SM, which is more than any L2 gives. And operations in
// fp32 over two a clock and lane, 128 lanes an SM. 0 where the device does not tell (a CPU), or the
// work model does not.
double leastPossibleMilliseconds(const WorkModel& work, const expression::Lookup& lookup,
                                 const DeviceInfo& device);

// A sentence where `milliseconds` lies below that by more than a clock's error, else "".
std::string impossibleTimeText(double milliseconds, const WorkModel& work,
                               const expression::Lookup& lookup, const DeviceInfo& device);

}  // namespace kw
