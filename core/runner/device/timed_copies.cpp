// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/timed_copies.h"

#include <algorithm>
#include <cmath>

#include "base/statistics/statistics.h"

namespace kw {

namespace {

constexpr double sampleMilliseconds = 0.2;  // 400 times the resolution of events
constexpr int mostCopies = 100;
// Of what is free: cases are opened and checked beside them.
constexpr int64_t shareOfFree = 4;
constexpr int64_t bytesAroundBuffers = 2 * canaryBytes + 1024;

}  // namespace

std::set<BufferId> buffersOf(const TimingPlan& plan) {
  std::set<BufferId> buffers;
  for (const BoundLaunch& launch : plan.launches) {
    buffers.insert(launch.memset);
    for (const BoundArgument& argument : launch.arguments)
      buffers.insert(argument.buffer);
  }
  for (const BufferCopy& copy : plan.restores)
    buffers.insert(copy.to);
  for (const BufferSet& set : plan.sets)
    buffers.insert(set.buffer);
  for (const BufferSet& set : plan.timedSets)
    buffers.insert(set.buffer);
  buffers.erase(0);  // none
  return buffers;
}

int copiesWorthMaking(const Protocol& protocol, const std::vector<double>& samples,
                      int64_t bytesOfCopy, int64_t freeBytes) {
  if (protocol.severalBelow <= 0 || samples.empty()) return 0;
  const double median = statistics::median(samples);
  if (median >= protocol.severalBelow) return 0;
  const double wanted = std::ceil(sampleMilliseconds / std::max(median, 1e-4));
  const int64_t room = freeBytes / shareOfFree / (bytesOfCopy + bytesAroundBuffers);
  const auto copies = static_cast<int>(
      std::min({wanted, static_cast<double>(room), static_cast<double>(mostCopies)}));
  return copies < 2 ? 0 : copies;
}

}  // namespace kw
