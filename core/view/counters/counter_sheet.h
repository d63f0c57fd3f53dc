// SPDX-License-Identifier: GPL-3.0-or-later
// A profile as a table: its metrics by what they answer, beside a baseline's and those of the
// profiles before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/profile/catalogue.h"
#include "model/profile/profile.h"

namespace kw::view {

struct CounterRow {
  std::string id;     // the catalogue's
  std::string title;  // "bytes read from DRAM"
  MetricValue value;
  std::optional<MetricValue> baseline;
  std::string difference;  // to the baseline: "+12.3 %", of percentages "−3.1 points"; or ""
  // Why there is none though both have a value: "measured here, modelled there".
  std::string whyNoDifference;
  // The values that the profiles of this device and case have for it, known alike, oldest first;
  // `round` is the place of this one.
  std::vector<double> rounds;
  size_t round = 0;
};

struct CounterGroup {
  std::string need;  // "DRAM bytes"
  std::vector<CounterRow> rows;
};

// What was asked for and has no value.
struct MissingMetric {
  std::string id, title, need;
  std::string why;  // "this chip has no counter for it"
};

// Those that are missing for the same reason.
struct MissingGroup {
  std::string why;
  std::vector<MissingMetric> metrics;
};
std::vector<MissingGroup> byReason(const std::vector<MissingMetric>& missing);

struct CounterSheet {
  std::vector<CounterGroup> groups;  // in the catalogue's order
  std::vector<MissingMetric> missing;
  size_t notAsked = 0;       // metrics that the path did not need
  std::string baselineName;  // "source kernel", "#12"; "" where this one is it
  std::string baselineNote;  // why it has no values here: "not profiled yet"; or ""

  size_t rows() const;
};

// What differences are taken against.
struct CounterBaseline {
  Candidate candidate;
  std::string name;  // for people
};

// `shown` is one of `profiles`. Only profiles of its device and its case are compared with it:
// figures of other cases are of other amounts of work.
CounterSheet counterSheet(const Catalogue& catalogue, const std::vector<Profile>& profiles,
                          const Profile& shown, const CounterBaseline& baseline);

// Those whose words all occur in title, need, id, origin or "measured", in capitals or not; an
// empty text lets all pass. Groups without rows are left out.
std::vector<CounterGroup> filtered(const std::vector<CounterGroup>& groups,
                                   const std::string& text);
std::vector<MissingMetric> filtered(const std::vector<MissingMetric>& missing,
                                    const std::string& text);

}  // namespace kw::view
