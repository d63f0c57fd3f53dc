// SPDX-License-Identifier: GPL-3.0-or-later
// The least time that a case can take on a device (modelled).
#pragma once

#include <string_view>

#include "model/problem/problem.h"
#include "model/records/records.h"

namespace kw {

// The most operations a second that were measured for work of this precision ("fp32", "bf16", …):
// of tensor cores where they take it. 0 where that is not known, as for fp64, whose tensor cores
// are not measured.
double arithmeticPeak(std::string_view precision, const DeviceInfo& device);

// The larger of: compulsory bytes over the measured memory rate (reading or copying, whichever is
// faster), and operations over arithmeticPeak(). In milliseconds; 0 where neither is known.
// `lookup` resolves the case's sizes.
double floorMilliseconds(const WorkModel& work, const expression::Lookup& lookup,
                         const DeviceInfo& device);

}  // namespace kw
