// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/blob_store.h"

#include "base/result/message.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <vector>

namespace kw {

namespace {

std::string bytesText(int64_t bytes) {
  return counted(bytes, "byte");
}

// The content's hash, or "" where the copy could not be made.
std::string copyHashing(std::ifstream& from, std::ofstream& to) {
  files::Sha256 hash;
  std::vector<char> chunk(size_t{1} << 20);
  while (from) {
    from.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    const auto got = from.gcount();
    hash.update({chunk.data(), static_cast<size_t>(got)});
    to.write(chunk.data(), got);
  }
  to.close();
  return from.eof() && to ? hash.finish() : std::string();
}

}  // namespace

bool isContentHash(std::string_view text) {
  return text.size() == 64 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

BlobStore::~BlobStore() {
  std::error_code ignored;
  for (const auto& [hash, file] : m_arriving)
    std::filesystem::remove(file.path, ignored);
}

Result<bool> BlobStore::copyTo(const std::string& hash, int64_t size, const files::Path& target) {
  std::error_code error;
  const files::Path path = pathOf(hash);
  if (!std::filesystem::is_regular_file(path, error)) return false;
  KW_TRY(files::makeFolders(target.parent_path()));
  std::ifstream from(path, std::ios::binary);
  std::ofstream to(target, std::ios::binary | std::ios::trunc);
  if (!to)
    return fail("cannot write " + target.string(),
                "is the disk full, or the cache folder read-only?");
  const bool whole = static_cast<int64_t>(std::filesystem::file_size(path, error)) == size;
  if (whole && copyHashing(from, to) == hash) {
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now(), error);
    return true;
  }
  if (!to) return fail("cannot write " + target.string(), "is the disk full?");
  std::filesystem::remove(path, error);
  return false;
}

Result<BlobStore::Arriving*> BlobStore::arriving(const std::string& hash, int64_t offset) {
  auto found = m_arriving.find(hash);
  if (offset == 0) {
    KW_TRY(files::makeFolders(m_folder));
    // A name of this process's own: two runners may receive the same file at once.
    Arriving fresh{m_folder / (hash + "." + std::to_string(getpid()) + ".part"), {}, 0};
    std::ofstream(fresh.path, std::ios::binary | std::ios::trunc);
    found = m_arriving.insert_or_assign(hash, std::move(fresh)).first;
  }
  if (found == m_arriving.end())
    return fail("a chunk of file " + hash + " came before its first one");
  if (found->second.size != offset)
    return fail("a chunk of file " + hash + " begins at byte " + std::to_string(offset) +
                ", expected " + std::to_string(found->second.size));
  return &found->second;
}

Result<bool> BlobStore::append(const std::string& hash, int64_t offset, std::string_view data,
                               bool last, int64_t expectedSize) {
  KW_ASSIGN(Arriving * file, arriving(hash, offset));
  const int64_t end = offset + static_cast<int64_t>(data.size());
  if (end > expectedSize) {
    m_arriving.erase(hash);
    return fail("file " + hash + " has more than the announced " + bytesText(expectedSize));
  }
  std::ofstream out(file->path, std::ios::binary | std::ios::app);
  out.write(data.data(), static_cast<std::streamsize>(data.size()));
  out.close();
  if (!out)
    return fail("cannot write " + file->path.string(),
                "is the disk full, or the cache folder read-only?");
  file->hash.update(data);
  file->size = end;
  if (!last) return false;
  KW_TRY(finish(hash, expectedSize));
  return true;
}

Status BlobStore::finish(const std::string& hash, int64_t expectedSize) {
  Arriving file = std::move(m_arriving.at(hash));
  m_arriving.erase(hash);
  std::error_code error;
  const std::string found = file.hash.finish();
  if (found != hash || file.size != expectedSize) {
    std::filesystem::remove(file.path, error);
    return fail("what was sent as file " + hash + " (" + bytesText(expectedSize) +
                    ") has the hash " + found + " and " + bytesText(file.size),
                "the file changed while it was sent, or the connection damages data");
  }
  std::filesystem::rename(file.path, pathOf(hash), error);
  if (error) return fail("cannot rename " + file.path.string() + ": " + error.message());
  return {};
}

void BlobStore::trim() {
  files::trimFolder(m_folder, static_cast<size_t>(m_keptBytes));
}

}  // namespace kw
