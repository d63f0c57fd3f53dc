// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report_html.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "embedded/formats_text.h"
#include "model/formats/case_winners.h"
#include "model/formats/checks.h"
#include "model/formats/duel_texts.h"
#include "model/formats/final_figures.h"
#include "model/formats/html.h"
#include "model/formats/latency_plot.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

using html::element;
using html::escape;

Finding findingOf(const ReportContent& content) {
  return {&content.problem->problem,         content.device.isHost(),
          content.standing.deviceModel,      content.standing.sourceEvaluation(),
          content.standing.bestEvaluation(), content.standing.speedup};
}

std::string section(std::string_view title, const std::string& body) {
  return "<section>" + element("h2", title) + "\n" + body + "</section>\n";
}

std::string findingHtml(const ReportContent& content) {
  std::string out;
  if (content.device.isHost()) out += element("p", hostHeading, "host");
  if (!content.standing.bestEvaluation())
    return out +
           element("p", content.problem->problem.name + ": no candidate was verified.", "finding");
  const Finding finding = findingOf(content);
  out += element("p", findingText(finding), "finding");
  for (const std::string& baseline : baselineTexts(finding))
    out += element("p", baseline);
  return out;
}

std::string countsHtml(const Standing& standing) {
  const size_t candidates = standing.verified + standing.failed;
  std::string text = countText(candidates, "candidate") + ": " + std::to_string(standing.verified) +
                     " verified, " + std::to_string(standing.failed) + " failed";
  if (standing.failed > 0) text += " (" + failureCounts(standing.evaluations) + ")";
  text += ".";
  if (standing.elsewhere > 0)
    text += " Not shown: " + countText(standing.elsewhere, "evaluation") +
            " of other revisions, devices or timing protocols in the same session.";
  return element("p", text, "second");
}

std::string plotHtml(const ReportContent& content) {
  const std::string svg = latencyPlotSvg(content.standing);
  if (svg.empty()) return element("p", "Nothing was timed.", "second");
  return svg + element("p",
                       "Circle: verified. Cross on the lower edge: failed. Step line: best so far. "
                       "Dashed line with a square: source kernel. Points tell their configuration "
                       "when pointed at.",
                       "second");
}

// --- cases

std::string sizesText(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes)
    text += (text.empty() ? "" : ", ") + name + "=" + std::to_string(value);
  return text;
}

std::string medianCell(const Measurement* measurement) {
  if (!measurement) return "";
  const TimeColumn column(measurement->median);
  return escape(column.text(measurement->median) + " " + std::string(column.unit)) +
         " <span class=\"second\">" +
         escape(column.text(measurement->low) + " to " + column.text(measurement->high)) +
         "</span>";
}

std::string shareOfFloor(const Measurement* measurement) {
  if (!measurement || !(measurement->floor > 0) || !(measurement->median > 0)) return "";
  return significant(100 * measurement->floor / measurement->median, 3) + " %";
}

std::string baselineCell(const Problem& problem, const std::string& caseName) {
  std::string text;
  for (const KnownBaseline& baseline : problem.baselines)
    if (baseline.caseName == caseName)
      text += (text.empty() ? "" : "<br>") +
              escape(baseline.name + " on " + baseline.device + ": " +
                     timeText(baseline.milliseconds) + " (" + baseline.source + ")");
  return text;
}

void addCase(html::Table& table, const ReportContent& content, const Case& which,
             std::string_view state) {
  const Evaluation* source = content.standing.sourceEvaluation();
  const Evaluation* best = content.standing.bestEvaluation();
  const Measurement* before = source ? measurementOf(*source, which.name, state) : nullptr;
  const Measurement* after = best ? measurementOf(*best, which.name, state) : nullptr;
  if (!before && !after) return;
  const bool both = before && after && before->median > 0 && after->median > 0;
  table.add({escape(which.name), escape(sizesText(sizesOf(which, content.device.isHost()))),
             escape(state), number(which.weight), medianCell(before), medianCell(after),
             both ? ratioText(before->median / after->median) : "", shareOfFloor(after),
             baselineCell(content.problem->problem, which.name)});
}

std::string casesHtml(const ReportContent& content) {
  html::Table table({{"case"},
                     {"sizes"},
                     {"state"},
                     {"weight", true},
                     {"source, median and 95 %", true},
                     {"best, median and 95 %", true},
                     {"speed-up", true},
                     {"share of floor (modelled)", true},
                     {"known times"}});
  std::string verifiedOnly;
  for (const Case& which : content.problem->problem.cases) {
    if (!which.performance) verifiedOnly += (verifiedOnly.empty() ? "" : ", ") + which.name;
    if (which.performance)
      for (const std::string_view state : {"cold", "warm"})
        addCase(table, content, which, state);
  }
  std::string out = table.empty() ? element("p", "No case was timed.", "second") : table.text();
  if (!verifiedOnly.empty())
    out += element("p", "Verified and never timed: " + verifiedOnly + ".", "second");
  return out;
}

