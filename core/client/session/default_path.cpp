// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/default_path.h"

#include <string>

#include "base/files/hash.h"
#include "base/files/user_folders.h"

namespace kw {

namespace fs = std::filesystem;

fs::path defaultSessionFolder() {
  if (const fs::path state = files::folderVariable("XDG_STATE_HOME"); !state.empty())
    return state / "kernelwright";
  if (const fs::path home = files::homeFolder(); !home.empty())
    return home / ".local" / "state" / "kernelwright";
  std::error_code ignored;
  return fs::current_path(ignored);
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
