// SPDX-License-Identifier: GPL-3.0-or-later
// How results are said, the same on the command line and in reports.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/formats/standing.h"

namespace kw {

inline constexpr std::string_view hostHeading = "CPU time: says nothing about a GPU";

// "104.3 µs" below 1 ms, "1.234 ms" from there on: four significant digits. "" for what is not
// positive.
std::string timeText(double milliseconds);
// The number alone in the unit of `largest`, for columns: {"104.3", "µs"}.
struct TimeColumn {
  explicit TimeColumn(double largestMilliseconds);
  std::string text(double milliseconds) const;  // "" for what is not positive
  std::string_view unit;
  double factor = 1;
};
std::string significant(double value, int digits);  // "1042", "104.2", "0.1042"; no exponent
std::string ratioText(double ratio);                // "1.62×"
std::string number(double value);                   // up to seven digits: "1", "0.5", "1e-07"
std::string durationText(double seconds);           // "850 ms", "12 s", "3 min 20 s", "2 h 5 min"
std::string countText(size_t count, std::string_view one,
                      std::string_view many = {});  // "1 case", "1,204 cases"
std::string numberText(double count);               // "1,204"; beyond 2^53 "1.234e+21"
// "BLOCK=256, VEC=8"; "the source kernel" for an empty one.
std::string configurationText(const Configuration& configuration);

struct Finding {
  const Problem* problem = nullptr;
  bool onHost = false;
  std::string deviceModel;
  const Evaluation* source = nullptr;  // may be absent
  const Evaluation* best = nullptr;    // may be the source
  Speedup speedup;
};
// One paragraph: what is how fast, how much faster than the source with which certainty, on how
// many cases it was verified against what, in which state it was timed. With known baselines of the
// same device.
std::string findingText(const Finding& finding);
// What came out in one line, the ratio first: "1.62× over the source (95 %: 1.58 to 1.66), 68.26
// µs; verified on 7 of 7 cases".
std::string headlineText(const Finding& finding);
// One sentence for each known baseline of the device and case: theirs, ours and the ratio. On other
// devices none.
std::vector<std::string> baselineTexts(const Finding& finding);

// "wrong: case tail, out[3, 17] is 0.5 instead of 0.25 (allowed 0.001); 12 of 3,003 elements
// differ"
std::string verdictText(const Verdict& verdict);

// "2 wrong, 1 failed to compile", in the order of VerdictKind; "" if none failed.
std::string failureCounts(const std::vector<Evaluation>& evaluations);

}  // namespace kw
