// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/remote/upload.h"

#include <algorithm>

#include "base/files/hash.h"

namespace kw {

Upload::Upload(std::vector<ProblemPart> parts) : m_parts(std::move(parts)) {
  for (const ProblemPart& part : m_parts)
    m_files.push_back(
        {part.path, files::contentHash(part.content), static_cast<int64_t>(part.content.size())});
}

bool Upload::ask(const std::vector<std::string>& hashes) {
  for (const std::string& hash : hashes) {
    const auto found = std::ranges::find(m_files, hash, &protocol::FileReference::hash);
    if (found == m_files.end()) return false;
    m_asked.push_back(static_cast<size_t>(found - m_files.begin()));
  }
  return true;
}

protocol::BlobMessage Upload::next() {
  const size_t file = m_asked.front();
  const std::string& content = m_parts[file].content;
  protocol::BlobMessage chunk;
  chunk.hash = m_files[file].hash;
  chunk.offset = static_cast<int64_t>(m_offset);
  chunk.data = content.substr(m_offset, protocol::blobChunk);
  m_offset += chunk.data.size();
  chunk.last = m_offset == content.size();
  if (chunk.last) {
    m_asked.pop_front();
    m_offset = 0;
  }
  return chunk;
}

}  // namespace kw
