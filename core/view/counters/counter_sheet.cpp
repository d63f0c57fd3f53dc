// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/counters/counter_sheet.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "view/candidates/candidate_cells.h"
#include "view/counters/missing_metrics.h"

namespace kw::view {

namespace {

bool isModelled(const MetricValue& value) {
  return value.known == Provenance::modelled;
}

bool isAlike(const Profile& one, const Profile& other) {
  return one.deviceModel == other.deviceModel && one.caseName == other.caseName;
}

// Of percentages the points, of all else the ratio.
std::string differenceText(const MetricValue& value, const MetricValue& baseline) {
  if (value.unit == "%") return percentText((value.value - baseline.value) / 100) + " points";
  if (value.value == baseline.value) return percentText(0) + " %";
  if (baseline.value == 0) return "from 0";
  return percentText(value.value / baseline.value - 1) + " %";
}

// A model says what should be, a counter what was: their difference is no difference of candidates.
void compare(CounterRow& row, const Profile* baseline) {
  if (!baseline) return;
  const auto found = baseline->values.find(row.id);
  if (found == baseline->values.end()) return;
  row.baseline = found->second;
  if (isModelled(row.value) == isModelled(found->second))
    row.difference = differenceText(row.value, found->second);
  else
    row.whyNoDifference = std::string(name(row.value.known)) + " here, " +
                          std::string(name(found->second.known)) + " there";
}

void takeRounds(CounterRow& row, const std::vector<Profile>& profiles, const Profile& shown) {
  for (const Profile& profile : profiles) {
    const auto found = profile.values.find(row.id);
    if (found == profile.values.end() || !isAlike(profile, shown) ||
        isModelled(found->second) != isModelled(row.value))
      continue;
    if (&profile == &shown) row.round = row.rounds.size();
    row.rounds.push_back(found->second.value);
  }
}

CounterGroup& groupOf(std::vector<CounterGroup>& groups, const std::string& need) {
  const auto found = std::ranges::find(groups, need, &CounterGroup::need);
  if (found != groups.end()) return *found;
  groups.push_back({need, {}});
  return groups.back();
}

struct FoundBaseline {
  const Profile* profile = nullptr;
  std::string note;
};

FoundBaseline findBaseline(const std::vector<Profile>& profiles, const Profile& shown,
                           const Candidate& candidate) {
  const Profile* elsewhere = nullptr;
  for (auto profile = profiles.rbegin(); profile != profiles.rend(); ++profile) {
    if (!(profile->candidate == candidate) || profile->deviceModel != shown.deviceModel) continue;
    if (profile->caseName == shown.caseName) return {&*profile, {}};
    if (!elsewhere) elsewhere = &*profile;
  }
  if (elsewhere) return {nullptr, "profiled on the case " + elsewhere->caseName + " only"};
  return {nullptr, "not profiled yet"};
}

std::string inSmallLetters(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

bool holdsWords(const std::string& content, const std::string& text) {
  const std::string where = inSmallLetters(content);
  std::istringstream words(inSmallLetters(text));
  for (std::string word; words >> word;)
    if (where.find(word) == std::string::npos) return false;
  return true;
}

}  // namespace

size_t CounterSheet::rows() const {
  size_t count = 0;
  for (const CounterGroup& group : groups)
    count += group.rows.size();
  return count;
}

CounterSheet counterSheet(const Catalogue& catalogue, const std::vector<Profile>& profiles,
                          const Profile& shown, const CounterBaseline& baseline) {
  CounterSheet sheet;
  FoundBaseline found;
  if (!(baseline.candidate == shown.candidate)) {
    sheet.baselineName = baseline.name;
    found = findBaseline(profiles, shown, baseline.candidate);
    sheet.baselineNote = found.note;
  }
  for (const Metric& metric : catalogue.metrics()) {
    const auto value = shown.values.find(metric.id);
    if (value == shown.values.end()) continue;
    CounterRow row;
    row.id = metric.id;
    row.title = metric.title;
    row.value = value->second;
    compare(row, found.profile);
    takeRounds(row, profiles, shown);
    groupOf(sheet.groups, metric.need).rows.push_back(std::move(row));
  }
  sheet.missing = missingMetrics(catalogue, shown);
  const size_t known = sheet.rows() + sheet.missing.size();
  sheet.notAsked = catalogue.metrics().size() - std::min(known, catalogue.metrics().size());
  return sheet;
}

std::vector<CounterGroup> filtered(const std::vector<CounterGroup>& groups,
                                   const std::string& text) {
  std::vector<CounterGroup> kept;
  for (const CounterGroup& group : groups) {
    CounterGroup some{group.need, {}};
    for (const CounterRow& row : group.rows)
      if (holdsWords(row.title + '\n' + group.need + '\n' + row.id + '\n' + row.value.from + '\n' +
                         std::string(name(row.value.known)),
                     text))
        some.rows.push_back(row);
    if (!some.rows.empty()) kept.push_back(std::move(some));
  }
  return kept;
}

std::vector<MissingMetric> filtered(const std::vector<MissingMetric>& missing,
                                    const std::string& text) {
  std::vector<MissingMetric> kept;
  for (const MissingMetric& each : missing)
    if (holdsWords(each.title + '\n' + each.need + '\n' + each.id + "\nmissing\n" + each.why, text))
      kept.push_back(each);
  return kept;
}

}  // namespace kw::view
