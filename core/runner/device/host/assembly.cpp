// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/assembly.h"

#include "base/process/child.h"
#include "runner/device/disassembly.h"
#include "runner/sandbox/sandbox.h"

namespace kw::host {

Result<std::string> assemblyOf(const std::string& sharedObject, bool consentToNoSandbox,
                               std::stop_token stop) {
  std::string program;
  for (const char* name : {"objdump", "llvm-objdump"})
    if (program.empty()) program = process::findProgram(name);
  if (program.empty())
    return failMissing("objdump is not on the machine that compiles, so there is no assembly",
                       "install binutils");
  SandboxOptions options;
  options.readable = {program, sharedObject};
  options.memoryBytes = int64_t{4} << 30;
  options.cpuSeconds = static_cast<double>(disassemblyLimit.count());
  KW_ASSIGN(SandboxedCommand command,
            sandboxed({program, "--disassemble", "--line-numbers", "--demangle",
                       "--no-show-raw-insn", "--section=.text", sharedObject},
                      options, consentToNoSandbox));
  return disassembled(std::move(command.options), std::move(stop));
}

}  // namespace kw::host
