// SPDX-License-Identifier: GPL-3.0-or-later
// What duels come to, in words.
#pragma once

#include <string>
#include <vector>

#include "model/formats/standing.h"
#include "model/records/duel.h"

namespace kw {

// "VEC=8 is 1.0130× as fast as VEC=4 (95 %: 1.0091 to 1.0170), 12 blocks of turns"; "no difference
// between … : 1.0002× (…), within 1 % either way: a tie"; "undecided between …: …; about 60 blocks
// would settle it".
std::string duelText(const Duel& duel);
// The same for one case of several: "case prefill: 1.0130× (95 %: 1.0091 to 1.0170)".
std::vector<std::string> duelCaseTexts(const Duel& duel);
// With a capital and a full stop.
std::string sentence(std::string text);
// How the best of a standing came out of its duels with other candidates: "Measured in turns with 3
// others: faster than 1, a tie with 2." "" where there were none.
std::string finalsText(const Standing& standing);

}  // namespace kw