std::string caseWinnersHtml(const ReportContent& content) {
  html::Table table({{"case"},
                     {"general winner", true},
                     {"winner of the case"},
                     {"its median and 95 %", true},
                     {"gain", true}});
  for (const CaseWinner& winner : caseWinnersOf(content.problem->problem, content.standing)) {
    const Evaluation& evaluation = content.standing.evaluations[winner.winner];
    table.add({escape(winner.caseName), timeText(winner.generalMedian),
               winner.differs ? escape(configurationText(evaluation.candidate.configuration))
               : winner.fastest == winner.winner ? "the general winner"
                                                 : "the general winner; nothing is clearly faster",
               medianCell(measurementOf(evaluation, winner.caseName)),
               winner.differs && winner.overGeneral.ratio > 0 ? ratioText(winner.overGeneral.ratio)
                                                              : ""});
  }
  return table.empty() ? element("p", "No case was timed.", "second") : table.text();
}

std::string duelsHtml(const ReportContent& content) {
  std::string out;
  for (const Duel& duel : content.standing.duels) {
    std::string cases;
    if (duel.cases.size() > 1)
      for (const std::string& text : duelCaseTexts(duel))
        cases += "<br>" + element("span", text, "second");
    out += "<p>" + escape(duelText(duel)) + cases + "</p>\n";
  }
  if (out.empty())
    return element("p",
                   "None yet: times of different candidates were taken one after the other, which "
                   "tells differences of a few percent badly.",
                   "second");
  return out +
         element("p",
                 "A block is four turns, A B B A or B A A B, so that drifting clocks and heat "
                 "strike both alike; both kernels were verified before and after. A tie is an "
                 "interval within 1 % either way.",
                 "second");
}

std::string checksOf(const Evaluation& evaluation) {
  std::string all;
  for (const std::string& text : checkTexts(evaluation))
    all += (all.empty() ? "" : "; ") + text;
  return all;
}

std::string finalFiguresHtml(const ReportContent& content) {
  html::Table table({{"case"},
                     {"state"},
                     {"source, median and 95 %", true},
                     {"best, median and 95 %", true},
                     {"speed-up", true},
                     {"samples", true},
                     {"launches in each", true},
                     {"device meanwhile"}});
  const std::vector<FinalFigure> figures =
      finalFiguresOf(content.problem->problem, content.standing);
  if (figures.empty())
    return element("p", "None yet: they are taken at the end of a run.", "second");
  for (const FinalFigure& figure : figures)
    table.add({escape(figure.caseName), escape(name(figure.state)), medianCell(figure.source),
               medianCell(figure.best), figure.speedup() > 0 ? ratioText(figure.speedup()) : "",
               std::to_string(figure.best->samples.size()), std::to_string(figure.best->perSample),
               escape(conditionsText(figure.best->conditions))});
  const Evaluation* best =
      finalOf(content.standing.finals, content.standing.bestEvaluation()->candidate);
  std::string states;
  for (const TimedState state : {TimedState::cold, TimedState::warm, TimedState::inSeries})
    states += (states.empty() ? "" : "; ") + std::string(name(state)) + ": " + stateText(state);
  return table.text() +
         element("p",
                 "Protocol: " + best->protocol + ". " + states +
                     ". The source and the best were timed one after the other here; which is "
                     "faster is settled in turns.",
                 "second") +
         element("p",
                 verdictText(best->verdict) + "; oracle: " + best->verdict.oracle +
                     ". How it was looked at: " + checksOf(*best) + ".",
                 "second");
}

// --- candidates

// Indices of the evaluations of `standing`: verified ones by time, then the failed ones in order.
std::vector<size_t> ranked(const Standing& standing) {
  std::vector<size_t> order(standing.evaluations.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto rank = [&](size_t index) {
    const Evaluation& evaluation = standing.evaluations[index];
    return std::pair(!evaluation.verdict.ok(), evaluation.verdict.ok() ? evaluation.geomean : 0.0);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return rank(a) < rank(b); });
  return order;
}

std::string registersText(const Evaluation& evaluation) {
  std::string text;
  // A CPU's compiler tells none.
  const auto known = [](const KernelResources& kernel) { return kernel.registers > 0; };
  if (std::none_of(evaluation.resources.begin(), evaluation.resources.end(), known)) return text;
  for (const KernelResources& kernel : evaluation.resources)
    text += (text.empty() ? "" : ", ") + std::to_string(kernel.registers) +
            (kernel.spillStores + kernel.spillLoads > 0 ? " (spills)" : "");
  return text;
}

