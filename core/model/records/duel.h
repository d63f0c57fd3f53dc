// SPDX-License-Identifier: GPL-3.0-or-later
// Two candidates measured against each other in turns, so that whatever drifts (clocks, heat, other
// programs) drifts for both: what was asked, what was measured, and what it comes to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "base/statistics/statistics.h"
#include "model/records/records.h"

namespace kw {

// A block is four turns, first, second, second, first, on every performance case; a turn is some
// launches of one candidate. After `fewestBlocks` it ends as soon as the 95 % interval of the
// speed-up is within +-halfWidth, or within a twentieth of a large speed-up. It never ends because
// somebody is just ahead: looking for a winner until there is one would find winners in noise.
struct DuelSettings {
  int fewestBlocks = 10;
  int mostBlocks = 40;
  double halfWidth = 0.005;  // relative
  int launches = 7;          // of a turn, after one that is not counted
  uint64_t order = 1;        // seed of which candidate begins a block
};

// Shorter on the host device, where launches are slow and times say nothing about a GPU.
DuelSettings defaultDuelSettings(const DeviceInfo& device);

// Milliseconds a launch sequence, one value a turn: the mean of the middle half of its launches.
// Two values a block, so that values 2i and 2i+1 of both belong to block i.
struct DuelCase {
  std::string caseName;
  double weight = 1;
  std::vector<double> first, second;
};

struct Duel {
  Candidate first, second;
  std::string deviceId;  // which physical device, uuid
  std::string deviceModel;
  std::string protocol;  // Protocol::text() of the evaluations that it belongs to
  DuelSettings settings;
  uint64_t seed = 0;    // of the inputs
  std::string started;  // UTC, ISO 8601
  std::string oracle;   // strength of the verdicts that both got, before and after the turns
  double kernelMilliseconds = 0;  // device time of all turns
  std::vector<DuelCase> cases;

  size_t blocks() const;  // complete ones
};

enum class DuelOutcome {
  firstFaster,
  secondFaster,
  tie,        // no difference seen, and none above tieHalfWidth can be there
  undecided,  // no difference seen, but the interval is too wide to call it a tie
};
std::string_view name(DuelOutcome outcome);  // "first faster", "tie", …

// The widest interval, to either side, of what may be called a tie.
inline constexpr double tieHalfWidth = 0.01;

struct DuelResult {
  DuelOutcome outcome = DuelOutcome::undecided;
  double speedup = 0;  // of the second over the first; 0: nothing was measured
  statistics::Interval interval95;
  size_t blocks = 0;
  // Of an undecided one: about how many blocks would make its interval narrow enough for a tie.
  size_t blocksForTie = 0;

  double halfWidth() const {
    return speedup > 0 ? (interval95.high - interval95.low) / 2 / speedup : 0;
  }
};

// The weighted geometric mean over cases of first / second in each block, and Student's t 95 %
// interval over the blocks' logarithms: blocks are independent where launches are not.
DuelResult resultOf(const Duel& duel);
// Of one case alone.
DuelResult resultOf(const Duel& duel, std::string_view caseName);
// The last duel between the two on this device under this protocol, whichever of them came first;
// null if there is none.
const Duel* findDuel(const std::vector<Duel>& duels, const Candidate& one, const Candidate& other,
                     std::string_view deviceId, std::string_view protocol);
// As if the two had stood the other way round.
Duel reversed(Duel duel);
// Whether no more blocks are needed.
bool isEnough(const Duel& duel);

json::Value toJson(const DuelSettings& value);
json::Value toJson(const Duel& value);
Result<DuelSettings> duelSettingsFromJson(const json::Value& value);
Result<Duel> duelFromJson(const json::Value& value);

}  // namespace kw
