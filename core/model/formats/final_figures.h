// SPDX-License-Identifier: GPL-3.0-or-later
// The final figures of a winner: each case cold, warm and in series, against the source.
#pragma once

#include <string>
#include <vector>

#include "model/formats/standing.h"

namespace kw {

struct FinalFigure {
  std::string caseName;
  TimedState state = TimedState::cold;
  const Measurement* source = nullptr;  // null where the source was not timed so
  const Measurement* best = nullptr;    // never null
  double speedup() const;               // 0: unknown
};

// Of the standing's best, where it has final figures; the pointers are into the standing.
std::vector<FinalFigure> finalFiguresOf(const Problem& problem, const Standing& standing);

// How a state is meant: "caches flushed before each launch", …
std::string stateText(TimedState state);

// A line for each case: "prefill: cold 324.8 µs (1.89×), warm 310.1 µs (1.90×), in series 315.0 µs
// (1.90×)", then one for what disturbed the device, if anything did. None without final figures.
std::vector<std::string> finalFigureTexts(const Problem& problem, const Standing& standing);

// "clocks from 1755 to 1980 MHz, at most 54 °C; 12 samples set aside (thermal slowdown); 1 other
// process on the device"; "" where nothing is known of them.
std::string conditionsText(const TimingConditions& conditions);
// Of several measurements together.
TimingConditions worstOf(const std::vector<FinalFigure>& figures);

}  // namespace kw
