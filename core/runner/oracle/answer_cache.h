// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of oracle.py on disk, below cacheFolder()/oracle: a folder per question with an .npy file
// per output.
#pragma once

#include <optional>
#include <string>

#include "runner/oracle/oracle_answer.h"

namespace kw {

struct CachedAnswer {
  Arrays arrays;
  bool hasCheck = false;  // whether oracle.py has a check()
};

class AnswerCache {
 public:
  static constexpr size_t defaultBound = size_t{4} << 30;

  // `key` is a hash. An entry with anything missing or damaged counts as none.
  static std::optional<CachedAnswer> find(const std::string& key);
  // Best effort: a full disk or a read-only folder is logged and costs only time later. The least
  // recently used files go when all take more than `bound` bytes.
  static void keep(const std::string& key, const CachedAnswer& answer, size_t bound = defaultBound);
};

}  // namespace kw
