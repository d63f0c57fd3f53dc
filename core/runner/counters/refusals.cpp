// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/counters/refusals.h"

#include <algorithm>
#include <array>
#include <string>

namespace kw::counters {

namespace {

struct Known {
  int code;  // of CUptiResult, which is stable: the header need not be there
  const char* message;
  const char* advice;
};

constexpr std::array<Known, 13> known{{
    {23, "counters are disabled: the driver's control setting forbids profiling here",
     "ask whoever administers the machine"},
    {26, "the counters are in use by another profiler",
     "end it; where DCGM collects profiling metrics, `dcgmi profile --pause` frees them, and "
     "`dcgmi profile --resume` gives them back"},
    {27, "this device or its set-up has no profiling of ranges",
     "devices of compute capability 7.0 and later have it; under MPS it is not there: stop the MPS "
     "control daemon (echo quit | nvidia-cuda-mps-control)"},
    {31, "profiling is not possible under MPS",
     "stop the MPS control daemon (echo quit | nvidia-cuda-mps-control) and start again"},
    {33, "the counters of a virtual GPU are not available",
     "let the host's administrator enable profiling for this virtual GPU (vGPU plugin parameter "
     "enable_profiling)"},
    {35, "the driver lets only administrators read counters",
     "run as root (in a container: with the capability SYS_ADMIN), or load the nvidia module with "
     "NVreg_RestrictProfilingToAdminUsers=0 (a line \"options nvidia "
     "NVreg_RestrictProfilingToAdminUsers=0\" in /etc/modprobe.d, then reboot)"},
    {36, "another profiler's older interface is in use in this process", ""},
    {39, "another profiler is attached to this process", "start the runner without it"},
    {40, "this virtual GPU is not allowed to read counters",
     "let the host's administrator enable profiling for this virtual GPU (vGPU plugin parameter "
     "enable_profiling)"},
    {41, "counters are not available in confidential computing",
     "use a machine that is not in this mode, or its development mode (devtools)"},
    {42, "devices made for mining have no counters", "use another device"},
    {43, "counters are not available on a MIG partition",
     "profile on the whole GPU: switch MIG off (nvidia-smi -mig 0) where nobody else uses it"},
    {45, "counters are not available under this version of WSL",
     "update the Windows driver and allow counters for all users in NVIDIA's control panel "
     "(Developer, Manage GPU Performance Counters)"},
}};

}  // namespace

Error refusal(int cuptiResult, const char* doing) {
  const auto found = std::ranges::find(known, cuptiResult, &Known::code);
  if (found != known.end())
    return Error{ErrorKind::missing,
                 std::string(found->message) + " (CUPTI error " + std::to_string(cuptiResult) + ")",
                 {},
                 found->advice};
  return Error{ErrorKind::failed,
               std::string(doing) + " failed with CUPTI error " + std::to_string(cuptiResult),
               {},
               {}};
}

}  // namespace kw::counters
