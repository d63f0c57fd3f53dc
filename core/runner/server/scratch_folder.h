// SPDX-License-Identifier: GPL-3.0-or-later
// The runner's own folder for temporary files. A runner that is killed leaves it; the next one
// removes it.
#pragma once

#include <utility>

#include "base/files/files.h"
#include "base/result/result.h"

namespace kw {

class ScratchFolder {
 public:
  // In $TMPDIR. Removes such folders of this user that no runner holds any more.
  static Result<ScratchFolder> make();
  const files::Path& path() const { return m_folder.path(); }

 private:
  ScratchFolder(files::TemporaryFolder folder, files::FileLock lock)
      : m_folder(std::move(folder)), m_lock(std::move(lock)) {}
  files::TemporaryFolder m_folder;
  files::FileLock m_lock;
};

}  // namespace kw
