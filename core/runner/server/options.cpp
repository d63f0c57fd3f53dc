// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/options.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace kw {

namespace {

const std::vector<std::string> knownOptions = {
    "--launch-log", "--consent-to-no-sandbox", "--cache-limit",   "--deadline", "--version",
    "--help",       "--lock-clocks",           "--borrows-device"};

// "512M", "4G", "1000000": bytes.
std::optional<int64_t> parseBytes(std::string_view text) {
  int shift = 0;
  if (!text.empty()) {
    const std::string_view units = "KMGT";
    const size_t unit = units.find(text.back());
    if (unit != std::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      text.remove_suffix(1);
    }
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0) return std::nullopt;
  if (value > (INT64_MAX >> shift)) return std::nullopt;
  return value << shift;
}

std::optional<double> parseSeconds(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0)) return std::nullopt;
  return value;
}

std::optional<int> parseMegahertz(std::string_view text) {
  constexpr int most = 100'000;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value > 0 && value <= most ? std::optional(value) : std::nullopt;
}

Status setValue(RunnerOptions& options, const std::string& name, const std::string& value) {
  if (name == "--launch-log") {
    options.launchLog = value;
    return {};
  }
  if (name == "--cache-limit") {
    const auto bytes = parseBytes(value);
    if (!bytes)
      return failInput("--cache-limit needs a number of bytes such as 512M or 4G, not '" + value +
                       "'");
    options.cacheLimit = *bytes;
    return {};
  }
  if (name == "--clock-keeper") {
    options.role = RunnerOptions::Role::clockKeeper;
    options.keptDevice = value;
    return {};
  }
  if (name == "--lock-clocks") {
    const auto clock = parseMegahertz(value);
    if (!clock)
      return failInput("--lock-clocks needs whole MHz, such as 1410, not '" + value + "'");
    options.lockedClock = *clock;
    return {};
  }
  const auto seconds = parseSeconds(value);
  if (!seconds)
    return failInput("--deadline needs a number of seconds over 0, not '" + value + "'");
  options.deadlineSeconds = *seconds;
  return {};
}

bool takesValue(const std::string& name) {
  return name == "--launch-log" || name == "--cache-limit" || name == "--deadline" ||
         name == "--lock-clocks" || name == "--clock-keeper";
}

bool setFlag(RunnerOptions& options, const std::string& name) {
  if (name == "--help" || name == "-h")
    options.help = true;
  else if (name == "--version")
    options.version = true;
  else if (name == "--consent-to-no-sandbox")
    options.consentToNoSandbox = true;
  else if (name == "--borrows-device")
    options.borrowsDevice = true;
  else if (name == "--compile-worker")
    options.role = RunnerOptions::Role::compileWorker;
  else if (name == "--device-worker")
    options.role = RunnerOptions::Role::deviceWorker;
  else
    return false;
  return true;
}

Unexpected<Error> unknownOption(const std::string& argument) {
  const std::string near = nearest(argument, knownOptions);
  return failInput(
      "unknown argument '" + argument + "'" + (near.empty() ? "" : "; did you mean " + near + "?"),
      {}, "kwr-runner --help lists them all");
}

}  // namespace

Result<RunnerOptions> parseRunnerOptions(const std::vector<std::string>& arguments) {
  RunnerOptions options;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (setFlag(options, argument)) continue;
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    if (!takesValue(name)) return unknownOption(argument);
    if (equals != std::string::npos) {
      KW_TRY(setValue(options, name, argument.substr(equals + 1)));
    } else if (i + 1 < arguments.size()) {
      KW_TRY(setValue(options, name, arguments[++i]));
    } else {
      return failInput(name + " needs a value");
    }
  }
  return options;
}

std::vector<std::string> workerCommand(const RunnerOptions& options, RunnerOptions::Role role) {
  if (role == RunnerOptions::Role::clockKeeper)
    return {"/proc/self/exe", "--clock-keeper", options.keptDevice, "--lock-clocks",
            std::to_string(options.lockedClock)};
  std::vector<std::string> command = {"/proc/self/exe"};
  command.push_back(role == RunnerOptions::Role::compileWorker ? "--compile-worker"
                                                               : "--device-worker");
  if (options.consentToNoSandbox) command.push_back("--consent-to-no-sandbox");
  if (!options.launchLog.empty())
    command.insert(command.end(), {"--launch-log", options.launchLog});
  return command;
}

std::string runnerHelp() {
  return "kwr-runner: owns the devices of this machine and judges and times kernels on them.\n"
         "It is started by kwr and kernelwright (--runner \"ssh box kwr-runner\") and speaks with "
         "them\n"
         "on standard input and output, one JSON object a line. It ends when its input ends.\n\n"
         "  --launch-log FILE          append a JSON line for each verification and timing that "
         "begins\n"
         "  --consent-to-no-sandbox    run kernels on the CPU, and oracles, without a sandbox "
         "where none can be had\n"
         "  --cache-limit BYTES        keep at most so much of uploaded files (4G)\n"
         "  --deadline SECONDS         give up a candidate after so long without progress on the "
         "device\n"
         "                             (ten times the longest so far, at least 60)\n"
         "  --lock-clocks MHZ          hold the GPU's clock there while the runner lives (needs "
         "root)\n"
         "  --borrows-device           whoever starts it has the device through another runner, "
         "idle meanwhile\n"
         "  --version\n"
         "  --help\n";
}

std::string runnerVersion() {
  return KW_VERSION;
}

}  // namespace kw
