// SPDX-License-Identifier: GPL-3.0-or-later
// What launches, kernels and macros have to do with each other.
#pragma once

#include <string>
#include <vector>

#include "base/json/reader.h"
#include "model/problem/problem.h"

namespace kw {

// A kernel's text as the checks see it.
struct KernelText {
  std::string shownFile;  // for messages
  std::string text;
  std::vector<std::string> included;  // texts of the problem's own files that it includes
};

// Each launch: its kernel exists in `text`, its arguments are declared and as many as the kernel
// takes, a memset names a buffer. `at` is the array the launches were read from.
void checkLaunches(const std::vector<Launch>& launches, const json::Value& at,
                   const Problem& problem, const KernelText& text, json::Faults& faults);

// Textures and surfaces are named, each once, with the line.
void refuseTextures(const KernelText& text, json::Faults& faults);

// Assembler directives that read files (.incbin): a candidate reads nothing but its arguments.
void refuseFileReads(const KernelText& text, json::Faults& faults);

// Macros that the template needs and that neither it nor the space nor `compile` defines.
void checkMacros(const KernelText& text, const Problem& problem, json::Faults& faults);

// Parameters that change nothing.
std::vector<std::string> unusedParameters(const KernelText& text, const Problem& problem);

}  // namespace kw
