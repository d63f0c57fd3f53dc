// SPDX-License-Identifier: GPL-3.0-or-later
// What became of the rows of a file that was read.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kw {

// A row of a file, for messages.
struct RowPlace {
  size_t number = 0;  // from 1, in the order of the file
  int line = 0;       // 0: unknown
  std::string name;   // what the file calls it; may be empty

  std::string text() const;  // "row 17 (16,1,1)"
};

struct RowNotTaken {
  RowPlace row;
  std::string reason;  // "its time is 0"
};

struct ImportReport {
  std::string file;
  std::string format;                 // as Recording::format
  size_t taken = 0;                   // rows, failed configurations included
  size_t failed = 0;                  // of these, configurations that failed
  std::vector<RowNotTaken> notTaken;  // in the order of the file
  std::vector<std::string> notes;     // on the file as a whole
  bool isWhole = true;                // false: the file ends before its content does

  // "4362 rows of a T4 file, 161 of them failures; 2 rows not taken".
  std::string summary() const;
  // One line each, "FILE:12: row 17 (16,1,1) is not taken: its time is 0", at most `most` and then
  // how many more there are; the notes come first.
  std::vector<std::string> lines(size_t most = 20) const;
};

}  // namespace kw
