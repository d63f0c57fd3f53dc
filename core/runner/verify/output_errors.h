// SPDX-License-Identifier: GPL-3.0-or-later
// How far an output is from what is wanted, for people: distances in ULPs, and a map of where it is
// wrong.
#pragma once

#include "base/result/result.h"
#include "model/records/records.h"
#include "runner/device/device.h"
#include "runner/verify/case_data.h"

namespace kw {

// How an output that is compared on the device is compared with its wanted values, which must be
// there.
ComparePlan comparePlanOf(const CaseBuffer& output);

struct OutputErrors {
  ErrorHistogram histogram;
  WrongMap map;  // of 64 x 64 cells at most
};
// Of what the output holds now. It is compared on the device and has elements.
Result<OutputErrors> outputErrors(const CaseData& data, const CaseBuffer& output);

// Between a value of the output's type and a wanted one, in ULPs; negative where there is no
// distance (a NaN or an infinity on one side).
double ulpsBetween(ElementType type, uint64_t gotBits, double want);

}  // namespace kw
