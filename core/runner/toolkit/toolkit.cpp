// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/toolkit/toolkit.h"

#include <chrono>
#include <cstdlib>
#include <sstream>

#include "base/process/child.h"
#include "runner/toolkit/toolkit_search.h"

namespace kw {

namespace fs = std::filesystem;

namespace {

// The toolkit that a nvcc in PATH belongs to.
fs::path aboveNvcc() {
  const std::string nvcc = process::findProgram("nvcc");
  if (nvcc.empty()) return {};
  std::error_code ignored;
  const fs::path real = fs::canonical(nvcc, ignored);
  return ignored ? fs::path() : real.parent_path().parent_path();
}

fs::path wheelFolder(const Environment& environment) {
  if (const std::string own = environment("KERNELWRIGHT_WHEELS"); !own.empty()) return own;
  const std::string data = environment("XDG_DATA_HOME");
  if (!data.empty()) return fs::path(data) / "kernelwright/cuda";
  const std::string home = environment("HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".local/share/kernelwright/cuda";
}

// The folders of the Python in PATH that have an `nvidia` folder.
std::vector<fs::path> pythonFolders() {
  const std::string python = process::findProgram("python3");
  if (python.empty()) return {};
  process::ChildOptions options;
  options.arguments = {python, "-c",
                       "import os, sys\n"
                       "for p in sys.path:\n"
                       "  if p and os.path.isdir(os.path.join(p, 'nvidia')): print(p)"};
  options.pipeErrors = true;
  const auto ran = process::run(std::move(options), {}, std::chrono::seconds(10));
  std::vector<fs::path> folders;
  if (!ran) return folders;
  std::istringstream lines(ran->output);
  for (std::string line; std::getline(lines, line);)
    folders.emplace_back(line);
  return folders;
}

}  // namespace

Toolkit findToolkit(const Environment& environment) {
  ToolkitSearch search;
  for (const char* name : {"KERNELWRIGHT_CUDA", "CUDA_HOME", "CUDA_PATH"}) {
    const std::string root = environment(name);
    search.lookInToolkit(root);
    // KERNELWRIGHT_CUDA may also name a folder of wheels.
    if (!root.empty()) search.lookInWheels(root);
  }
  search.lookInToolkit(aboveNvcc());
  search.lookInToolkit("/usr/local/cuda");
  search.lookInWheels(wheelFolder(environment));
  if (!search.complete())
    for (const fs::path& folder : pythonFolders())
      search.lookInWheels(folder);
  return search.take();
}

const Toolkit& toolkit() {
  static const Toolkit found = findToolkit([](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  });
  return found;
}

}  // namespace kw
