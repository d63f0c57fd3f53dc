// SPDX-License-Identifier: GPL-3.0-or-later
// How a candidate was checked, in words: depth and cost, distances in ULPs, where an output is
// wrong, what could not be tried, and the command that does it again.
#pragma once

#include <string>
#include <vector>

#include "model/records/records.h"

namespace kw {

// "kwr verify rmsnorm --device cuda:0 --seed 7 --check-seed 93 --depth full --config BLOCK=256":
// what finds the same fault again. `problem` is a name or a path, `device` an id; words with other
// characters than those of names and paths are quoted for a shell.
std::string reproducingCommand(const std::string& problem, const std::string& device,
                               const Evaluation& evaluation);

// "full, 1.2 s (quick 300 ms, full 900 ms)"; "quick, 300 ms".
std::string depthText(const Evaluation& evaluation);

// "compute-sanitizer found nothing: memcheck, racecheck"; "" where it did not run.
std::string sanitizersText(const Verdict& verdict);

// One line of a histogram: how many elements are so far from what is wanted.
struct UlpRange {
  std::string range;  // "0", "1", "2 to 3", "4 to 7", …, "NaN or infinity on one side"
  int64_t elements = 0;
};
std::vector<UlpRange> ulpRanges(const ErrorHistogram& histogram);

// "out of case tail: 98.2 % equal, all within 2 ULPs"; "…, largest 1,204 ULPs, 3 elements NaN or
// infinity on one side".
std::string errorsText(const ErrorHistogram& histogram);

// The map as lines of characters, one for a row of cells: '.' none wrong, '1' to '9' tenths of the
// most that a cell holds, '#' the most.
std::vector<std::string> mapLines(const WrongMap& map);

// All of it as lines, but the map and the command.
std::vector<std::string> checkTexts(const Evaluation& evaluation);

}  // namespace kw
