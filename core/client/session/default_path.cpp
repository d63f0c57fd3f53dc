// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/default_path.h"

#include <cstdlib>
#include <string>

#include "base/files/hash.h"

namespace kw {

std::filesystem::path defaultSessionFolder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state)
    return std::filesystem::path(state) / "kernelwright";
  if (const char* home = std::getenv("HOME"); home && *home)
    return std::filesystem::path(home) / ".local" / "state" / "kernelwright";
  return ".";
}

std::filesystem::path defaultSessionPath(const LoadedProblem& problem) {
  std::string name = problem.problem.name;
  if (!isInLibrary(problem.folder)) {
    std::error_code ignored;
    const auto whole = std::filesystem::weakly_canonical(problem.folder, ignored);
    name += "-" + files::contentHash(whole.string()).substr(0, 8);
  }
  return defaultSessionFolder() / (name + ".kwr");
}

}  // namespace kw
