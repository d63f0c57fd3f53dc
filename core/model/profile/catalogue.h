// SPDX-License-Identifier: GPL-3.0-or-later
// What can be known about a launch: metrics by need, the counters that chips have for them, and how
// the others are computed. From resources/metrics/*.json (format kernelwright-metrics/1).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression/expression.h"
#include "base/result/result.h"

namespace kw {

// A counter as CUPTI names it, on the chips whose names begin with one of `chips` (all, where that
// is empty) and with none of `except`.
struct CounterName {
  std::string name;
  std::vector<std::string> chips, except;
};

struct Metric {
  std::string id;     // "dram_utilisation"
  std::string need;   // what it answers: "DRAM bytes", "stall reasons"
  std::string title;  // for people
  std::string unit;
  std::vector<CounterName> counters;  // the first one that the chip has counts
  // Computed where no counter is there: over ids, work.*, time.*, peak.*, floor.* and occupancy.*.
  std::optional<expression::Expression> formula;
  // The largest of those that are known: a lower bound while some are not.
  std::vector<std::string> largestOf;
  std::optional<expression::Expression> modelled;  // where neither of the others has a value
  std::string source;                              // where the name or the formula comes from
  std::map<std::string, int> passes;               // of the counter alone, by chip, as checked
  bool isFull = true;                              // part of the full set

  // nullptr where the chip has none.
  const CounterName* counterOn(std::string_view chip) const;
};

class Catalogue {
 public:
  // `texts` by file name; all faults of all files at once. Formulas may name metrics of any file;
  // an unknown name and a circle are faults.
  static Result<Catalogue> read(const std::vector<std::pair<std::string, std::string>>& texts);

  const std::vector<Metric>& metrics() const { return m_metrics; }
  const Metric* find(std::string_view id) const;
  // The ids whose counters have to be read so that `ids` have values on the chip: themselves, and
  // what their formulas are over. In the catalogue's order, each once. A chip "" is not known yet:
  // all that any chip counts.
  std::vector<std::string> countersFor(const std::vector<std::string>& ids,
                                       std::string_view chip) const;
  std::vector<std::string> fullSet() const;

 private:
  std::vector<Metric> m_metrics;
};

// The one that comes with the program.
const Catalogue& catalogue();

}  // namespace kw
