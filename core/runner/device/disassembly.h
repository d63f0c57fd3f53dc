// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that turn machine code back into text.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "base/process/child.h"
#include "base/result/result.h"

namespace kw {

// What `options` start writes to its standard output: at most so much of it, for at most so long.
// Errors say what the program said. ErrorKind::cancelled where `stop` was requested.
inline constexpr std::chrono::seconds disassemblyLimit{60};
inline constexpr size_t mostDisassembly = size_t{32} << 20;  // bytes
Result<std::string> disassembled(process::ChildOptions options, std::stop_token stop);

}  // namespace kw
