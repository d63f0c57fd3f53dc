// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled kernels on disk, shared by all runners of a machine and bounded in size.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result/result.h"
#include "runner/device/compiler.h"

namespace kw::cuda {

class CubinCache {
 public:
  // cacheFolder()/cubin.
  static Result<CubinCache> open();
  CubinCache(CubinCache&& other) noexcept : m_folder(std::move(other.m_folder)) {}

  // The outcome stored under a key, its files still there, or nothing.
  std::optional<CompileOutcome> find(const std::string& key) const;
  // Writes the cubin, then the outcome that names it, each by renaming: readers never see a part.
  // Gives the outcome with the path of its file.
  Result<CompileOutcome> store(const std::string& key, std::string_view cubin,
                               CompileOutcome outcome);

 private:
  explicit CubinCache(std::filesystem::path folder) : m_folder(std::move(folder)) {}
  std::filesystem::path m_folder;
  std::atomic<unsigned> m_stored{0};
};

}  // namespace kw::cuda
