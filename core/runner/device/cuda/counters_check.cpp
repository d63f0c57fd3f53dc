// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/counters_check.h"

#include <unistd.h>

#include <fstream>

#include "runner/toolkit/library.h"
#include "runner/toolkit/toolkit.h"

namespace kw::cuda {
namespace {

// "RmProfilingAdminOnly: 1" in the driver's parameters.
bool onlyForAdministrators() {
  std::ifstream file("/proc/driver/nvidia/params");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("RmProfilingAdminOnly:")) return line.find('1') != std::string::npos;
  return false;
}

}  // namespace

std::vector<std::string> missingForCounters() {
  std::vector<std::string> missing;
  if (toolkit().cupti.empty()) {
    missing.push_back(
        "counters: CUPTI was not found; install it with the CUDA toolkit or run "
        "packaging/setup.sh");
  } else if (const auto library = Library::load(toolkit().cupti.string()); !library) {
    missing.push_back("counters: " + library.error().message);
  } else if (library->find("cuptiProfilerInitialize") == nullptr) {
    missing.push_back("counters: " + toolkit().cupti.string() + " is too old");
  }
  if (onlyForAdministrators() && geteuid() != 0)
    missing.push_back(
        "counters: the driver lets only administrators read them; set "
        "NVreg_RestrictProfilingToAdminUsers=0 for the "
        "nvidia module");
  return missing;
}

}  // namespace kw::cuda
