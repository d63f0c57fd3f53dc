// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <cstdlib>

#include "base/files/files.h"
#include "base/files/system_error.h"

namespace kw::files {

namespace {

void removeTree(const Path& path) {
  std::error_code ignored;
  if (!path.empty()) std::filesystem::remove_all(path, ignored);
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make(std::string_view prefix) {
  std::error_code error;
  const Path parent = std::filesystem::temp_directory_path(error);
  if (error) return fail(systemError("use the temporary folder", "$TMPDIR", error.value()));
  std::string pattern = (parent / (std::string(prefix) + "-XXXXXX")).string();
  if (!::mkdtemp(pattern.data())) return fail(systemError("make the folder", pattern));
  return TemporaryFolder(Path(pattern));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, Path())) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  if (this == &other) return *this;
  removeTree(m_path);
  m_path = std::exchange(other.m_path, Path());
  return *this;
}

TemporaryFolder::~TemporaryFolder() {
  removeTree(m_path);
}

}  // namespace kw::files
