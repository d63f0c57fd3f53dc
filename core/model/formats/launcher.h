// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the host side of an exported kernel: CUDA runtime calls that do what the runner does with
// a candidate.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem.h"
#include "model/space/space.h"

namespace kw {

// A measured case, for a launcher that chooses among winners by size.
struct DispatchCase {
  std::string label;                     // its name, fit for a comment
  std::map<std::string, int64_t> sizes;  // as they were measured
  size_t variant = 0;                    // 0: the general winner; otherwise variants[variant - 1]
};

struct LauncherPlan {
  const Problem* problem = nullptr;
  bool isTemplate = false;
  Configuration configuration;
  std::string function;  // "silu_and_mul_launch"
  std::string space;     // the namespace of its helpers
  std::string fallback;  // the launcher for sizes that `requires` excludes; "" is none
  std::map<std::string, std::string> renamed;   // kernels of the text under other names
  std::map<std::string, int64_t> staticShared;  // bytes, by the function launched
  std::string label = {};  // of a variant: the cases that it won, fit for a string
  // Winners of single cases, each with a launcher of its own, which this launcher calls for sizes
  // near theirs. Empty: none.
  std::vector<LauncherPlan> variants = {};
  std::vector<DispatchCase> cases = {};
};

// The launcher takes, in this order: the buffers that are no workspaces, every size (int64_t), the
// workspace and its bytes (where there is one), the values that are constant in the problem (with
// their default), the stream.
bool needsWorkspace(const Problem& problem);
// It fills or clears buffers, so its file needs launcher_fill.txt.
bool setsBuffers(const LauncherPlan& plan);
// "cudaError_t NAME(…)" with or without default arguments; for `NAME_workspace_bytes` likewise.
std::string launcherDeclaration(const LauncherPlan& plan, bool withDefaults);
std::string workspaceDeclaration(const LauncherPlan& plan);
// The same for filling a symbol: "cudaError_t NAME_set_SYMBOL(const T* values, size_t count,
// cudaStream_t stream)".
std::string symbolDeclaration(const LauncherPlan& plan, const Symbol& symbol, bool withDefaults);

// "cudaError_t NAME_winner(sizes…, const char** kw_name)": which winner takes these sizes. Only
// where there are variants.
std::string variantDeclaration(const LauncherPlan& plan);

// Definitions of all of them. Errors: what a launcher cannot express, by name.
Result<std::string> launcherDefinitions(const LauncherPlan& plan);

}  // namespace kw