std::string occupancyText(const Evaluation& evaluation) {
  std::string text;
  for (const LaunchOccupancy& launch : evaluation.occupancy)
    text += (text.empty() ? "" : ", ") + significant(100 * launch.occupancy, 3) + " %";
  return text;
}

std::string verdictCell(const Verdict& verdict) {
  std::string out = element("span", verdictText(verdict), verdict.ok() ? "ok-text" : "failed-text");
  if (!verdict.detail.empty())
    out += "<details><summary>details</summary>" + element("pre", verdict.detail) + "</details>";
  return out;
}

double largestTime(const Standing& standing) {
  double largest = 0;
  for (const Evaluation& evaluation : standing.evaluations)
    largest = std::max(largest, evaluation.geomean);
  return largest;
}

std::string candidatesHtml(const ReportContent& content) {
  const Standing& standing = content.standing;
  const TimeColumn column(largestTime(standing));
  const Evaluation* source = standing.sourceEvaluation();
  html::Table table({{"configuration"},
                     {"time, " + std::string(column.unit), true},
                     {"over source", true},
                     {"registers", true},
                     {"occupancy", true},
                     {"verdict"}});
  for (const size_t index : ranked(standing)) {
    const Evaluation& evaluation = standing.evaluations[index];
    const bool comparable = source && source->geomean > 0 && evaluation.geomean > 0;
    table.add({element("span", configurationText(evaluation.candidate.configuration), "mono"),
               column.text(evaluation.geomean),
               comparable ? ratioText(source->geomean / evaluation.geomean) : "",
               escape(registersText(evaluation)), escape(occupancyText(evaluation)),
               verdictCell(evaluation.verdict)},
              index == standing.best ? "best" : "");
  }
  return table.empty() ? element("p", "There are none yet.", "second") : table.text();
}

// --- environment

std::string environmentHtml(const ReportContent& content) {
  html::Table table({{"what"}, {"which"}});
  const auto row = [&table](std::string_view what, const std::string& which) {
    if (!which.empty()) table.add({escape(what), escape(which)});
  };
  std::set<uint64_t> seeds;
  for (const Evaluation& evaluation : content.standing.evaluations)
    seeds.insert(evaluation.seed);
  std::string seedText;
  for (const uint64_t seed : seeds)
    seedText += (seedText.empty() ? "" : ", ") + std::to_string(seed);
  row("device", content.standing.deviceModel);
  row("driver", content.device.driver);
  row("compiler", content.device.compiler);
  row("architecture", content.device.architecture);
  row("timing protocol", content.standing.protocol);
  row("seeds of the inputs", seedText);
  row("session", content.session);
  if (!content.standing.evaluations.empty())
    row("measured", content.standing.evaluations.front().started + " to " +
                        content.standing.evaluations.back().started);
  for (const std::string& run : content.runs)
    row("run", run);
  return table.text();
}

std::string reproduceHtml(const ReportContent& content) {
  const std::string name = content.problem->problem.name;
  const std::string device = content.device.id.empty() ? "" : " --device " + content.device.id;
  std::string commands = "kwr tune " + name + device + " --session " + content.session;
  if (const Evaluation* best = content.standing.bestEvaluation();
      best && best->candidate.isTemplate)
    commands += "\nkwr verify " + name + device + " --config " +
                best->candidate.configuration.text() + "\nkwr export " + content.session +
                " kernel " + name + "_tuned.cu";
  return element("pre", commands) +
         element("p",
                 "Source " + content.problem->sourceHash.substr(0, 12) + ", template " +
                     content.problem->templateHash.substr(0, 12) + ", problem " +
                     content.problem->problemHash.substr(0, 12) + ", oracle " +
                     content.problem->oracleHash.substr(0, 12) + " (SHA-256, first 12 digits).",
                 "second");
}

}  // namespace

std::string reportHtml(const ReportContent& content) {
  const std::string title =
      content.problem->problem.name + " on " +
      (content.standing.deviceModel.empty() ? "no device yet" : content.standing.deviceModel);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
         element("title", title + " - Kernelwright") + "\n<style>\n" +
         std::string(formats_text::report_css) + "</style></head>\n<body>\n" +
         element("h1", title) + "\n<section>" + findingHtml(content) +
         countsHtml(content.standing) + "</section>\n" +
         section("Latency of each candidate, geometric mean over the performance cases, cold",
                 plotHtml(content)) +
         section("Cases", casesHtml(content)) + section("Best per case", caseWinnersHtml(content)) +
         section("Measured in turns", duelsHtml(content)) +
         section("Final figures", finalFiguresHtml(content)) +
         section("Candidates, best first", candidatesHtml(content)) +
         section("Environment", environmentHtml(content)) +
         section("How to reproduce", reproduceHtml(content)) + "</body></html>\n";
}

}  // namespace kw
