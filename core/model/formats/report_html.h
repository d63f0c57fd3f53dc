// SPDX-License-Identifier: GPL-3.0-or-later
// A self-contained HTML report of a tuning run: no script, no file or address besides itself.
#pragma once

#include <string>
#include <vector>

#include "model/formats/standing.h"
#include "model/problem/problem_file.h"
#include "model/records/records.h"

namespace kw {

struct ReportContent {
  const LoadedProblem* problem = nullptr;
  Standing standing;
  DeviceInfo device;              // of the standing; only its model and id need be known
  std::vector<std::string> runs;  // a sentence for each run of the session
  std::string session;            // its file name
};

// Verdict first, then its evidence: plot, cases, every candidate (failed ones with their reasons),
// environment, how to reproduce. Light and dark. Text from outside is escaped.
std::string reportHtml(const ReportContent& content);

}  // namespace kw
