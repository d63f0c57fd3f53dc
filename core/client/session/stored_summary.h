// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace kw {

// A row of the summaries table.
struct StoredSummary {
  int64_t evaluation = 0;  // its row
  std::string bytes;       // encodeSummary()
};

}  // namespace kw
