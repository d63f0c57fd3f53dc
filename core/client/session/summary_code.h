// SPDX-License-Identifier: GPL-3.0-or-later
// Summaries as they stand in a session: a few hundred bytes that are read without parsing a text.
// They are worked out from the evaluations that lie beside them; what cannot be read is worked out
// anew, so nothing is lost with one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/records/summary.h"

namespace kw {

// It grows when the bytes or what they mean change: summaries of another version are worked out
// anew from the whole evaluations.
inline constexpr int summaryVersion = 1;

// Whole numbers as in LEB128 (signed ones zigzag), reals as eight bytes with the lowest first,
// texts and lists with their length before them.
std::string encodeSummary(const EvaluationSummary& summary);

// Nothing where the bytes are no summary of this version.
std::optional<EvaluationSummary> decodeSummary(std::string_view bytes);

}  // namespace kw
