// SPDX-License-Identifier: GPL-3.0-or-later
// How far a run is, in words and as a share.
#pragma once

#include <QString>
#include <optional>

#include "widgets/content/content.h"

namespace kw {

// "18 of 24, 2 failed, about 12 s left"; the phase before the first result; "" for an idle run of
// which nothing is known.
QString progressText(RunState state, const RunFigures& run);

// 0 to 1; none where it is not known.
std::optional<double> progressShare(RunState state, const RunFigures& run);

}  // namespace kw
