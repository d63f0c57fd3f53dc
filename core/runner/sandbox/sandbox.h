// SPDX-License-Identifier: GPL-3.0-or-later
// A child process that cannot reach the network, the home folder, other processes or new ones:
// bubblewrap's namespaces, a seccomp filter and resource limits.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/process/child.h"
#include "base/result/result.h"

namespace kw {

struct SandboxOptions {
  std::vector<std::string> readable;  // folders and files besides the read-only system folders
  std::vector<std::string> writable;
  std::string folder;                       // working folder inside; "" is /
  std::vector<std::pair<int, int>> passed;  // our descriptor, number inside
  int64_t memoryBytes = 0;                  // address space; 0: no limit
  int64_t dataBytes = 0;  // memory of its own, which leaves shared mappings out; 0: no limit
  double cpuSeconds = 0;  // 0: no limit
  int64_t fileBytes = int64_t{1} << 30;  // largest file it may write
  bool mayStartProcesses = false;        // a compiler driver starts its passes
  bool hasProc = true;  // a /proc of its own: a process finds its whole memory there
  bool pipeInput = false, pipeOutput = true, pipeErrors = true;
};

struct SandboxCheck {
  bool available = false;
  std::string reason;  // why not
  std::string advice;  // what this distribution needs
};
// Tried once, by running a program in one.
const SandboxCheck& sandboxCheck();

// What to start to get the program inside a sandbox. Where none can be had: ErrorKind::missing with
// the advice, or, with `consentToNone`, the plain program under the resource limits.
struct SandboxedCommand {
  process::ChildOptions options;
  process::Descriptor filter;  // must live until the child was started
};
Result<SandboxedCommand> sandboxed(std::vector<std::string> arguments,
                                   const SandboxOptions& options, bool consentToNone);

}  // namespace kw
