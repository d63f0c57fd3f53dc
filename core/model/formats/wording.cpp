// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/wording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

namespace kw {

namespace {

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

std::string withThousands(size_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

size_t performanceCases(const Problem& problem) {
  return static_cast<size_t>(std::count_if(problem.cases.begin(), problem.cases.end(),
                                           [](const Case& which) { return which.performance; }));
}

std::string speedupPart(const Finding& finding) {
  if (!finding.best->candidate.isTemplate) return "; nothing tried was faster";
  if (finding.speedup.ratio <= 0) return "";
  const statistics::Interval& interval = finding.speedup.interval95;
  const size_t blocks = finding.speedup.blocks;
  return ", " + ratioText(finding.speedup.ratio) +
         " over the source kernel (95 %: " + fixed(interval.low, 2) + " to " +
         fixed(interval.high, 2) +
         (blocks > 0 ? ", in " + countText(blocks, "block") + " of turns)" : ")");
}

std::string statePart(const Evaluation& evaluation, bool onHost) {
  const auto cold = [](const Measurement& measurement) { return measurement.state == "cold"; };
  if (evaluation.measurements.empty()) return "";
  if (std::any_of(evaluation.measurements.begin(), evaluation.measurements.end(), cold))
    return onHost ? " Timed cold: caches flushed before each launch."
                  : " Timed cold: L2 flushed before each launch.";
  return " Timed warm: caches not flushed between launches.";
}

std::string indexText(const std::vector<int64_t>& index) {
  std::string text = "[";
  for (size_t i = 0; i < index.size(); ++i)
    text += (i ? ", " : "") + std::to_string(index[i]);
  return text + "]";
}

std::string differenceText(const Difference& difference) {
  std::string text = "case " + difference.caseName + ", " + difference.argument;
  if (!difference.index.empty()) text += indexText(difference.index);
  if (difference.what == "differs") {
    text += " is " + number(difference.got) + " instead of " + number(difference.want);
    if (difference.allowed > 0) text += " (allowed " + number(difference.allowed) + ")";
  } else {
    text += ": " + difference.what;
  }
  if (difference.count > 0 && difference.elements > 0)
    text += "; " + withThousands(static_cast<size_t>(difference.count)) + " of " +
            countText(static_cast<size_t>(difference.elements), "element") + " like it";
  return text;
}

}  // namespace

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return "";
  const double magnitude = std::fabs(value);
  const int whole =
      magnitude < 1e-300 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  std::string text = fixed(value, std::clamp(digits - whole, 0, 17));
  // Rounding may have carried into a new digit: 9.9996 is 10.00, and with four digits 10.00 is
  // right.
  const double rounded = std::fabs(std::strtod(text.c_str(), nullptr));
  if (rounded >= std::pow(10.0, whole)) text = fixed(value, std::clamp(digits - whole - 1, 0, 17));
  return text;
}

TimeColumn::TimeColumn(double largestMilliseconds)
    : unit(largestMilliseconds < 1 ? "µs" : "ms"), factor(largestMilliseconds < 1 ? 1000 : 1) {}

std::string TimeColumn::text(double milliseconds) const {
  return milliseconds > 0 ? significant(milliseconds * factor, 4) : "";
}

std::string timeText(double milliseconds) {
  if (!(milliseconds > 0)) return "";
  const TimeColumn column(milliseconds);
  return column.text(milliseconds) + " " + std::string(column.unit);
}

std::string ratioText(double ratio) {
  return fixed(ratio, 2) + "×";
}

std::string durationText(double seconds) {
  if (seconds < 1) return fixed(std::max(seconds, 0.0) * 1000, 0) + " ms";
  const auto whole = static_cast<int64_t>(std::llround(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string countText(size_t count, std::string_view one, std::string_view many) {
  std::string text = withThousands(count) + " ";
  if (count == 1) return text.append(one);
  return many.empty() ? text.append(one).append("s") : text.append(many);
}

std::string number(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.7g", value);
  return text.data();
}

std::string numberText(double count) {
  constexpr double exactUpTo = 9007199254740992.0;  // 2^53
  if (count >= 0 && count < exactUpTo) return withThousands(static_cast<size_t>(count));
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.4g", count);
  return text.data();
}

std::string configurationText(const Configuration& configuration) {
  if (configuration.empty()) return "the source kernel";
  std::string text;
  for (const auto& [name, value] : configuration.values())
    text += (text.empty() ? "" : ", ") + name + "=" + expression::toPlainText(value);
  return text;
}

std::string findingText(const Finding& finding) {
  const Evaluation& best = *finding.best;
  std::string text = finding.problem->name + " on " + finding.deviceModel + ": " +
                     configurationText(best.candidate.configuration);
  if (best.geomean > 0) {
    text += " takes " + timeText(best.geomean);
    const size_t cases = performanceCases(*finding.problem);
    if (cases > 1) text += " (geometric mean over " + countText(cases, "case") + ")";
  }
  text += speedupPart(finding) + ". Verified on " + std::to_string(best.verdict.verifiedCases) +
          " of " + countText(static_cast<size_t>(best.verdict.allCases), "case");
  if (!best.verdict.oracle.empty()) text += "; oracle: " + best.verdict.oracle;
  // Another tuner's file does not say whether caches were flushed.
  if (finding.problem->recorded) return text + ". Timed as recorded.";
  return text + "." + statePart(best, finding.onHost);
}

namespace {

// "; against torch.compile 2.11: 0.86× to 0.99×", for the first library on record.
std::string baselinePart(const Finding& finding) {
  std::string name;
  double least = 0, most = 0;
  for (const KnownBaseline& baseline : finding.problem->baselines) {
    const Measurement* ours = measurementOf(*finding.best, baseline.caseName);
    if (baseline.device != finding.deviceModel || !ours || !(ours->median > 0)) continue;
    if (!name.empty() && baseline.name != name) continue;
    const double ratio = baseline.milliseconds / ours->median;
    least = name.empty() ? ratio : std::min(least, ratio);
    most = name.empty() ? ratio : std::max(most, ratio);
    name = baseline.name;
  }
  if (name.empty()) return "";
  const std::string range = fixed(least, 2) == fixed(most, 2) ? "" : ratioText(least) + " to ";
  return "; against " + name + ": " + range + ratioText(most);
}

}  // namespace

std::string headlineText(const Finding& finding) {
  const Evaluation& best = *finding.best;
  std::string text;
  if (!best.candidate.isTemplate) {
    text = "The source kernel is the fastest so far: " + timeText(best.geomean);
  } else if (finding.speedup.ratio > 0) {
    text = ratioText(finding.speedup.ratio) +
           " over the source (95 %: " + fixed(finding.speedup.interval95.low, 2) + " to " +
           fixed(finding.speedup.interval95.high, 2) + "), " + timeText(best.geomean);
  } else {
    text = "Best so far: " + timeText(best.geomean);
  }
  text += baselinePart(finding) + "; verified on " + std::to_string(best.verdict.verifiedCases) +
          " of " + countText(static_cast<size_t>(best.verdict.allCases), "case");
  return best.verdict.oracle.empty() ? text : text + ", oracle: " + best.verdict.oracle;
}

std::vector<std::string> baselineTexts(const Finding& finding) {
  std::vector<std::string> texts;
  for (const KnownBaseline& baseline : finding.problem->baselines) {
    if (baseline.device != finding.deviceModel) continue;
    const Measurement* ours = measurementOf(*finding.best, baseline.caseName);
    if (!ours || !(ours->median > 0)) continue;
    texts.push_back("Case " + baseline.caseName + ": " + baseline.name + " takes " +
                    timeText(baseline.milliseconds) + ", this kernel " + timeText(ours->median) +
                    " (" + ratioText(baseline.milliseconds / ours->median) + "); " +
                    baseline.source + ".");
  }
  return texts;
}

std::string verdictText(const Verdict& verdict) {
  std::string text(name(verdict.kind));
  if (verdict.ok()) {
    text += " on " + std::to_string(verdict.verifiedCases) + " of " +
            countText(static_cast<size_t>(verdict.allCases), "case");
    for (size_t i = 0; i < verdict.notApplicableTo.size(); ++i)
      text += (i ? ", " : "; does not apply to ") + verdict.notApplicableTo[i];
    return text;
  }
  if (!verdict.message.empty()) return text + ": " + verdict.message;
  return verdict.difference ? text + ": " + differenceText(*verdict.difference) : text;
}

std::string failureCounts(const std::vector<Evaluation>& evaluations) {
  std::map<VerdictKind, size_t> counts;
  for (const Evaluation& evaluation : evaluations)
    if (evaluation.candidate.isTemplate && !evaluation.verdict.ok())
      ++counts[evaluation.verdict.kind];
  std::string text;
  for (const auto& [kind, count] : counts)
    text += (text.empty() ? "" : ", ") + withThousands(count) + " " + std::string(name(kind));
  return text;
}

}  // namespace kw
