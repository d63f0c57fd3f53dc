// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/checks.h"

#include <algorithm>
#include <numeric>

#include "base/text/shell_word.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

std::string numberText(int64_t count) {
  return kw::numberText(static_cast<double>(count));
}

// "2 to 3" for bucket 2.
std::string rangeText(size_t bucket) {
  if (bucket < 2) return std::to_string(bucket);
  const double low = static_cast<double>(uint64_t{1} << (bucket - 1));
  return kw::numberText(low) + " to " + kw::numberText(2 * low - 1);
}

int64_t elementsOf(const ErrorHistogram& histogram) {
  return std::accumulate(histogram.counts.begin(), histogram.counts.end(), histogram.incomparable);
}

}  // namespace

std::string reproducingCommand(const std::string& problem, const std::string& device,
                               const Evaluation& evaluation) {
  std::string command = "kwr verify " + shellWord(problem) + " --device " + shellWord(device) +
                        " --seed " + std::to_string(evaluation.seed);
  if (evaluation.checkSeed != 0) command += " --check-seed " + std::to_string(evaluation.checkSeed);
  command += " --depth " + std::string(name(evaluation.depth));
  if (!evaluation.candidate.isTemplate) return command + " --source";
  return command + " --config " + shellWord(evaluation.candidate.configuration.text());
}

std::string depthText(const Evaluation& evaluation) {
  const Costs& costs = evaluation.costs;
  const double all = costs.verify + costs.full + costs.thorough;
  std::string text(name(evaluation.depth));
  if (!(all > 0)) return text;
  text += ", " + durationText(all / 1000);
  if (evaluation.depth == Depth::quick) return text;
  const bool isFull = evaluation.depth == Depth::full;
  return text + " (quick " + durationText(costs.verify / 1000) + ", " +
         (isFull ? "full " : "thorough ") +
         durationText((isFull ? costs.full : costs.thorough) / 1000) + ")";
}

std::string sanitizersText(const Verdict& verdict) {
  std::string names;
  for (const std::string& name : verdict.sanitizers)
    names += (names.empty() ? "" : ", ") + name;
  return names.empty() ? names : "compute-sanitizer found nothing: " + names;
}

std::vector<UlpRange> ulpRanges(const ErrorHistogram& histogram) {
  std::vector<UlpRange> ranges;
  for (size_t bucket = 0; bucket < histogram.counts.size() && bucket < 65; ++bucket)
    ranges.push_back({rangeText(bucket), histogram.counts[bucket]});
  if (histogram.incomparable > 0)
    ranges.push_back({"NaN or infinity on one side", histogram.incomparable});
  return ranges;
}

std::string errorsText(const ErrorHistogram& histogram) {
  const int64_t all = elementsOf(histogram);
  std::string text = histogram.argument + " of case " + histogram.caseName + ": ";
  if (all == 0) return text + "no elements";
  const int64_t equal = histogram.counts.empty() ? 0 : histogram.counts.front();
  if (equal == all) return text + "all elements as rounded from the oracle";
  // "100 %" would say that all of them are.
  const double percent = 100.0 * static_cast<double>(equal) / static_cast<double>(all);
  text += percent > 99.9 ? "all but " + numberText(all - equal) : significant(percent, 3) + " %";
  text += " equal, the largest distance " + kw::numberText(histogram.worst) +
          (histogram.worst == 1 ? " ULP" : " ULPs");
  if (histogram.incomparable > 0)
    text += ", " + numberText(histogram.incomparable) + " with NaN or infinity on one side only";
  return text;
}

std::vector<std::string> mapLines(const WrongMap& map) {
  std::vector<std::string> lines;
  if (map.rows < 1 || map.columns < 1) return lines;
  const int64_t most = *std::ranges::max_element(map.wrong);
  for (int row = 0; row < map.rows; ++row) {
    std::string line;
    for (int column = 0; column < map.columns; ++column) {
      const int64_t wrong = map.wrong[static_cast<size_t>(row) * static_cast<size_t>(map.columns) +
                                      static_cast<size_t>(column)];
      if (wrong == 0)
        line += '.';
      else if (wrong == most)
        line += '#';
      else
        line += static_cast<char>('1' + std::min<int64_t>(8, 9 * wrong / most));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> checkTexts(const Evaluation& evaluation) {
  std::vector<std::string> lines{"depth " + depthText(evaluation)};
  for (const ErrorHistogram& histogram : evaluation.verdict.errors)
    lines.push_back("distance of " + errorsText(histogram));
  const std::vector<std::string>& globals = evaluation.verdict.globals;
  if (!globals.empty()) {
    std::string names;
    for (const std::string& name : globals)
      names += (names.empty() ? "" : ", ") + name;
    lines.push_back("variables that outlast a launch: " + names);
  }
  if (const std::string text = sanitizersText(evaluation.verdict); !text.empty())
    lines.push_back(text);
  for (const std::string& text : evaluation.verdict.unchecked)
    lines.push_back("not checked: " + text);
  return lines;
}

}  // namespace kw
