// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of replies that several kinds of them have. Internal to proposal/.
#pragma once

#include <string>
#include <vector>

#include "base/json/reader.h"
#include "model/proposal/proposal.h"

namespace kw {

// Calls `read` with a reader of each object in the list `key`.
template <class Read>
void forEach(json::ObjectReader& reader, const std::string& key, const Read& read) {
  const json::Array& items = reader.array(key);
  for (size_t i = 0; i < items.size(); ++i)
    read(json::ObjectReader(items[i], reader.path(key) + "[" + std::to_string(i) + "]",
                            reader.faults()));
}

std::vector<CitedMetric> readCitations(json::ObjectReader& reader, const std::string& key);

// {"expected": {"speedup": …, "why": …}}
json::Value expectationSchema();
void readExpectation(json::ObjectReader& reader, double& speedup, std::string& why);

}  // namespace kw
