// SPDX-License-Identifier: GPL-3.0-or-later
// A problem's files on their way to a runner.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/problem/problem_file.h"
#include "model/protocol/messages.h"

namespace kw {

// Names the files by content hash, then hands out those that were asked for in bounded chunks, so
// that no more than a few of them wait in memory.
class Upload {
 public:
  explicit Upload(std::vector<ProblemPart> parts);

  const std::vector<protocol::FileReference>& files() const { return m_files; }
  // Queues the files with these hashes; false if one of them is none of ours.
  bool ask(const std::vector<std::string>& hashes);
  bool hasMore() const { return !m_asked.empty(); }
  // The next chunk of the first file that was asked for.
  protocol::BlobMessage next();

 private:
  std::vector<ProblemPart> m_parts;
  std::vector<protocol::FileReference> m_files;  // in the order of the parts
  std::deque<size_t> m_asked;
  size_t m_offset = 0;  // in the first one asked for
};

}  // namespace kw
