// SPDX-License-Identifier: GPL-3.0-or-later
// One candidate in a few lines, for readouts beside a pointer, and in one row of text.
#pragma once

#include <QStringList>
#include <string>
#include <vector>

#include "view/candidates/candidate_row.h"
#include "view/latency/latency_points.h"

namespace kw {

// The configuration; its times; its verdict.
QStringList readoutOf(const view::CandidateRow& row, const std::vector<std::string>& caseNames);

// "number\tms\tverdict\tconfiguration\treason", and a row's values.
std::string candidateTitles();
void appendCandidate(size_t order, const view::CandidateRow& row, double milliseconds,
                     std::string& out);

}  // namespace kw
