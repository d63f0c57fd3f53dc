// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/details/candidate_details.h"

#include "model/formats/standing.h"
#include "model/formats/wording.h"
#include "view/candidates/case_best.h"

namespace kw::view {

namespace {

std::string bytesText(int64_t bytes) {
  return numberText(static_cast<double>(bytes)) + (bytes == 1 ? " byte" : " bytes");
}

std::string rangeText(double low, double high) {
  if (!(low > 0)) return "";
  const TimeColumn unit(low);
  return unit.text(low) + " to " + unit.text(high) + " " + std::string(unit.unit);
}

CaseDetails caseOf(const std::string& name, const CaseTime& time) {
  CaseDetails details;
  details.name = name;
  details.cold = timeText(time.median);
  details.interval = rangeText(time.low, time.high);
  details.warm = timeText(time.warm);
  details.median = time.median;
  details.low = time.low;
  details.high = time.high;
  return details;
}

void complete(CaseDetails& details, const Evaluation& whole) {
  const Measurement* cold = measurementOf(whole, details.name);
  if (!cold) return;
  details.samples = numberText(static_cast<double>(cold->samples.size()));
  if (cold->stoppedEarly) details.samples += ", stopped early";
  if (cold->floor > 0 && cold->median > 0)
    details.floorShare = significant(100 * cold->floor / cold->median, 3) + " %";
  details.sampleTimes = cold->samples;
}

std::string timeSentence(const CandidateList& list, const CandidateCells& cells, CandidateId id,
                         size_t cases) {
  const CandidateRow& row = list[id];
  if (!(row.geomean > 0)) return "";
  std::string text = timeText(row.geomean) + " cold";
  if (cases > 1) text += ", geometric mean over " + countText(cases, "case");
  const double speedup = cells.speedup(id);
  if (row.candidate.isTemplate && speedup > 0)
    text += "; " + ratioText(speedup) + " over the source kernel";
  const std::optional<CandidateId> baseline = cells.baselineOf(id);
  const std::string difference = percentText(cells.difference(id));
  if (baseline && baseline != id && baseline != cells.sourceOf(id) && !difference.empty())
    text += "; " + difference + " % to baseline " + shortName(list[*baseline], *baseline);
  return text;
}

std::vector<Fact> rowResources(const CandidateCells& cells, CandidateId id) {
  std::vector<Fact> facts;
  for (const Column& column : columnsOf({}, {})) {
    const bool isResource = column.field >= Field::registers && column.field <= Field::occupancy;
    const std::string text = isResource ? cells.text(column, id) : "";
    if (!text.empty()) facts.push_back({withUnit(column.title, column.unit), text});
  }
  return facts;
}

std::vector<Fact> wholeResources(const Evaluation& whole) {
  std::vector<Fact> facts;
  for (const KernelResources& kernel : whole.resources) {
    std::string text;
    if (kernel.registers > 0) {
      text = countText(static_cast<size_t>(kernel.registers), "register") + " per thread, ";
      const int64_t spilled = kernel.spillStores + kernel.spillLoads;
      text += spilled > 0 ? bytesText(kernel.spillStores) + " of spill stores, " +
                                bytesText(kernel.spillLoads) + " of spill loads, "
                          : "no spills, ";
    }
    text += bytesText(kernel.staticShared) + " of static shared memory";
    if (kernel.local > 0) text += ", " + bytesText(kernel.local) + " of stack per thread";
    if (kernel.constant > 0) text += ", " + bytesText(kernel.constant) + " of constants";
    facts.push_back({kernel.function, text});
  }
  for (const LaunchOccupancy& launch : whole.occupancy) {
    if (launch.limitedBy.empty()) continue;  // nothing to fill, as on the host
    facts.push_back({whole.occupancy.size() == 1 ? "occupancy" : "occupancy of " + launch.function,
                     significant(100 * launch.occupancy, 3) + " %, limited by " + launch.limitedBy +
                         ": " + countText(static_cast<size_t>(launch.blocksPerSm), "block") +
                         " of " + countText(static_cast<size_t>(launch.threadsPerBlock), "thread") +
                         " per multiprocessor"});
  }
  return facts;
}

std::string placeText(const Difference& difference) {
  std::string text = difference.argument;
  for (size_t i = 0; i < difference.index.size(); ++i)
    text += (i ? ", " : "[") + std::to_string(difference.index[i]);
  if (!difference.index.empty()) text += "]";
  return text + " of case " + difference.caseName;
}

std::vector<Fact> judgementOf(const Evaluation& whole) {
  const Verdict& verdict = whole.verdict;
  std::vector<Fact> facts{{"depth", depthText(whole)}};
  if (!verdict.oracle.empty()) facts.push_back({"oracle", verdict.oracle});
  facts.push_back({"verified", std::to_string(verdict.verifiedCases) + " of " +
                                   countText(static_cast<size_t>(verdict.allCases), "case")});
  for (const std::string& name : verdict.notApplicableTo)
    facts.push_back({"does not apply to", name});
  for (const std::string& name : verdict.globals)
    facts.push_back({"lasting variable", name});
  if (const std::string text = sanitizersText(verdict); !text.empty())
    facts.push_back({"sanitizers", text});
  for (const std::string& text : verdict.unchecked)
    facts.push_back({"not checked", text});
  if (!verdict.difference) return facts;
  const Difference& difference = *verdict.difference;
  facts.push_back({"first difference", placeText(difference)});
  if (difference.what == "differs") {
    facts.push_back({"got", number(difference.got)});
    facts.push_back({"want", number(difference.want)});
    if (difference.allowed > 0) facts.push_back({"allowed", "± " + number(difference.allowed)});
  } else {
    facts.push_back({"what", difference.what});
  }
  if (!difference.index.empty() && difference.ulps > 0)
    facts.push_back({"distance", countText(static_cast<size_t>(difference.ulps), "ULP")});
  if (!difference.inputs.empty()) facts.push_back({"on other inputs", difference.inputs});
  if (difference.count > 0 && difference.elements > 0)
    facts.push_back(
        {"like it", numberText(static_cast<double>(difference.count)) + " of " +
                        countText(static_cast<size_t>(difference.elements), "element")});
  return facts;
}

std::vector<Fact> costsOf(const Costs& costs) {
  std::vector<Fact> facts;
  const auto add = [&](const char* name, double milliseconds) {
    if (milliseconds > 0) facts.push_back({name, durationText(milliseconds / 1000)});
  };
  add("compile", costs.compile);
  add("verify", costs.verify);
  add("verify in full", costs.full);
  add("verify thoroughly", costs.thorough);
  add("measure", costs.measure);
  add("on the device", costs.kernel);
  return facts;
}

void complete(CandidateDetails& details, const Evaluation& whole) {
  details.isWhole = true;
  // Where a later look found it wrong, the row says so, and its own evaluation does not.
  if (whole.verdict.kind == details.verdict) details.headline = verdictText(whole.verdict);
  for (CaseDetails& each : details.cases)
    complete(each, whole);
  details.resources = wholeResources(whole);
  details.judgement = judgementOf(whole);
  details.log = whole.verdict.detail;
  for (const ErrorHistogram& one : whole.verdict.errors)
    details.errors.push_back(
        {one.argument + " of case " + one.caseName, errorsText(one), ulpRanges(one)});
  if (whole.verdict.difference) details.map = whole.verdict.difference->map;
  details.costs = costsOf(whole.costs);
  if (!whole.deviceModel.empty()) details.identity.push_back({"device", whole.deviceModel});
  if (!whole.protocol.empty()) details.identity.push_back({"timing", whole.protocol});
}

// Where there is one case, the table's order says as much.
void addStandings(CandidateDetails& details, const CandidateList& list, CandidateId id,
                  const std::vector<std::string>& caseNames) {
  if (caseNames.size() < 2) return;
  const std::vector<CaseBest> best = bestOfCases(list, caseNames.size());
  for (CaseDetails& each : details.cases)
    for (size_t i = 0; i < caseNames.size(); ++i)
      if (caseNames[i] == each.name)
        each.standing = caseStandingText(list, best[i], id, each.median);
}

}  // namespace

CandidateDetails detailsOf(const CandidateList& list, const CandidateCells& cells, CandidateId id,
                           const std::vector<std::string>& caseNames, const Evaluation* whole,
                           const std::string& problem) {
  const CandidateRow& row = list[id];
  CandidateDetails details;
  details.name = shortName(row, id);
  details.headline = row.reason.empty() ? std::string(name(row.verdict)) : row.reason;
  details.time = timeSentence(list, cells, id, caseNames.size());
  details.verdict = row.verdict;
  details.isTemplate = row.candidate.isTemplate;
  for (const auto& [parameter, value] : row.candidate.configuration.values())
    details.configuration.push_back({parameter, expression::toPlainText(value)});
  for (size_t i = 0; i < caseNames.size() && i < row.cases.size(); ++i)
    if (row.cases[i].median > 0) details.cases.push_back(caseOf(caseNames[i], row.cases[i]));
  addStandings(details, list, id, caseNames);
  details.resources = rowResources(cells, id);
  details.identity = {{"key", row.key}, {"started", row.started}};
  if (whole) complete(details, *whole);
  const bool isFault =
      details.verdict == VerdictKind::wrong || details.verdict == VerdictKind::crashed;
  if (whole && isFault && !problem.empty()) {
    const bool onHost = whole->deviceModel.starts_with("host");
    details.again = reproducingCommand(problem, onHost ? "host" : "auto", *whole);
  }
  return details;
}

}  // namespace kw::view
