// SPDX-License-Identifier: GPL-3.0-or-later
// The prose and the frame of exported files. Internal to formats/.
#pragma once

#include <string>
#include <string_view>

#include "model/formats/kernel_export.h"
#include "model/formats/launcher.h"

namespace kw {

// What an export consists of, worked out once.
struct ExportPlan {
  const KernelExport* request = nullptr;
  const Problem* problem = nullptr;
  const Evaluation* best = nullptr;
  std::string stem;  // of the file names
  LauncherPlan winner;
  LauncherPlan fallback;  // of the source kernel, where hasFallback
  bool hasFallback = false;
  std::string options;  // for nvcc, such as "-std=c++17 --use_fast_math"
};
ExportPlan exportPlan(const KernelExport& request);

// Lines that begin with //, at most 110 columns wide where `text` has blanks to break at.
std::string comment(std::string_view text);

// How the winner was found, with the record for `kwr verify-export`.
std::string provenance(const ExportPlan& plan);
// FILE.h.
std::string exportedHeader(const ExportPlan& plan);

}  // namespace kw
