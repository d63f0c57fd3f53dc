// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/default_path.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "base/files/hash.h"

namespace kw {

namespace {

namespace fs = std::filesystem;

// As the XDG rules want it: relative paths are passed over.
fs::path absoluteVariable(const char* name) {
  const char* value = std::getenv(name);
  const fs::path path = value ? value : "";
  return path.is_absolute() ? path : fs::path();
}

fs::path accountFolder() {
  const passwd* account = getpwuid(getuid());
  const fs::path folder = account && account->pw_dir ? account->pw_dir : "";
  std::error_code ignored;
  return folder.is_absolute() && fs::is_directory(folder, ignored) ? folder : fs::path();
}

}  // namespace

fs::path homeFolder() {
  const fs::path home = absoluteVariable("HOME");
  return home.empty() ? accountFolder() : home;
}

fs::path defaultSessionFolder() {
  if (const fs::path state = absoluteVariable("XDG_STATE_HOME"); !state.empty())
    return state / "kernelwright";
  if (const fs::path home = homeFolder(); !home.empty())
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
