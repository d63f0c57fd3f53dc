// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/records/duel.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace kw {

namespace {

// Forty standard errors away from no difference: nothing that noise does.
constexpr double largeSpeedupPart = 20;

size_t blocksOf(const DuelCase& one) {
  return std::min(one.first.size(), one.second.size()) / 2;
}

// ln(first / second) of a block, by the geometric mean of its two turns each.
double logRatio(const DuelCase& one, size_t block) {
  return (std::log(one.first[2 * block]) + std::log(one.first[2 * block + 1]) -
          std::log(one.second[2 * block]) - std::log(one.second[2 * block + 1])) /
         2;
}

std::vector<double> logRatios(std::span<const DuelCase> cases, size_t blocks) {
  std::vector<double> all(blocks, 0.0);
  double weight = 0;
  for (const DuelCase& one : cases)
    weight += one.weight;
  for (const DuelCase& one : cases)
    for (size_t block = 0; block < blocks; ++block)
      all[block] += one.weight / weight * logRatio(one, block);
  return all;
}

// An interval narrows with the root of the number of blocks.
size_t blocksForTie(const DuelResult& result) {
  const double factor = result.halfWidth() / tieHalfWidth;
  return static_cast<size_t>(std::ceil(static_cast<double>(result.blocks) * factor * factor));
}

DuelResult resultOfBlocks(std::span<const DuelCase> cases, size_t blocks) {
  DuelResult result;
  result.blocks = blocks;
  if (blocks == 0 || cases.empty()) return result;
  const std::vector<double> ratios = logRatios(cases, blocks);
  const statistics::Interval interval = statistics::meanInterval95(ratios);
  result.speedup = std::exp(statistics::mean(ratios));
  result.interval95 = {std::exp(interval.low), std::exp(interval.high)};
  if (blocks < 2 || !std::isfinite(result.speedup)) return result;
  if (result.interval95.low > 1) {
    result.outcome = DuelOutcome::secondFaster;
  } else if (result.interval95.high < 1) {
    result.outcome = DuelOutcome::firstFaster;
  } else if (result.halfWidth() <= tieHalfWidth) {
    result.outcome = DuelOutcome::tie;
  } else {
    result.blocksForTie = blocksForTie(result);
  }
  return result;
}

}  // namespace

std::string_view name(DuelOutcome outcome) {
  switch (outcome) {
    case DuelOutcome::firstFaster:
      return "first faster";
    case DuelOutcome::secondFaster:
      return "second faster";
    case DuelOutcome::tie:
      return "tie";
    case DuelOutcome::undecided:
      break;
  }
  return "undecided";
}

DuelSettings defaultDuelSettings(const DeviceInfo& device) {
  DuelSettings settings;
  if (!device.isHost()) return settings;
  settings.fewestBlocks = 6;
  settings.mostBlocks = 12;
  settings.launches = 3;
  return settings;
}

size_t Duel::blocks() const {
  if (cases.empty()) return 0;
  size_t least = blocksOf(cases.front());
  for (const DuelCase& one : cases)
    least = std::min(least, blocksOf(one));
  return least;
}

DuelResult resultOf(const Duel& duel) {
  return resultOfBlocks(duel.cases, duel.blocks());
}

DuelResult resultOf(const Duel& duel, std::string_view caseName) {
  const auto found = std::ranges::find(duel.cases, caseName, &DuelCase::caseName);
  if (found == duel.cases.end()) return {};
  return resultOfBlocks(std::span(&*found, 1), blocksOf(*found));
}

const Duel* findDuel(const std::vector<Duel>& duels, const Candidate& one, const Candidate& other,
                     std::string_view deviceId, std::string_view protocol) {
  const auto found = std::find_if(duels.rbegin(), duels.rend(), [&](const Duel& duel) {
    return duel.deviceId == deviceId && duel.protocol == protocol &&
           ((duel.first == one && duel.second == other) ||
            (duel.first == other && duel.second == one));
  });
  return found == duels.rend() ? nullptr : &*found;
}

Duel reversed(Duel duel) {
  std::swap(duel.first, duel.second);
  for (DuelCase& one : duel.cases)
    std::swap(one.first, one.second);
  return duel;
}

bool isEnough(const Duel& duel) {
  const auto blocks = static_cast<int>(duel.blocks());
  if (blocks >= duel.settings.mostBlocks) return true;
  if (blocks < std::max(2, duel.settings.fewestBlocks)) return false;
  const DuelResult result = resultOf(duel);
  const double wanted =
      std::max(duel.settings.halfWidth, std::fabs(std::log(result.speedup)) / largeSpeedupPart);
  return result.halfWidth() <= wanted;
}

}  // namespace kw
