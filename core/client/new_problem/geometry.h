// SPDX-License-Identifier: GPL-3.0-or-later
// Grid and block of a kernel: as the user gives them, or as a launch in the file says.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "client/new_problem/answers.h"
#include "client/new_problem/cpp_element_type.h"
#include "client/source_reading/gathered_source.h"
#include "client/source_reading/kernel_signature.h"
#include "client/source_reading/launch_scan.h"

namespace kw::drafting {

struct Geometry {
  // Expressions over sizes and `constants`; empty where they are missing.
  std::vector<std::string> grid, block;
  std::string sharedMemory;                  // "" for none
  std::map<std::string, int64_t> constants;  // names in the expressions that stand for numbers
  int line = 0;                              // of the launch that was read; 0 for none
  // What could not be worked out, as it stands in the file: "grid(tokens, heads.size(0))".
  std::string unreadGrid, unreadBlock, unreadSharedMemory;
};

// The launches of `kernel` in the file.
std::vector<reading::FoundLaunch> launchesOf(const reading::GatheredSource& source,
                                             const std::string& kernel);

// Of the first launch that says both; `answers` come first. A launch of another instance is left
// out unless all are. `instance` gives sizes of types that host code asks for.
Geometry geometryOf(const reading::GatheredSource& source, const reading::KernelSignature& kernel,
                    const Instance& instance, const Answers& answers);

// The expression with constants replaced by their numbers.
std::string withNumbers(const std::string& expression,
                        const std::map<std::string, int64_t>& constants);

}  // namespace kw::drafting
