// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/clock_keeper.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <utility>

#include "base/json/text.h"

namespace kw {

namespace {

constexpr std::chrono::seconds lockingLimit{10}, freeingLimit{3};

// What the process says in its line; "" where it said none in time.
std::string firstLine(int descriptor) {
  const auto end = std::chrono::steady_clock::now() + lockingLimit;
  std::string line;
  while (std::chrono::steady_clock::now() < end) {
    pollfd one{descriptor, POLLIN, 0};
    if (poll(&one, 1, 200) <= 0) continue;
    std::array<char, 512> part{};
    const ssize_t got = read(descriptor, part.data(), part.size());
    if (got <= 0) break;
    line.append(part.data(), static_cast<size_t>(got));
    if (const size_t feed = line.find('\n'); feed != std::string::npos) return line.substr(0, feed);
  }
  return {};
}

Status outcomeIn(const std::string& line) {
  const auto said = json::parse(line);
  if (!said || !said->isObject())
    return fail("the process that was to lock the clocks said nothing",
                "does nvidia-smi work here?");
  if ((*said)["locked"].asBool()) return {};
  return fail((*said)["message"].asString(), (*said)["advice"].asString());
}

std::string lineOf(const Result<std::shared_ptr<void>>& held) {
  json::Value line = json::Value::object({{"locked", held.has_value()}});
  if (!held) {
    line.set("message", held.error().message);
    line.set("advice", held.error().advice);
  }
  return json::writeLine(line) + "\n";
}

Result<std::shared_ptr<void>> lockWith(const std::vector<DeviceKind>& kinds,
                                       const RunnerOptions& options) {
  const size_t slash = options.keptDevice.find('/');
  const std::string kind = options.keptDevice.substr(0, slash);
  const auto found = std::ranges::find(kinds, kind, &DeviceKind::name);
  if (slash == std::string::npos || found == kinds.end() || !found->lockClocks)
    return fail("the clocks of a device of kind " + kind + " cannot be locked",
                "leave --lock-clocks out");
  return found->lockClocks(options.keptDevice.substr(slash + 1), options.lockedClock);
}

}  // namespace

ClockKeepers::~ClockKeepers() {
  for (auto& [device, keeper] : m_keepers)
    keeper.input().reset();
  for (auto& [device, keeper] : m_keepers)
    keeper.waitFor(freeingLimit);
}

Status ClockKeepers::hold(DeviceInfo& device) {
  if (m_options.lockedClock == 0) return {};
  if (!m_keepers.contains(device.uuid)) {
    RunnerOptions its = m_options;
    its.keptDevice = device.kind + "/" + device.uuid;
    process::ChildOptions options;
    options.arguments = workerCommand(its, RunnerOptions::Role::clockKeeper);
    options.dieWithParent = false;
    KW_ASSIGN(process::Child keeper, process::Child::start(options));
    KW_TRY(outcomeIn(firstLine(keeper.output().get())));
    m_keepers.emplace(device.uuid, std::move(keeper));
  }
  device.lockedClock = m_options.lockedClock;
  return {};
}

int runClockKeeper(ProtocolStreams streams, const std::vector<DeviceKind>& kinds,
                   const RunnerOptions& options) {
  // Whoever ends everything at once ends the runner too, and with it this process's input.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_IGN);
  const auto held = lockWith(kinds, options);
  const std::string line = lineOf(held);
  if (write(streams.output.get(), line.data(), line.size()) < 0 || !held) return 1;
  std::array<char, 64> ignored{};
  while (read(streams.input.get(), ignored.data(), ignored.size()) > 0) {
  }
  return 0;
}

}  // namespace kw
