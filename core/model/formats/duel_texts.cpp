// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/duel_texts.h"

#include <array>
#include <cstdio>

#include "model/formats/wording.h"

namespace kw {

namespace {

// Four decimals: duels tell tenths of a percent apart.
std::string fine(double ratio) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.4f", ratio);
  return text.data();
}

std::string intervalText(const DuelResult& result) {
  return fine(result.speedup) + "× (95 %: " + fine(result.interval95.low) + " to " +
         fine(result.interval95.high) + ")";
}

}  // namespace

std::string duelText(const Duel& duel) {
  const std::string first = configurationText(duel.first.configuration);
  const std::string second = configurationText(duel.second.configuration);
  const DuelResult result = resultOf(duel);
  const std::string blocks = ", " + countText(result.blocks, "block") + " of turns";
  switch (result.outcome) {
    case DuelOutcome::secondFaster:
      return second + " is " + intervalText(result) + " as fast as " + first + blocks;
    case DuelOutcome::firstFaster:
      return first + " is " + intervalText(resultOf(reversed(duel))) + " as fast as " + second +
             blocks;
    case DuelOutcome::tie:
      return "a tie between " + first + " and " + second + ": " + intervalText(result) + blocks;
    case DuelOutcome::undecided:
      break;
  }
  std::string text =
      "undecided between " + first + " and " + second + ": " + intervalText(result) + blocks;
  if (result.blocksForTie > 0)
    text += "; about " + countText(result.blocksForTie, "block") + " would settle it";
  return text;
}

std::vector<std::string> duelCaseTexts(const Duel& duel) {
  std::vector<std::string> texts;
  for (const DuelCase& one : duel.cases)
    texts.push_back("case " + one.caseName + ": " + intervalText(resultOf(duel, one.caseName)));
  return texts;
}

std::string sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text + ".";
}

std::string finalsText(const Standing& standing) {
  const Evaluation* best = standing.bestEvaluation();
  if (!best) return "";
  size_t faster = 0, ties = 0, undecided = 0;
  for (const Duel& duel : standing.duels) {
    const bool isFirst = duel.first == best->candidate;
    if (isFirst == (duel.second == best->candidate)) continue;  // of others, or with itself
    if (!(isFirst ? duel.second : duel.first).isTemplate) continue;
    switch (resultOf(duel).outcome) {
      case DuelOutcome::tie:
        ++ties;
        break;
      case DuelOutcome::undecided:
        ++undecided;
        break;
      default:
        ++faster;
        break;
    }
  }
  const size_t all = faster + ties + undecided;
  if (all == 0) return "";
  std::string text = "Measured in turns with " + countText(all, "other finalist") + ":";
  const auto add = [&text](size_t count, const std::string& words) {
    if (count > 0) text += (text.ends_with(":") ? " " : ", ") + words + " " + std::to_string(count);
  };
  add(faster, "faster than");
  add(ties, "a tie with");
  add(undecided, "undecided with");
  return text + ".";
}

}  // namespace kw
