// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/toolkit/toolkit_search.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>

namespace kw {

namespace fs = std::filesystem;

namespace {

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// The library `stem`.N in `folder` with the highest N, or "". Longer names such as
// libnvrtc.so.13.0.48 are what it links to.
fs::path library(const fs::path& folder, const std::string& stem) {
  fs::path best;
  int highest = -1;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(stem + ".")) continue;
    const std::string version = name.substr(stem.size() + 1);
    const bool number = !version.empty() && version.size() < 6 &&
                        std::all_of(version.begin(), version.end(), [](char c) {
                          return std::isdigit(static_cast<unsigned char>(c)) != 0;
                        });
    if (!number || std::stoi(version) <= highest) continue;
    highest = std::stoi(version);
    best = entry.path();
  }
  return best;
}

void takeFirst(fs::path& part, const fs::path& root, std::initializer_list<const char*> folders,
               const std::string& stem) {
  for (const char* folder : folders)
    if (part.empty()) part = library(root / folder, stem);
}

}  // namespace

bool ToolkitSearch::complete() const {
  return m_runtime && m_cccl && !m_found.nvrtc.empty() && !m_found.cupti.empty() &&
         !m_found.nvcc.empty();
}

void ToolkitSearch::takeHeaders(const fs::path& root) {
  for (const char* folder :
       {"include", "targets/x86_64-linux/include", "targets/sbsa-linux/include"}) {
    const fs::path include = root / folder;
    if (!m_runtime && isThere(include / "cuda_runtime.h")) {
      m_runtime = true;
      m_found.includeFolders.push_back(include);
    }
    // CUDA 13 keeps CCCL in a folder of its own, older toolkits and wheels among the other headers.
    for (const fs::path& cccl : {include / "cccl", include}) {
      if (m_cccl || !isThere(cccl / "cuda/std/cstdint")) continue;
      m_cccl = true;
      if (std::find(m_found.includeFolders.begin(), m_found.includeFolders.end(), cccl) ==
          m_found.includeFolders.end())
        m_found.includeFolders.push_back(cccl);
    }
  }
}

// Also from places after the rest is complete: a toolkit of a distribution may lack them.
void ToolkitSearch::takeDisassemblers(const fs::path& root) {
  for (const auto& [part, name] : {std::pair(&m_found.nvdisasm, "bin/nvdisasm"),
                                   std::pair(&m_found.cuobjdump, "bin/cuobjdump")})
    if (part->empty() && isThere(root / name)) *part = root / name;
}

void ToolkitSearch::lookIn(const fs::path& root, const std::string& source) {
  takeDisassemblers(root);
  if (complete()) return;
  m_found.looked.push_back(root.string());
  const bool hadHeaders = m_runtime;
  const bool hadCompiler = !m_found.nvrtc.empty();
  takeHeaders(root);
  takeFirst(m_found.nvrtc, root, {"lib64", "lib", "targets/x86_64-linux/lib"}, "libnvrtc.so");
  takeFirst(m_found.cupti, root, {"extras/CUPTI/lib64", "lib64", "lib", "targets/x86_64-linux/lib"},
            "libcupti.so");
  if (m_found.nvcc.empty() && isThere(root / "bin/nvcc")) m_found.nvcc = root / "bin/nvcc";
  const bool found = (!hadHeaders && m_runtime) || (!hadCompiler && !m_found.nvrtc.empty());
  if (found && m_found.source.find(source) == std::string::npos)
    m_found.source += (m_found.source.empty() ? "" : ", ") + source;
}

void ToolkitSearch::lookInToolkit(const fs::path& root) {
  if (!root.empty()) lookIn(root, "toolkit in " + root.string());
}

void ToolkitSearch::lookInWheels(const fs::path& folder) {
  if (folder.empty()) return;
  const fs::path nvidia = isThere(folder / "nvidia") ? folder / "nvidia" : folder;
  std::vector<fs::path> wheels;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(nvidia, ignored))
    if (entry.is_directory(ignored)) wheels.push_back(entry.path());
  // Newest first where several versions lie side by side (cu13 before cu12), and always in the same
  // order.
  std::sort(wheels.rbegin(), wheels.rend());
  if (wheels.empty() && !complete()) m_found.looked.push_back(nvidia.string());
  for (const fs::path& wheel : wheels)
    lookIn(wheel, "wheels in " + nvidia.string());
}

}  // namespace kw
