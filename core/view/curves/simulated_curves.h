// SPDX-License-Identifier: GPL-3.0-or-later
// Curves that `kwr simulate --curves` wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "view/curves/run_curves.h"

namespace kw::view {

// Mean fraction of the optimum against evaluations, a curve for each strategy in the file's order,
// with the 95 % interval of the mean as its band. Lines about seconds are passed over. A text with
// other columns, with a line of another length or with a field that is no number is an error that
// names the line; `file` is for messages.
Result<std::vector<Curve>> readSimulatedCurves(std::string_view text, const std::string& file);

}  // namespace kw::view
