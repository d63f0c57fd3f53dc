// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/review/round_rows.h"

#include <algorithm>
#include <cmath>

#include "model/formats/duel_texts.h"
#include "model/formats/wording.h"

namespace kw::view {

namespace {

constexpr double widestMark = 16;  // a mark that has to hold more says nothing of the others

std::string branchText(const Round& round, const std::vector<Round>& rounds) {
  const auto parent = std::find_if(rounds.begin(), rounds.end(),
                                   [&](const Round& one) { return one.id == round.parent; });
  if (round.parent == 0 || parent == rounds.end()) return "from the start";
  return "from round " + std::to_string(parent->number);
}

std::string endingText(const Round& round) {
  if (round.ending != RoundEnding::open) return std::string(name(round.ending));
  const bool waits = round.proposal && round.decision == ReviewDecision::waiting;
  return waits ? "waits for review" : "under way";
}

std::string measuredText(const Round& round) {
  if (round.measuredSpeedup <= 0) return {};
  const std::string low = significant(round.low, 3), high = significant(round.high, 3);
  return ratioText(round.measuredSpeedup) + " (" + low + " to " + high + ")";
}

std::string tokensText(int64_t tokens) {
  return numberText(static_cast<double>(tokens));
}

}  // namespace

std::vector<RoundRow> roundRows(const std::vector<Round>& rounds) {
  std::vector<RoundRow> rows;
  for (const Round& round : rounds) {
    RoundRow row;
    row.id = round.id;
    row.name = "Round " + std::to_string(round.number);
    row.branch = branchText(round, rounds);
    row.ending = endingText(round);
    row.kind = round.ending;
    if (round.proposal) {
      row.expected = ratioText(round.proposal->expectedSpeedup);
      row.expectedRatio = round.proposal->expectedSpeedup;
    }
    row.measured = measuredText(round);
    row.ratio = round.measuredSpeedup;
    row.low = round.low;
    row.high = round.high;
    rows.push_back(std::move(row));
  }
  return rows;
}

RatioRange ratioRange(const std::vector<RoundRow>& rows) {
  RatioRange range{0.9, 1.1};
  for (const RoundRow& row : rows)
    for (const double ratio : {row.expectedRatio, row.low, row.high})
      if (ratio > 0) {
        range.low = std::min(range.low, ratio / 1.1);
        range.high = std::max(range.high, ratio * 1.1);
      }
  range.low = std::max(range.low, 1 / widestMark);
  range.high = std::min(range.high, widestMark);
  return range;
}

double RatioRange::place(double ratio) const {
  if (ratio <= 0) return 0;
  return std::clamp(std::log(ratio / low) / std::log(high / low), 0.0, 1.0);
}

std::string callSummary(const ProposalCall& call) {
  std::string text = call.model.empty() ? std::string("A call") : call.model;
  if (call.inputTokens + call.outputTokens > 0)
    text += ", " + tokensText(call.inputTokens) + " tokens in, " + tokensText(call.outputTokens) +
            " out";
  if (call.money > 0) text += ", " + significant(call.money, 3) + " of money";
  if (call.milliseconds > 0) text += ", " + durationText(call.milliseconds / 1000);
  if (!call.fault.empty()) text += ": " + call.fault;
  return text;
}

std::string roundSummary(const Round& round) {
  std::string text = "Round " + std::to_string(round.number) + ", asked of " + round.provider +
                     ": " + endingText(round) + ".";
  if (const std::string measured = expectationText(round); !measured.empty())
    text += " " + sentence(measured);
  if (!round.configuration.empty()) text += " Best: " + round.configuration + ".";
  if (round.decision == ReviewDecision::edited) text += " Edited before it was accepted.";
  if (!round.note.empty()) text += " Note for the next prompt: " + round.note;
  if (!round.message.empty()) text += " " + sentence(round.message);
  for (const ProposalCall& call : round.calls)
    text += "\n" + callSummary(call);
  return text;
}

}  // namespace kw::view
