// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/evaluation_setting.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/result/message.h"

namespace kw {

namespace {

constexpr double leastDeadlineSeconds = 2;
constexpr double unknownDeadlineSeconds = 10;  // until the source has been timed
constexpr double deadlineOverSource = 50;

}  // namespace

double launchDeadline(const EvaluationSetting& setting, const OpenCase& open) {
  const auto source = setting.sourceMilliseconds.find(open.name());
  if (source == setting.sourceMilliseconds.end()) return unknownDeadlineSeconds;
  return std::max(leastDeadlineSeconds, deadlineOverSource * source->second / 1000);
}

std::string oracleStrength(const OpenCases& cases) {
  std::vector<std::pair<std::string, int>> strengths;
  for (const auto& open : cases) {
    const auto same = std::find_if(strengths.begin(), strengths.end(),
                                   [&](const auto& one) { return one.first == open->strength; });
    if (same == strengths.end()) {
      strengths.emplace_back(open->strength, 1);
    } else {
      ++same->second;
    }
  }
  if (strengths.size() == 1) return strengths.front().first;
  std::string text;
  for (const auto& [strength, count] : strengths)
    text += (text.empty() ? "" : ", ") + strength + " on " + counted(count, "case");
  return text;
}

}  // namespace kw
