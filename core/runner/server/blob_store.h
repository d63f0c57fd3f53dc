// SPDX-License-Identifier: GPL-3.0-or-later
// Uploaded files by content hash, kept on the runner's machine between runs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "base/result/result.h"

namespace kw {

class BlobStore {
 public:
  // Of one file, and of all files of one problem together.
  static constexpr int64_t fileLimit = int64_t{1} << 30;
  static constexpr int64_t totalLimit = int64_t{4} << 30;

  BlobStore(files::Path folder, int64_t keptBytes)
      : m_folder(std::move(folder)), m_keptBytes(keptBytes) {}
  ~BlobStore();
  BlobStore(const BlobStore&) = delete;
  BlobStore& operator=(const BlobStore&) = delete;

  // True if the file is here, is whole, and was copied to `target`. A file that was damaged on the
  // disk is thrown away and counts as not here.
  Result<bool> copyTo(const std::string& hash, int64_t size, const files::Path& target);

  // Chunks of one file must come in order. True once the last one came and the content has its
  // hash; a wrong hash, a gap or too many bytes are errors, after which the file has to be sent
  // from its start.
  Result<bool> append(const std::string& hash, int64_t offset, std::string_view data, bool last,
                      int64_t expectedSize);

  // Removes the least recently used files beyond the limit.
  void trim();

 private:
  struct Arriving {
    files::Path path;
    files::Sha256 hash;
    int64_t size = 0;
  };
  files::Path pathOf(const std::string& hash) const { return m_folder / hash; }
  Result<Arriving*> arriving(const std::string& hash, int64_t offset);
  Status finish(const std::string& hash, int64_t expectedSize);

  files::Path m_folder;
  int64_t m_keptBytes;
  std::map<std::string, Arriving> m_arriving;
};

// 64 lower-case hexadecimal digits: nothing else may become a file's name.
bool isContentHash(std::string_view text);

}  // namespace kw
