// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/review/hunks.h"

#include <algorithm>

#include "view/code/line_diff.h"

namespace kw::view {

namespace {

// Each with its own line end.
std::vector<std::string_view> wholeLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

Hunk hunkAt(const std::vector<DiffRow>& rows, size_t at, size_t left, size_t right) {
  Hunk hunk{left, left, right, right};
  for (; at < rows.size() && rows[at].kind != DiffRow::Kind::same; ++at) {
    hunk.leftEnd += rows[at].left >= 0 ? 1 : 0;
    hunk.rightEnd += rows[at].right >= 0 ? 1 : 0;
  }
  return hunk;
}

// The last line of a text may have no line end, and may not be the last of what is made of it.
void append(std::string& text, const std::vector<std::string_view>& lines, size_t begin,
            size_t end) {
  for (size_t i = begin; i < end && i < lines.size(); ++i) {
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += lines[i];
  }
}

std::string linesText(size_t begin, size_t end) {
  const std::string first = std::to_string(begin + 1);
  return end - begin == 1 ? "line " + first : "lines " + first + " to " + std::to_string(end);
}

}  // namespace

std::vector<Hunk> hunksOf(std::string_view left, std::string_view right) {
  const std::vector<DiffRow> rows = diffLines(linesOf(left), linesOf(right));
  std::vector<Hunk> hunks;
  size_t leftLine = 0, rightLine = 0, row = 0;
  for (const size_t start : differences(rows)) {
    for (; row < start; ++row) {
      leftLine += rows[row].left >= 0 ? 1 : 0;
      rightLine += rows[row].right >= 0 ? 1 : 0;
    }
    hunks.push_back(hunkAt(rows, start, leftLine, rightLine));
  }
  return hunks;
}

std::string withHunks(std::string_view left, std::string_view right, const std::vector<Hunk>& hunks,
                      const std::vector<bool>& chosen) {
  if (std::find(chosen.begin(), chosen.end(), false) == chosen.end()) return std::string(right);
  if (std::find(chosen.begin(), chosen.end(), true) == chosen.end()) return std::string(left);
  const auto leftLines = wholeLines(left), rightLines = wholeLines(right);
  std::string text;
  size_t line = 0;
  for (size_t i = 0; i < hunks.size(); ++i) {
    append(text, leftLines, line, hunks[i].leftBegin);
    if (chosen[i])
      append(text, rightLines, hunks[i].rightBegin, hunks[i].rightEnd);
    else
      append(text, leftLines, hunks[i].leftBegin, hunks[i].leftEnd);
    line = hunks[i].leftEnd;
  }
  append(text, leftLines, line, leftLines.size());
  return text;
}

std::string hunkText(const Hunk& hunk) {
  const size_t removed = hunk.leftEnd - hunk.leftBegin, added = hunk.rightEnd - hunk.rightBegin;
  if (removed == 0) {
    const std::string what =
        added == 1 ? std::string("1 line added") : std::to_string(added) + " lines added";
    return hunk.leftBegin == 0 ? what + " at the top"
                               : what + " after line " + std::to_string(hunk.leftBegin);
  }
  const std::string where = linesText(hunk.leftBegin, hunk.leftEnd);
  return added == 0 ? where + " removed" : where + " changed";
}

}  // namespace kw::view
