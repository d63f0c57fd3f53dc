// SPDX-License-Identifier: GPL-3.0-or-later
// The log of a learning run: JSON lines, only ever appended to. It can be read, and a run that was
// killed and is started again with it goes on where it ended.
//
// A run does the same things in the same order each time. So a run that is started again first goes
// through what the log holds: rewards are taken from there instead of from their source, and its
// decisions must be those of the log. What a kill has cut off the last line is removed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/files/descriptor.h"
#include "base/json/value.h"
#include "base/result/result.h"

namespace kw {

class Journal {
 public:
  Journal() = default;  // keeps nothing

  // Makes the file, or goes on with it. `heading` is its first line and says what is learnt from
  // what, with "format" as its first member. ErrorKind::badInput where the file has another
  // heading (the message names what differs), is no log, or has a broken line before its last;
  // failed where another process has it.
  static Result<Journal> open(const std::filesystem::path& path, const json::Value& heading);

  bool keeps() const { return m_file.valid(); }
  // The next entry of the log that this run has not come to; null at its end.
  const json::Value* ahead() const;
  // The run has come to this entry. Beyond the log's end it is appended; before, it must agree with
  // the one ahead in the members `same`, or the log is of another run.
  Status add(const json::Value& entry, const std::vector<std::string>& same);
  size_t repeated() const { return m_next; }  // entries that the log had already

 private:
  Status append(const json::Value& entry);
  Status read(const std::string& text, const json::Value& heading);

  std::filesystem::path m_path;
  files::Descriptor m_file;
  std::vector<json::Value> m_known;
  size_t m_next = 0;
};

}  // namespace kw
