// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/counters/counter_texts.h"

#include <algorithm>
#include <string_view>

#include "base/json/text.h"
#include "model/formats/duel_texts.h"
#include "model/formats/wording.h"
#include "model/recordings/csv_table.h"

namespace kw::view {

namespace {

std::string withRemedy(const Profile& profile) {
  return profile.refusal + (profile.remedy.empty() ? "" : "; " + profile.remedy);
}

std::string ordinal(size_t place) {
  const size_t tens = place % 100;
  const char* ending = "th";
  if (tens < 11 || tens > 13) {
    if (place % 10 == 1) ending = "st";
    if (place % 10 == 2) ending = "nd";
    if (place % 10 == 3) ending = "rd";
  }
  return std::to_string(place) + ending;
}

std::string metricsText(size_t count) {
  return countText(count, "metric");
}

// For files: a plain minus sign.
std::string plain(std::string text) {
  constexpr std::string_view minus = "−";
  if (text.starts_with(minus)) text.replace(0, minus.size(), "-");
  return text;
}

}  // namespace

std::string regimeText(const Profile& profile) {
  if (!profile.leaf.empty()) return sentence(profileText(profile));
  if (profile.steps.empty()) return "The walk through the tree begins.";
  return "The walk goes on: " + countText(profile.steps.size(), "step") + " so far, the last one " +
         profile.steps.back().node + ".";
}

std::string collectorText(const Profile& profile) {
  std::string text = "Case " + profile.caseName + " on " + profile.deviceModel;
  if (!profile.chip.empty()) text += " (" + profile.chip + ")";
  text += ", " + profile.collector + ", tree " + profile.policy + " (" + profile.origin + ")";
  if (profile.isFull) text += ", the full set";
  return text;
}

std::string costText(const Profile& profile) {
  if (profile.passes == 0)
    return profile.collector.empty() || profile.collector == "modelled"
               ? "No counters were read."
               : "Counters: read by " + profile.collector + ".";
  return "Counters: " + countText(static_cast<size_t>(profile.passes), "pass", "passes") + ", " +
         timeText(profile.milliseconds) + ".";
}

std::vector<std::string> missingTexts(const CounterSheet& sheet, const Profile& profile) {
  std::vector<std::string> texts;
  if (!profile.refusal.empty()) texts.push_back(sentence("No counters: " + withRemedy(profile)));
  for (const MissingGroup& group : byReason(sheet.missing))
    texts.push_back(metricsText(group.metrics.size()) + " without a value: " + group.why + ".");
  if (sheet.notAsked > 0 && !profile.leaf.empty())
    texts.push_back("The path did not need the other " + metricsText(sheet.notAsked) +
                    " of the catalogue.");
  return texts;
}

std::string differenceTitle(const CounterSheet& sheet) {
  return sheet.baselineName.empty() ? "Difference" : "To " + sheet.baselineName;
}

std::string baselineText(const CounterSheet& sheet) {
  if (sheet.baselineName.empty()) return "This is the baseline, so there are no differences.";
  if (sheet.baselineNote.empty()) return "";
  return "No differences: " + sheet.baselineName + " is " + sheet.baselineNote + ".";
}

std::string originText(const Catalogue& catalogue, const CounterRow& row) {
  const Metric* metric = catalogue.find(row.id);
  const bool isCounter = metric && std::ranges::any_of(metric->counters, [&](const auto& counter) {
                           return counter.name == row.value.from;
                         });
  std::string text = row.id + ", " + std::string(name(row.value.known));
  if (!row.value.from.empty()) text += (isCounter ? ": counter " : ": from ") + row.value.from;
  if (metric && !metric->source.empty()) text += "\n" + sentence(metric->source);
  if (!row.whyNoDifference.empty())
    text += "\nNot compared with the baseline's: " + row.whyNoDifference + ".";
  return text;
}

std::string roundsText(const CounterRow& row) {
  if (row.rounds.size() < 2) return "";
  const auto [least, most] = std::ranges::minmax_element(row.rounds);
  MetricValue low = row.value, high = row.value;
  low.value = *least;
  high.value = *most;
  return ordinal(row.round + 1) + " of " + std::to_string(row.rounds.size()) +
         " profiles of this case: " + metricText(low) + " to " + metricText(high);
}

TextTable counterTable(const CounterSheet& sheet, const std::set<std::string>& ids) {
  TextTable table;
  const std::string baseline = sheet.baselineName.empty() ? "baseline" : sheet.baselineName;
  table.header = {"group",  "metric",     "value", "unit", "known as",
                  baseline, "difference", "name",  "from"};
  table.isNumber = {false, false, true, false, false, true, true, false, false};
  const auto isWanted = [&](const std::string& id) { return ids.empty() || ids.contains(id); };
  const auto number = [](double value) { return json::writeLine(value); };
  for (const CounterGroup& group : sheet.groups)
    for (const CounterRow& row : group.rows)
      if (isWanted(row.id))
        table.rows.push_back({group.need, row.title, number(row.value.value), row.value.unit,
                              std::string(name(row.value.known)),
                              row.baseline ? number(row.baseline->value) : std::string(),
                              plain(row.difference), row.id, row.value.from});
  for (const MissingMetric& each : sheet.missing)
    if (isWanted(each.id))
      table.rows.push_back({each.need, each.title, "", "", "missing", "", "", each.id, each.why});
  return table;
}

std::string counterCsv(const CounterSheet& sheet, const Profile& profile) {
  const TextTable table = counterTable(sheet);
  const std::vector<std::string> names = {"candidate", "case", "device", "collector", "started"};
  const std::vector<std::string> values = {profile.candidate.label(), profile.caseName,
                                           profile.deviceModel, profile.collector, profile.started};
  std::string text;
  const auto addLine = [&text](std::vector<std::string> cells,
                               const std::vector<std::string>& more) {
    cells.insert(cells.end(), more.begin(), more.end());
    for (size_t i = 0; i < cells.size(); ++i)
      text += (i > 0 ? "," : "") + recordings::csvCell(cells[i]);
    text += '\n';
  };
  addLine(names, table.header);
  for (const std::vector<std::string>& row : table.rows)
    addLine(values, row);
  return text;
}

}  // namespace kw::view
