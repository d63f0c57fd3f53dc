// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/importance/parameter_importance.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "model/formats/wording.h"

namespace kw::view {

namespace {

constexpr uint64_t sampleSeed = 20;

bool isNumber(const std::string& text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

// What a value of an axis becomes: one of the codes of those that are there.
struct Coding {
  ForestData::Feature feature;
  std::vector<uint8_t> codeOf;  // for each value of the axis
};

Coding codingOf(const ParameterAxis& axis, const std::vector<bool>& seen) {
  Coding coding;
  coding.feature.ordered = std::all_of(axis.values.begin(), axis.values.end(), isNumber);
  coding.codeOf.assign(axis.values.size(), 0);
  const auto count = static_cast<size_t>(std::count(seen.begin(), seen.end(), true));
  const size_t codes = std::min<size_t>(count, ForestData::mostCodes);
  coding.feature.codes = static_cast<uint8_t>(std::max<size_t>(1, codes));
  size_t place = 0;
  for (size_t value = 0; value < seen.size(); ++value)
    if (seen[value]) coding.codeOf[value] = static_cast<uint8_t>(place++ * codes / count);
  return coding;
}

// Sampled without repetition, in their order (Knuth's selection sampling).
std::vector<size_t> sampled(const std::vector<size_t>& lines, size_t most) {
  if (lines.size() <= most) return lines;
  RandomSource random(sampleSeed);
  std::vector<size_t> chosen;
  for (size_t i = 0; i < lines.size() && chosen.size() < most; ++i)
    if (random.below(lines.size() - i) < most - chosen.size()) chosen.push_back(lines[i]);
  return chosen;
}

std::vector<size_t> usableLines(const ParameterLines& lines, ImportanceInput& input) {
  std::vector<size_t> usable;
  for (size_t line = 0; line < lines.size(); ++line) {
    if (lines.milliseconds(line) <= 0) continue;
    bool known = true;
    for (size_t axis = 0; axis < lines.axes().size(); ++axis)
      known = known && lines.value(line, axis) != ParameterLines::unknown;
    if (known)
      usable.push_back(line);
    else
      ++input.unknown;
  }
  input.timed = usable.size();
  input.failed = lines.failed();
  input.withoutTime = lines.withoutTime();
  return usable;
}

std::string counted(size_t count) {
  return numberText(static_cast<double>(count));
}

std::string percent(double share) {
  return significant(std::round(std::clamp(share, 0.0, 1.0) * 100), 3) + " %";
}

}  // namespace

ImportanceInput importanceInput(const ParameterLines& lines) {
  ImportanceInput input;
  const std::vector<size_t> chosen = sampled(usableLines(lines, input), mostForestRows);
  std::vector<size_t> axes;
  std::vector<Coding> codings;
  for (size_t axis = 0; axis < lines.axes().size(); ++axis) {
    std::vector<bool> seen(lines.axes()[axis].values.size(), false);
    for (const size_t line : chosen)
      seen[lines.value(line, axis)] = true;
    Coding coding = codingOf(lines.axes()[axis], seen);
    if (coding.feature.codes < 2) {
      input.fixed.push_back(lines.axes()[axis].name);
      continue;
    }
    axes.push_back(axis);
    input.names.push_back(lines.axes()[axis].name);
    input.data.features.push_back(coding.feature);
    codings.push_back(std::move(coding));
  }
  input.data.codes.reserve(chosen.size() * axes.size());
  for (const size_t line : chosen) {
    for (size_t i = 0; i < axes.size(); ++i)
      input.data.codes.push_back(codings[i].codeOf[lines.value(line, axes[i])]);
    input.data.targets.push_back(std::log(static_cast<double>(lines.milliseconds(line))));
  }
  return input;
}

ParameterImportance importanceOf(const ImportanceInput& input, const ForestOptions& options,
                                 const std::stop_token& stop) {
  ParameterImportance made;
  made.fixed = input.fixed;
  made.used = input.data.rows();
  made.timed = input.timed;
  made.failed = input.failed;
  made.withoutTime = input.withoutTime;
  made.unknown = input.unknown;
  const VarianceShares shares = varianceShares(input.data, options, stop);
  made.explained = shares.explained;
  made.trees = shares.trees;
  double rest = 1;
  for (size_t feature = 0; feature < input.names.size(); ++feature) {
    made.main.push_back({{input.names[feature]}, shares.main[feature]});
    rest -= shares.main[feature];
  }
  for (const VarianceShares::Pair& pair : shares.pairs) {
    made.pairs.push_back({{input.names[pair.first], input.names[pair.second]}, pair.share});
    rest -= pair.share;
  }
  made.beyond = std::max(0.0, rest);
  const auto larger = [](const ParameterEffect& a, const ParameterEffect& b) {
    return a.share > b.share;
  };
  std::stable_sort(made.main.begin(), made.main.end(), larger);
  std::stable_sort(made.pairs.begin(), made.pairs.end(), larger);
  made.pairs.resize(std::min(made.pairs.size(), strongestPairs));
  return made;
}

std::string methodText(const ParameterImportance& importance) {
  std::string text = "Functional ANOVA on a random forest of " + counted(importance.trees) +
                     " trees, from " + counted(importance.used) +
                     (importance.used == 1 ? " evaluation" : " evaluations");
  if (importance.used < importance.timed) text += ", a sample of " + counted(importance.timed);
  return text + ".";
}

std::string qualityText(const ParameterImportance& importance) {
  const std::string explained =
      importance.explained > 0 ? percent(importance.explained) : std::string("none");
  const std::string fact = "The forest explains " + explained +
                           " of the variance of the logarithm of the time, out of bag";
  if (importance.saysLittle())
    return fact +
           ": too little, so the bars mean little. More evaluations, spread over the "
           "space, would help.";
  return fact + ".";
}

std::string omissionText(const ParameterImportance& importance) {
  std::string text;
  const auto say = [&text](const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
  };
  if (importance.failed > 0)
    say(countText(importance.failed, "candidate") + " that failed " +
        (importance.failed == 1 ? "is" : "are") + " left out.");
  if (importance.withoutTime > 0)
    say(counted(importance.withoutTime) + " without this time " +
        (importance.withoutTime == 1 ? "is" : "are") + " left out.");
  if (importance.unknown > 0)
    say(counted(importance.unknown) + " with a value that the space no longer has " +
        (importance.unknown == 1 ? "is" : "are") + " left out.");
  if (!importance.fixed.empty()) {
    std::string names;
    for (const std::string& name : importance.fixed)
      names += (names.empty() ? "" : ", ") + name;
    say("One value only, so no effect: " + names + ".");
  }
  return text;
}

}  // namespace kw::view
