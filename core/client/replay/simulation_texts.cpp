// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/replay/simulation_texts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "model/formats/wording.h"

namespace kw {

namespace {

constexpr size_t mostPoints = 1000;

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string meanText(const Fractions& fractions) {
  const double half = (fractions.meanInterval.high - fractions.meanInterval.low) / 2;
  return fixed(fractions.mean, 3) + " ±" + fixed(half, 3);
}

std::string percentText(double fraction) {
  return fixed(fraction * 100, 0) + " %";
}

std::string orNever(double value, const std::string& text) {
  return std::isfinite(value) ? text : "never";
}

// Columns on the screen, not bytes.
size_t columnsOf(const std::string& text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (c & '\xC0') != '\x80'; }));
}

using Row = std::vector<std::string>;

// The first column to the left, the others to the right.
std::vector<std::string> aligned(const std::vector<Row>& rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const Row& row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columnsOf(row[i]));
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - columnsOf(row[i]), ' ');
      line += i == 0 ? row[i] + space : "  " + space + row[i];
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<Row> headings(const SimulationSummary& summary) {
  Row upper{"strategy"}, lower{""};
  for (const FractionsAtEvaluations& at : summary.atEvaluations) {
    upper.push_back("mean after");
    lower.push_back(std::to_string(at.evaluations));
  }
  const std::string goal = percentText(summary.reach.fraction);
  for (const auto& [above, below] :
       std::initializer_list<std::pair<std::string, std::string>>{{"median", "at the end"},
                                                                  {"worst", "at the end"},
                                                                  {"runs that", "reach " + goal},
                                                                  {"evaluations", "to " + goal},
                                                                  {"time", "to " + goal},
                                                                  {"own time", "each"}}) {
    upper.push_back(above);
    lower.push_back(below);
  }
  return {upper, lower};
}

Row rowOf(const NamedSummary& named) {
  const SimulationSummary& summary = named.summary;
  Row row{named.strategy};
  for (const FractionsAtEvaluations& at : summary.atEvaluations)
    row.push_back(meanText(at.fractions));
  const Fractions& end = summary.atEvaluations.back().fractions;
  const TimeToReach& reach = summary.reach;
  row.push_back(fixed(end.median, 3));
  row.push_back(fixed(end.worst, 3));
  row.push_back(
      percentText(static_cast<double>(reach.reached) / static_cast<double>(summary.runs)));
  row.push_back(orNever(reach.expectedEvaluations, fixed(reach.expectedEvaluations, 0)));
  row.push_back(reach.expectedSeconds > 0
                    ? orNever(reach.expectedSeconds, durationText(reach.expectedSeconds))
                    : "");
  row.push_back(timeText(summary.strategyMilliseconds));
  return row;
}

std::string curveLine(const std::string& strategy, const char* against, double at,
                      const Fractions& fractions, size_t runs) {
  std::string line = strategy + "," + against + "," + number(at);
  for (const double value : {fractions.mean, fractions.meanInterval.low,
                             fractions.meanInterval.high, fractions.median, fractions.worst})
    line += "," + fixed(value, 6);
  return line + "," + std::to_string(runs) + "\n";
}

}  // namespace

std::string recordingText(const RecordedSpace& recorded) {
  const Recording& recording = recorded.recording();
  std::string text = recording.kernel.empty() ? "a kernel" : recording.kernel;
  if (!recording.device.empty()) text += " on " + recording.device;
  return text + ": " + countText(recorded.space().size(), "configuration") + ", " +
         numberText(static_cast<double>(recorded.usableCount())) +
         " of them usable, the best takes " + timeText(recorded.bestMilliseconds());
}

std::vector<std::string> simulationTable(const std::vector<NamedSummary>& summaries) {
  std::vector<Row> rows = headings(summaries.front().summary);
  for (const NamedSummary& named : summaries)
    rows.push_back(rowOf(named));
  return aligned(rows);
}

std::string curvesOf(const RecordedSpace& recorded, const std::string& strategy,
                     const std::vector<SimulatedRun>& runs) {
  size_t evaluations = 0;
  double seconds = 0;
  for (const SimulatedRun& run : runs) {
    evaluations = std::max(evaluations, run.asked.size());
    seconds = std::max(seconds, secondsOf(recorded, run));
  }
  const size_t points = std::min(evaluations, mostPoints);
  std::vector<size_t> counts;
  std::vector<double> times;
  for (size_t i = 1; i <= points; ++i) {
    counts.push_back(i * evaluations / points);
    if (seconds > 0)
      times.push_back(static_cast<double>(i) * seconds / static_cast<double>(points));
  }
  const SimulationSummary summary = summarise(recorded, runs, counts, times);
  std::string text;
  for (const FractionsAtEvaluations& at : summary.atEvaluations)
    text += curveLine(strategy, "evaluations", static_cast<double>(at.evaluations), at.fractions,
                      runs.size());
  for (const FractionsAtTime& at : summary.atTime)
    text += curveLine(strategy, "seconds", at.seconds, at.fractions, runs.size());
  return text;
}

}  // namespace kw
