// SPDX-License-Identifier: GPL-3.0-or-later
// How candidates are timed, and what of it identifies an evaluation.
#include <charconv>

#include "base/result/message.h"
#include "model/records/records.h"

namespace kw {

namespace {
constexpr std::string_view inSeriesToo = ", in series too";
constexpr std::string_view lockedAt = ", clock locked at ";
}  // namespace

std::string Protocol::text() const {
  std::string all = counted(warmups, "warm-up") + ", " + counted(launches, "launch", "launches");
  if (caseSeconds > 0) {
    all += ", at most " + expression::toText(caseSeconds) + " s a case after " +
           std::to_string(leastLaunches);
  }
  if (precision > 0) {
    all += ", fewer once known to " + expression::toText(100 * precision) + " % after " +
           std::to_string(leastLaunches);
  }
  all += flush ? ", L2 flushed" : ", L2 not flushed";
  if (warm) all += ", warm too";
  if (inSeries) all += inSeriesToo;
  if (severalBelow > 0)
    all += ", several to a sample below " + expression::toText(1000 * severalBelow) + " us";
  if (lockedClock > 0) all += std::string(lockedAt) + std::to_string(lockedClock) + " MHz";
  return all;
}

namespace {

// On a CPU a launch may take as long as a thousand on a GPU, so time bounds the number of launches.
Protocol hostProtocol() {
  Protocol protocol;
  protocol.warmups = 2;
  protocol.launches = 20;
  protocol.caseSeconds = 0.25;
  protocol.leastLaunches = 5;
  protocol.precision = 0.01;
  return protocol;
}

// The event clock's steps and the flush leave about a percent of noise on a launch; the median of
// ten is known to half of that where nothing disturbs.
Protocol cudaProtocol() {
  Protocol protocol;
  protocol.precision = 0.005;
  protocol.leastLaunches = 10;
  return protocol;
}

// A device that costs nothing serves to time everything around it.
Protocol nullProtocol() {
  Protocol protocol;
  protocol.warmups = 0;
  protocol.launches = 1;
  protocol.leastLaunches = 1;
  return protocol;
}

}  // namespace

Protocol defaultProtocol(const DeviceInfo& device) {
  Protocol protocol = device.isHost()         ? hostProtocol()
                      : device.kind == "null" ? nullProtocol()
                                              : cudaProtocol();
  protocol.lockedClock = device.lockedClock;
  return protocol;
}

Protocol finalProtocol(const DeviceInfo& device) {
  Protocol protocol = defaultProtocol(device);
  protocol.warm = protocol.inSeries = true;
  if (device.isHost()) return protocol;
  protocol.precision = 0;
  protocol.severalBelow = 0.01;
  return protocol;
}

bool isOfFinalFigures(std::string_view protocolText) {
  return protocolText.find(inSeriesToo) != std::string_view::npos;
}

int lockedClockOf(std::string_view protocolText) {
  const size_t at = protocolText.find(lockedAt);
  int clock = 0;
  if (at == std::string_view::npos) return clock;
  const std::string_view number = protocolText.substr(at + lockedAt.size());
  std::from_chars(number.data(), number.data() + number.size(), clock);
  return clock;
}

std::string_view name(TimedState state) {
  switch (state) {
    case TimedState::cold:
      return "cold";
    case TimedState::warm:
      return "warm";
    case TimedState::inSeries:
      break;
  }
  return "in series";
}

std::string rivalKey(const std::string& caseName, std::string_view state) {
  return caseName + ' ' + std::string(state);
}

}  // namespace kw
