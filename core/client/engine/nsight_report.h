// SPDX-License-Identifier: GPL-3.0-or-later
// Nsight Compute's programs, where its reports of candidates lie, and what to type where it cannot
// be started from here.
#pragma once

#include <filesystem>
#include <string>

#include "base/result/result.h"
#include "model/records/records.h"

namespace kw {

struct NsightPrograms {
  std::string profiler;  // ncu; "" where it is nowhere
  std::string window;    // ncu-ui; likewise
};
// Those in PATH or in /usr/local/cuda/bin, or what KERNELWRIGHT_NCU and KERNELWRIGHT_NCU_UI name.
NsightPrograms nsightPrograms();

// Beside the session: "rmsnorm-BLOCK=256,VEC=4-prefill.ncu-rep". What no file can be called is left
// out, and a long name is cut.
std::filesystem::path nsightReport(const std::filesystem::path& session, const Candidate& candidate,
                                   const std::string& caseName);

// "kwr profile rmsnorm.kwr --config BLOCK=256 --ncu rmsnorm.ncu-rep && ncu-ui rmsnorm.ncu-rep":
// what does it on a machine with a GPU. `subject` is a session or a problem.
std::string nsightCommand(const std::string& subject, const Candidate& candidate);

// Why no candidate can be profiled here, with the command as the advice. `onHost`: the device that
// was chosen is the CPU.
Status canProfileWithNsight(const NsightPrograms& programs, bool onHost, const std::string& subject,
                            const Candidate& candidate);

}  // namespace kw
