// SPDX-License-Identifier: GPL-3.0-or-later
// The prose and the frame of exported files. Internal to formats/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/formats/case_winners.h"
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
  // Winners of single cases; their launchers are winner.variants, in the same order.
  struct Variant {
    const Evaluation* evaluation = nullptr;
    std::vector<CaseWinner> cases;  // that it won
    std::string fileName;           // "silu_for_decode.cu"
    std::string options;
  };
  std::vector<Variant> variants;
  std::string options;  // for nvcc, such as "-std=c++17 --use_fast_math"
};
ExportPlan exportPlan(const KernelExport& request);

// Lines that begin with //, at most 110 columns wide where `text` has blanks to break at.
std::string comment(std::string_view text);

// How the winner was found, with the record for `kwr verify-export`.
std::string provenance(const ExportPlan& plan);
// How a case's winner was found.
std::string variantProvenance(const ExportPlan& plan, const ExportPlan::Variant& variant);
std::string compilerOptions(const Problem& problem, const Configuration& configuration);
std::string identifierFrom(std::string_view name);  // what C++ takes for a name
// Adds the winners of single cases to `plan`, with the launchers' names after `name`. None where
// there are none, or the request wants none.
void addVariants(ExportPlan& plan, const std::string& name);
// The rule of the dispatch and what it gains. "" without variants.
std::string dispatchNotes(const ExportPlan& plan);
// FILE.h.
std::string exportedHeader(const ExportPlan& plan);

}  // namespace kw
