// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/columns.h"

#include <algorithm>

namespace kw::view {

namespace {

// More cases than this are there to be asked for, but do not push everything else out of sight.
constexpr size_t mostCasesShown = 4;

bool isNumeric(const Parameter& parameter) {
  return std::none_of(parameter.values.begin(), parameter.values.end(),
                      [](const auto& value) { return std::holds_alternative<std::string>(value); });
}

void addCases(std::vector<Column>& columns, const std::vector<std::string>& names) {
  for (size_t i = 0; i < names.size(); ++i)
    columns.push_back({.field = Field::caseTime,
                       .index = i,
                       .id = "case:" + names[i],
                       .title = names[i],
                       .explanation = "Median time of case " + names[i] + ", cold.",
                       .isShown = names.size() > 1 && names.size() <= mostCasesShown});
}

void addParameters(std::vector<Column>& columns, const std::vector<Parameter>& parameters) {
  for (size_t i = 0; i < parameters.size(); ++i)
    columns.push_back({.field = Field::parameter,
                       .index = i,
                       .id = "parameter:" + parameters[i].name,
                       .title = parameters[i].name,
                       .explanation = parameters[i].meaning,
                       .isNumber = isNumeric(parameters[i])});
}

}  // namespace

std::vector<Column> columnsOf(const std::vector<std::string>& caseNames,
                              const std::vector<Parameter>& parameters) {
  std::vector<Column> columns = {
      {.id = "number",
       .title = "#",
       .explanation = "In which order candidates were completed; the source kernel is 0."},
      {.field = Field::verdict,
       .id = "verdict",
       .title = "verdict",
       .explanation = "What the oracle said.",
       .isNumber = false},
      {.field = Field::geomean,
       .id = "geomean",
       .title = "geomean",
       .explanation = "Weighted geometric mean over the performance cases, cold."}};
  columns.insert(
      columns.end(),
      {{.field = Field::speedup,
        .id = "speedup",
        .title = "speed-up",
        .unit = "×",
        .explanation = "The source kernel's geometric mean over this one's, on the same device."},
       {.field = Field::difference,
        .id = "difference",
        .title = "to baseline",
        .unit = "%",
        .explanation =
            "Geometric mean compared with the baseline's; negative is faster. The baseline is the "
            "pinned candidate, or else the source kernel."}});
  addParameters(columns, parameters);
  addCases(columns, caseNames);
  columns.insert(
      columns.end(),
      {{.field = Field::registers,
        .id = "registers",
        .title = "registers",
        .explanation = "Per thread, the most of its kernels."},
       {.field = Field::spills,
        .id = "spills",
        .title = "spills",
        .unit = "B",
        .explanation = "Bytes spilled, stores and loads of all its kernels."},
       {.field = Field::staticShared,
        .id = "static-shared",
        .title = "static shared",
        .unit = "B",
        .explanation = "Static shared memory, the most of its kernels.",
        .isShown = false},
       {.field = Field::occupancy,
        .id = "occupancy",
        .title = "occupancy",
        .unit = "%",
        .explanation = "Worked out from registers, shared memory and threads; the least of its "
                       "launches."}});
  // The table writes it over the times that a failed candidate has not.
  columns.push_back({.field = Field::reason,
                     .id = "reason",
                     .title = "reason",
                     .explanation = "Why it is not verified.",
                     .isNumber = false,
                     .isShown = false});
  return columns;
}

}  // namespace kw::view
