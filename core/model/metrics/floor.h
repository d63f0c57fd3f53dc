// SPDX-License-Identifier: GPL-3.0-or-later
// The least time that a case can take on a device (modelled).
#pragma once

#include "model/problem/problem.h"
#include "model/records/records.h"

namespace kw {

// The larger of: compulsory bytes over the measured memory rate (reading or copying, whichever is
// faster), and, for work in fp32, operations over the measured fp32 rate. In milliseconds; 0 where
// neither is known. `lookup` resolves the case's sizes.
double floorMilliseconds(const WorkModel& work, const expression::Lookup& lookup,
                         const DeviceInfo& device);

}  // namespace kw
