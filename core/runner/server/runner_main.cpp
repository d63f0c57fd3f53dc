// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/runner_main.h"

#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/files/files.h"
#include "base/log/log.h"
#include "runner/server/clock_keeper.h"
#include "runner/server/compile_worker.h"
#include "runner/server/device_worker.h"
#include "runner/server/options.h"
#include "runner/server/scratch_folder.h"
#include "runner/server/supervisor.h"

namespace kw {

namespace {

int failStart(const Error& error) {
  std::fputs(("kwr-runner: " + error.text() + "\n").c_str(), stderr);
  return exitStatus(error.kind);
}

int supervise(ProtocolStreams streams, const RunnerOptions& options) {
  auto cache = files::cacheFolder();
  if (!cache) return failStart(cache.error());
  // Workers end without tidying up, or are killed: what they make in passing lies in here.
  auto scratch = ScratchFolder::make();
  if (!scratch) return failStart(scratch.error());
  setenv("TMPDIR", scratch->path().c_str(), 1);
  Supervisor(std::move(streams), options, std::move(*cache)).run();
  return 0;
}

}  // namespace

bool consentGiven(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--consent-to-no-sandbox") return true;
  return false;
}

int runnerMain(int argc, char** argv, std::vector<DeviceKind> kinds) {
  const auto options =
      parseRunnerOptions(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  if (!options) return failStart(options.error());
  if (options->help) return std::fputs(runnerHelp().c_str(), stdout) < 0 ? 1 : 0;
  if (options->version) return std::printf("kwr-runner %s\n", runnerVersion().c_str()) < 0 ? 1 : 0;
  // A reader that has gone is an error of the write, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  auto streams = takeStandardStreams();
  if (!streams) return failStart(streams.error());
  switch (options->role) {
    case RunnerOptions::Role::compileWorker:
      runCompileWorker(std::move(*streams), kinds);
    case RunnerOptions::Role::deviceWorker:
      runDeviceWorker(std::move(*streams), kinds, *options);
    case RunnerOptions::Role::clockKeeper:
      return runClockKeeper(std::move(*streams), kinds, *options);
    case RunnerOptions::Role::supervisor:
      break;
  }
  return supervise(std::move(*streams), *options);
}

}  // namespace kw
