// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that --json prints. Times are milliseconds and end in _ms, bytes end in _bytes.
#pragma once

#include "base/json/value.h"
#include "base/result/result.h"
#include "client/engine/engine.h"
#include "model/formats/case_winners.h"
#include "model/formats/standing.h"
#include "model/records/records.h"

namespace kw::cli {

// {"event":"summary", …}: the start of every last line.
json::Value summary();
// A summary that holds "status", "error" (one text) and "faults" (each with its place).
json::Value summaryOf(const Error& error);
void addError(json::Value& summary, const Error& error);

json::Value configurationJson(const Configuration& configuration);  // {"BLOCK":256,"VEC":4}
// {"config","geomean_ms","verdict","message","oracle","verified_cases","all_cases","cases":[…],"kernels":[…]}
json::Value evaluationJson(const Evaluation& evaluation);
json::Value speedupInterval(const Speedup& speedup);  // [low, high] at 95 %
// {"case","config","differs","median_ms","low_ms","high_ms","general_ms","over_general","over_source"}
json::Value caseWinnerJson(const Standing& standing, const CaseWinner& winner);
// {"first","second","speedup","interval","outcome","blocks","cases":[{"case","speedup","interval"}]}:
// the speed-up is of the second over the first.
json::Value duelJson(const Duel& duel);
// A line for each case and state of the best's final figures; empty without them.
json::Value finalFiguresJson(const Problem& problem, const Standing& standing);
json::Value deviceJson(const DeviceInfo& device);
json::Value countJson(double count);  // an integer where it fits exactly
json::Value strings(const std::vector<std::string>& texts);

json::Value eventJson(const Event& event);
json::Value summaryOf(const TuneSummary& result);

}  // namespace kw::cli
