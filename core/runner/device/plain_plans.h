// SPDX-License-Identifier: GPL-3.0-or-later
// The plans of device.h as plain data, which generator.h and comparison.h take.
#pragma once

#include "runner/device/comparison.h"
#include "runner/device/device.h"
#include "runner/device/generator.h"

namespace kw {

// ErrorKind::badInput for fills that come as uploads (file, function) and for empty or reversed
// ranges.
Result<generator::Plan> plainPlan(const FillPlan& plan);
// ErrorKind::badInput for sets and top-k, which are not compared element by element.
Result<comparison::Rule> plainRule(const ComparePlan& plan);

// ErrorKind::badInput where the cells do not fit the elements.
Result<comparison::Cells> plainCells(const ErrorPlan& plan);

// Where a row-major index lies in a buffer, in elements from its start.
int64_t positionOf(const BufferLayout& layout, int64_t index);

}  // namespace kw
