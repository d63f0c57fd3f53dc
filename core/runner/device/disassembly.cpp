// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/disassembly.h"

#include <utility>

namespace kw {

namespace {
constexpr size_t mostOfErrors = 400;
}

Result<std::string> disassembled(process::ChildOptions options, std::stop_token stop) {
  const std::string program = options.arguments.front();
  options.pipeInput = false;
  options.pipeErrors = true;
  KW_ASSIGN(process::Output ran, process::run(std::move(options), {}, disassemblyLimit,
                                              std::move(stop), mostDisassembly));
  if (ran.timedOut)
    return fail(program + " was still busy after " + std::to_string(disassemblyLimit.count()) +
                " s and was ended");
  if (ran.exit.signalled || ran.exit.code != 0)
    return fail(program + " ended with " + ran.exit.text() + ": " +
                ran.errors.substr(0, mostOfErrors));
  return std::move(ran.output);
}

}  // namespace kw
