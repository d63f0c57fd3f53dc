// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common_options.h"

#include <algorithm>

#include "base/files/files.h"
#include "client/engine/watched_runner.h"
#include "client/session/default_path.h"

namespace kw::cli {

void DeviceOptions::addTo(Arguments& arguments) {
  arguments.option("--device", device,
                   "auto, cuda:N, host or replay:FILE; auto is the first GPU, else host; of a "
                   "recording or session, FILE repeats what was measured");
  arguments.repeatable(
      "--runner", runners,
      "a command line that starts a runner, such as 'ssh box kwr-runner'; repeatable");
  arguments.option("--lock-clocks", lockedClock, 1, 100000,
                   "hold the GPU's clock at so many MHz meanwhile, which needs root where the "
                   "runner is; by default clocks are left as they are");
}

RunnerChoice DeviceOptions::choice() const {
  RunnerChoice choice{runners, device};
  if (!lockedClock) return choice;
  if (choice.commands.empty()) choice.commands = {localRunnerCommand({})};
  for (std::string& command : choice.commands)
    command += " --lock-clocks " + std::to_string(*lockedClock);
  return choice;
}

void SeedOption::addTo(Arguments& arguments, const std::string& meaning) {
  arguments.option("--seed", seed, meaning);
}

void ProtocolOptions::addTo(Arguments& arguments) {
  arguments.option("--warmups", warmups, 0, 100000, "launches before the timed ones, per case");
  arguments.option("--launches", launches, 1, 1000000, "timed launches per case");
  arguments.option("--case-seconds", caseSeconds, 0, 3600,
                   "a case stops early once its launches took this long; 0: never");
  arguments.option("--precision", precision, 0, 1,
                   "a case stops early once its median is known to this part (0.005 is 0.5 %), or "
                   "is clearly worse than the best so far; 0: never");
  arguments.flag("--warm", warm, "also time without flushing the caches between launches");
}

Protocol ProtocolOptions::on(const DeviceInfo& device) const {
  Protocol protocol = defaultProtocol(device);
  protocol.warmups = warmups.value_or(protocol.warmups);
  protocol.launches = launches.value_or(protocol.launches);
  protocol.leastLaunches = std::min(protocol.leastLaunches, protocol.launches);
  protocol.caseSeconds = caseSeconds.value_or(protocol.caseSeconds);
  protocol.precision = precision.value_or(protocol.precision);
  protocol.warm = protocol.warm || warm;
  return protocol;
}

bool ProtocolOptions::any() const {
  return warmups || launches || caseSeconds || warm;
}

void SessionOption::addTo(Arguments& arguments) {
  arguments.option(
      "--session", file,
      "the session file; without it, one of the problem's name in ~/.local/state/kernelwright");
}

std::filesystem::path SessionOption::path(const LoadedProblem& problem) const {
  return file.empty() ? defaultSessionPath(problem) : std::filesystem::path(file);
}

Result<std::unique_ptr<Session>> openForReading(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    return failInput("there is no session " + path.string(), {},
                     "`kwr tune PROBLEM --session FILE` makes one");
  return Session::open(path, Session::Mode::readOnly);
}

Result<LoadedProblem> problemOf(Session& session) {
  KW_ASSIGN(std::optional<LoadedProblem> problem, session.problem());
  if (problem) return std::move(*problem);
  return failInput("the session " + session.path().string() + " holds no problem yet", {},
                   "`kwr tune PROBLEM --session FILE` stores one");
}

}  // namespace kw::cli
