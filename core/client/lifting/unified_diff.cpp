// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/lifting/unified_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kw::lifting {

namespace {

constexpr size_t context = 3;
constexpr size_t mostCompared = 4000;

using Lines = std::vector<std::string_view>;

Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

struct DiffLine {
  char mark;  // ' ', '-' or '+'
  std::string_view text;
};

// By the longest common subsequence of the lines [begin, …Ends).
void addChanged(const Lines& a, const Lines& b, size_t begin, size_t aEnd, size_t bEnd,
                std::vector<DiffLine>& out) {
  const size_t rows = aEnd - begin, columns = bEnd - begin;
  const bool compares = rows <= mostCompared && columns <= mostCompared;
  std::vector<uint16_t> length(compares ? (rows + 1) * (columns + 1) : 0, 0);
  const auto at = [&](size_t i, size_t j) -> uint16_t& { return length[i * (columns + 1) + j]; };
  for (size_t i = compares ? rows : 0; i-- > 0;)
    for (size_t j = columns; j-- > 0;)
      at(i, j) = a[begin + i] == b[begin + j] ? static_cast<uint16_t>(at(i + 1, j + 1) + 1)
                                              : std::max(at(i + 1, j), at(i, j + 1));
  size_t i = 0, j = 0;
  while (i < rows || j < columns) {
    if (compares && i < rows && j < columns && a[begin + i] == b[begin + j]) {
      out.push_back({' ', a[begin + i]});
      ++i, ++j;
    } else if (i < rows && (j == columns || !compares || at(i + 1, j) >= at(i, j + 1))) {
      out.push_back({'-', a[begin + i++]});
    } else {
      out.push_back({'+', b[begin + j++]});
    }
  }
}

std::vector<DiffLine> compared(const Lines& a, const Lines& b) {
  size_t begin = 0, aEnd = a.size(), bEnd = b.size();
  while (begin < aEnd && begin < bEnd && a[begin] == b[begin])
    ++begin;
  while (aEnd > begin && bEnd > begin && a[aEnd - 1] == b[bEnd - 1])
    --aEnd, --bEnd;
  std::vector<DiffLine> all;
  for (size_t i = 0; i < begin; ++i)
    all.push_back({' ', a[i]});
  addChanged(a, b, begin, aEnd, bEnd, all);
  for (size_t i = aEnd; i < a.size(); ++i)
    all.push_back({' ', a[i]});
  return all;
}

std::string range(size_t first, size_t count) {
  return std::to_string(count == 0 ? first - 1 : first) +
         (count == 1 ? "" : "," + std::to_string(count));
}

// The lines [begin, end) under their heading; `aLine` and `bLine` are the numbers of the first.
std::string hunk(const std::vector<DiffLine>& all, size_t begin, size_t end, size_t aLine,
                 size_t bLine) {
  size_t aCount = 0, bCount = 0;
  std::string body;
  for (size_t i = begin; i < end; ++i) {
    aCount += all[i].mark != '+' ? 1 : 0;
    bCount += all[i].mark != '-' ? 1 : 0;
    body += all[i].mark;
    body += all[i].text;
    if (!all[i].text.ends_with('\n')) body += "\n\\ No newline at end of file\n";
  }
  return "@@ -" + range(aLine, aCount) + " +" + range(bLine, bCount) + " @@\n" + body;
}

}  // namespace

std::string unifiedDiff(std::string_view before, std::string_view after,
                        const std::string& beforeName, const std::string& afterName) {
  if (before == after) return {};
  const Lines a = linesOf(before), b = linesOf(after);
  const std::vector<DiffLine> all = compared(a, b);
  std::string text = "--- " + beforeName + "\n+++ " + afterName + "\n";
  size_t aLine = 1, bLine = 1;  // of line `at`
  size_t at = 0;
  const auto skipTo = [&](size_t to) {
    for (; at < to; ++at) {
      aLine += all[at].mark != '+' ? 1 : 0;
      bLine += all[at].mark != '-' ? 1 : 0;
    }
  };
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].mark == ' ') continue;
    size_t last = i;  // of this hunk's changes: the next one is near enough to share the context
    for (size_t k = i; k < all.size() && k <= last + 2 * context; ++k)
      if (all[k].mark != ' ') last = k;
    skipTo(i > context ? std::max(i - context, at) : at);
    const size_t end = std::min(last + context + 1, all.size());
    text += hunk(all, at, end, aLine, bLine);
    skipTo(end);
    i = end - 1;
  }
  return text;
}

}  // namespace kw::lifting
