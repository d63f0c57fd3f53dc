// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "runner/device/compiler.h"

namespace kw::host {

// The translation unit that a candidate becomes: its macros, its text under its own name and line
// numbers, and tables of its kernels and symbols for the launcher (KwModule, in the order of the
// job).
std::string candidateUnit(const CompileJob& job);

// "kernel 3" and "symbol 0": what the device knows them by.
std::map<std::string, std::string> loweredNames(const CompileJob& job);

}  // namespace kw::host
