// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/cubin_cache.h"

#include <chrono>
#include <system_error>

#include "base/files/files.h"
#include "base/json/text.h"

namespace kw::cuda {
namespace {

constexpr size_t mostBytes = size_t{1} << 30;
constexpr unsigned storesPerTrim = 64;

// The folder is trimmed by time of last use.
void touch(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now(), ignored);
}

}  // namespace

Result<CubinCache> CubinCache::open() {
  KW_ASSIGN(const files::Path cache, files::cacheFolder());
  const files::Path folder = cache / "cubin";
  KW_TRY(files::makeFolders(folder));
  return CubinCache(folder);
}

std::optional<CompileOutcome> CubinCache::find(const std::string& key) const {
  const auto text = files::readText(m_folder / (key + ".json"));
  if (!text) return std::nullopt;
  const auto value = json::parse(*text, key);
  if (!value) return std::nullopt;
  auto outcome = compileOutcomeFromJson(*value);
  std::error_code ignored;
  if (!outcome || !std::filesystem::exists(outcome->artefact.path, ignored)) return std::nullopt;
  touch(m_folder / (key + ".json"));
  touch(outcome->artefact.path);
  outcome->cached = true;
  return std::move(*outcome);
}

Result<CompileOutcome> CubinCache::store(const std::string& key, std::string_view cubin,
                                         CompileOutcome outcome) {
  outcome.artefact.path = (m_folder / (key + ".cubin")).string();
  KW_TRY(files::writeAtomically(outcome.artefact.path, cubin));
  KW_TRY(files::writeAtomically(m_folder / (key + ".json"), json::writeLine(toJson(outcome))));
  if (m_stored.fetch_add(1) % storesPerTrim == storesPerTrim - 1)
    files::trimFolder(m_folder, mostBytes);
  return outcome;
}

}  // namespace kw::cuda
