// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/final_figures.h"

#include <algorithm>

#include "model/formats/wording.h"

namespace kw {

namespace {

constexpr TimedState states[] = {TimedState::cold, TimedState::warm, TimedState::inSeries};

void add(TimingConditions& sum, const TimingConditions& one) {
  sum.setAside += one.setAside;
  for (const std::string& text : one.disturbances)
    if (std::ranges::find(sum.disturbances, text) == sum.disturbances.end())
      sum.disturbances.push_back(text);
  if (one.lowestClock > 0)
    sum.lowestClock =
        sum.lowestClock > 0 ? std::min(sum.lowestClock, one.lowestClock) : one.lowestClock;
  sum.highestClock = std::max(sum.highestClock, one.highestClock);
  sum.temperature = std::max(sum.temperature, one.temperature);
  sum.otherProcesses = std::max(sum.otherProcesses, one.otherProcesses);
}

std::string listed(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts)
    all += (all.empty() ? "" : ", ") + text;
  return all;
}

}  // namespace

double FinalFigure::speedup() const {
  return source && best->median > 0 ? source->median / best->median : 0;
}

std::vector<FinalFigure> finalFiguresOf(const Problem& problem, const Standing& standing) {
  std::vector<FinalFigure> figures;
  if (!standing.bestEvaluation()) return figures;
  const Evaluation* best = finalOf(standing.finals, standing.bestEvaluation()->candidate);
  if (!best) return figures;
  // Where the source itself is the best, there is nothing to compare it with.
  const bool isCompared =
      standing.sourceEvaluation() && standing.bestEvaluation()->candidate.isTemplate;
  const Evaluation* source =
      isCompared ? finalOf(standing.finals, standing.sourceEvaluation()->candidate) : nullptr;
  for (const Case& which : problem.cases)
    for (const TimedState state : states) {
      const Measurement* after = measurementOf(*best, which.name, name(state));
      if (!after) continue;
      figures.push_back({which.name, state,
                         source ? measurementOf(*source, which.name, name(state)) : nullptr,
                         after});
    }
  return figures;
}

std::string stateText(TimedState state) {
  switch (state) {
    case TimedState::cold:
      return "caches flushed before each launch";
    case TimedState::warm:
      return "caches not flushed, several launches to a sample";
    case TimedState::inSeries:
      break;
  }
  return "launch after launch between two events each, nothing flushed";
}

std::vector<std::string> finalFigureTexts(const Problem& problem, const Standing& standing) {
  const std::vector<FinalFigure> figures = finalFiguresOf(problem, standing);
  std::vector<std::string> lines;
  const std::string* last = nullptr;
  for (const FinalFigure& figure : figures) {
    const bool isNext = !last || *last != figure.caseName;
    if (isNext) lines.push_back(figure.caseName + ": ");
    last = &figure.caseName;
    lines.back() += (isNext ? "" : ", ") + std::string(name(figure.state)) + " " +
                    timeText(figure.best->median);
    if (figure.speedup() > 0) lines.back() += " (" + ratioText(figure.speedup()) + ")";
  }
  const TimingConditions seen = worstOf(figures);
  if (seen.setAside > 0 || !seen.disturbances.empty() || seen.otherProcesses > 0)
    lines.push_back("meanwhile: " + conditionsText(seen));
  return lines;
}

std::string conditionsText(const TimingConditions& conditions) {
  std::string text;
  if (conditions.highestClock > 0)
    text = "clocks from " + number(conditions.lowestClock) + " to " +
           number(conditions.highestClock) + " MHz";
  if (conditions.temperature > 0)
    text += (text.empty() ? "" : ", ") + ("at most " + number(conditions.temperature)) + " °C";
  const auto part = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  const std::string why = listed(conditions.disturbances);
  if (conditions.setAside > 0)
    part(countText(static_cast<size_t>(conditions.setAside), "sample") + " set aside (" + why +
         ")");
  else if (!why.empty())
    part(why);
  if (conditions.otherProcesses > 0)
    part(countText(static_cast<size_t>(conditions.otherProcesses), "other process",
                   "other processes") +
         " on the device");
  return text;
}

TimingConditions worstOf(const std::vector<FinalFigure>& figures) {
  TimingConditions all;
  for (const FinalFigure& figure : figures) {
    add(all, figure.best->conditions);
    if (figure.source) add(all, figure.source->conditions);
  }
  return all;
}

}  // namespace kw
