// SPDX-License-Identifier: GPL-3.0-or-later
// Tries the cuda device on the GPU of this machine. Prints figures, what failed, and at the end
// "N passed, N failed"; exits with 0 where nothing failed or there is no GPU.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/json/text.h"
#include "bench.h"
#include "model/records/records_json.h"
#include "runner/device/cuda/cuda_device_kind.h"

namespace {

using namespace kw;

int runChecks(check::Bench& bench, const std::string& program) {
  const std::pair<const char*, void (*)(check::Bench&)> groups[] = {
      {"fills", check::checkFills},
      {"comparisons", check::checkComparisons},
      {"launches", check::checkLaunches},
      {"timings", check::checkTimings},
      {"counters", check::checkCounters}};
  for (const auto& [name, group] : groups) {
    const auto begun = std::chrono::steady_clock::now();
    group(bench);
    std::printf("%s: %.1f s, %d passed, %d failed so far\n", name,
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(),
                bench.tally.passed(), bench.tally.failed());
  }
  check::checkFaults(bench, program);
  std::printf("%d passed, %d failed\n", bench.tally.passed(), bench.tally.failed());
  return bench.tally.failed() == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string fault =
      count == 3 && std::string(arguments[1]) == "--fault" ? arguments[2] : "";
  const DeviceKind kind = cudaDeviceKind();
  if (fault.empty()) {
    const DeviceKind::Listing listing = kind.list();
    for (const std::string& line : listing.missing)
      std::printf("missing: %s\n", line.c_str());
    for (const DeviceInfo& info : listing.devices)
      std::printf("%s\n", json::writePretty(toJson(info)).c_str());
    if (listing.devices.empty()) {
      std::printf("no GPU here: nothing was checked\n");
      return 0;
    }
  }
  const auto begun = std::chrono::steady_clock::now();
  const auto compiler = check::required(kind.makeCompiler());
  const auto device = check::required(kind.open("cuda:0"));
  if (fault.empty())
    check::Tally::figure(
        "opening the device",
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(), "s");
  check::Tally tally;
  check::Bench bench{*device, *compiler, tally};
  if (fault.empty()) return runChecks(bench, arguments[0]);
  const int status = check::commitFault(bench, fault);
  std::fflush(stdout);
  std::_Exit(status);  // as a worker does: nothing is torn down on a lost device
}
