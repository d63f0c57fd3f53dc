// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiler said, message by message, with the lines they are about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"

namespace kw::view {

struct CompilerMessage {
  enum class Severity { error, warning, note };
  std::string file;
  int line = 0, column = 0;  // counted from 1; 0: unknown. `column` in bytes
  Severity severity = Severity::error;
  std::string text;  // one line

  friend bool operator==(const CompilerMessage&, const CompilerMessage&) = default;
};

// Of NVRTC and nvcc ("template.cu(12): error: …"), g++ ("template.cu:12:5: error: …") and ptxas
// ("ptxas error : …"). Quoted source lines and carets are left out, wrapped lines joined. The first
// thousand messages.
std::vector<CompilerMessage> compilerMessages(std::string_view log);

// The faults of an error list that are about `file`, `Error::further` included.
std::vector<CompilerMessage> faultsIn(const std::vector<Error>& faults, const std::string& file);

}  // namespace kw::view
