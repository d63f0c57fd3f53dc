// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/code/line_diff.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/text/trimmed.h"
#include "view/code/sequence_diff.h"

namespace kw::view {

namespace {

constexpr size_t mostPairs = 30000;   // of lines that are compared for resemblance, in all
constexpr double resemblance = 0.5;   // from here on two lines share a row
constexpr size_t longestLine = 4000;  // longer ones are compared as a whole

class Numbers {
 public:
  int of(std::string_view text) {
    return m_numbers.emplace(text, static_cast<int>(m_numbers.size())).first->second;
  }
  std::vector<int> of(const std::vector<std::string_view>& texts) {
    std::vector<int> all;
    all.reserve(texts.size());
    for (const std::string_view text : texts)
      all.push_back(of(text));
    return all;
  }

 private:
  std::unordered_map<std::string_view, int> m_numbers;
};

bool isWordPart(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         byte >= 0x80;  // what is not ASCII stays together
}

// Words, runs of space and single signs.
std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < line.size();) {
    size_t end = at + 1;
    if (isWordPart(line[at]))
      while (end < line.size() && isWordPart(line[end]))
        ++end;
    else if (line[at] == ' ' || line[at] == '\t')
      while (end < line.size() && (line[end] == ' ' || line[end] == '\t'))
        ++end;
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

struct WordMatch {
  std::vector<std::string_view> left, right;
  std::vector<Match> matches;
};

WordMatch matchWords(std::string_view left, std::string_view right) {
  WordMatch match{wordsOf(left), wordsOf(right), {}};
  Numbers numbers;
  match.matches = commonSubsequence(numbers.of(match.left), numbers.of(match.right), 200);
  return match;
}

// Of the bytes that are no space, the share that both lines have in common.
double likeness(std::string_view left, std::string_view right) {
  left = trimmed(left);
  right = trimmed(right);
  if (left.empty() || right.empty()) return 0;
  if (left.size() > longestLine || right.size() > longestLine) return 0;
  const size_t shorter = std::min(left.size(), right.size());
  const size_t longer = std::max(left.size(), right.size());
  if (static_cast<double>(shorter) < resemblance / 2 * static_cast<double>(longer)) return 0;
  const WordMatch match = matchWords(left, right);
  size_t common = 0;
  for (const Match& one : match.matches)
    common += match.left[one.first].size();
  return 2.0 * static_cast<double>(common) / static_cast<double>(left.size() + right.size());
}

class RowMaker {
 public:
  RowMaker(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right)
      : m_left(left), m_right(right) {}

  void same(const Match& match) {
    gap(match.first, match.second);
    add(DiffRow::Kind::same, m_leftAt++, m_rightAt++);
  }
  std::vector<DiffRow> finish() {
    gap(m_left.size(), m_right.size());
    return std::move(m_rows);
  }

 private:
  static constexpr size_t filler = static_cast<size_t>(-1);

  void add(DiffRow::Kind kind, size_t left, size_t right) {
    m_rows.push_back({kind, static_cast<int>(left), static_cast<int>(right)});
  }

  void unpaired(size_t leftEnd, size_t rightEnd) {
    while (m_leftAt < leftEnd)
      add(DiffRow::Kind::removed, m_leftAt++, filler);
    while (m_rightAt < rightEnd)
      add(DiffRow::Kind::added, filler, m_rightAt++);
  }

  // Pairs lines in order so that their likenesses add up to the most.
  void gap(size_t leftEnd, size_t rightEnd) {
    const size_t rows = leftEnd - m_leftAt, columns = rightEnd - m_rightAt;
    if (rows > 0 && columns > 0 && rows * columns <= m_pairsLeft) {
      m_pairsLeft -= rows * columns;
      for (const Match& pair : resembling(rows, columns)) {
        unpaired(pair.first, pair.second);
        add(DiffRow::Kind::changed, m_leftAt++, m_rightAt++);
      }
    }
    unpaired(leftEnd, rightEnd);
  }

  std::vector<Match> resembling(size_t rows, size_t columns) const {
    const size_t width = columns + 1;
    std::vector<double> alike(rows * columns), best((rows + 1) * width, 0);
    for (size_t i = rows; i-- > 0;)
      for (size_t j = columns; j-- > 0;) {
        const double here = likeness(m_left[m_leftAt + i], m_right[m_rightAt + j]);
        alike[i * columns + j] = here >= resemblance ? here : 0;
        best[i * width + j] = std::max({best[(i + 1) * width + j], best[i * width + j + 1],
                                        alike[i * columns + j] + best[(i + 1) * width + j + 1]});
      }
    std::vector<Match> pairs;
    for (size_t i = 0, j = 0; i < rows && j < columns;) {
      const double now = best[i * width + j];
      if (now == best[(i + 1) * width + j])
        ++i;
      else if (now == best[i * width + j + 1])
        ++j;
      else
        pairs.emplace_back(m_leftAt + i++, m_rightAt + j++);
    }
    return pairs;
  }

  const std::vector<std::string_view>& m_left;
  const std::vector<std::string_view>& m_right;
  size_t m_leftAt = 0, m_rightAt = 0;
  size_t m_pairsLeft = mostPairs;
  std::vector<DiffRow> m_rows;
};

// The bytes of the words without a match, neighbours joined.
std::vector<ByteRange> unmatched(const std::vector<std::string_view>& words,
                                 const std::vector<bool>& matched) {
  std::vector<ByteRange> ranges;
  size_t at = 0;
  for (size_t i = 0; i < words.size(); at += words[i++].size()) {
    if (matched[i]) continue;
    if (!ranges.empty() && ranges.back().end == at)
      ranges.back().end += words[i].size();
    else
      ranges.push_back({at, at + words[i].size()});
  }
  return ranges;
}

}  // namespace

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

std::vector<DiffRow> diffLines(const std::vector<std::string_view>& left,
                               const std::vector<std::string_view>& right) {
  Numbers numbers;
  const std::vector<int> leftNumbers = numbers.of(left), rightNumbers = numbers.of(right);
  RowMaker rows(left, right);
  for (const Match& match : commonSubsequence(leftNumbers, rightNumbers))
    rows.same(match);
  return rows.finish();
}

std::vector<size_t> differences(const std::vector<DiffRow>& rows) {
  std::vector<size_t> starts;
  for (size_t i = 0; i < rows.size(); ++i)
    if (rows[i].kind != DiffRow::Kind::same && (i == 0 || rows[i - 1].kind == DiffRow::Kind::same))
      starts.push_back(i);
  return starts;
}

LineChanges changesWithin(std::string_view left, std::string_view right) {
  if (left.size() > longestLine || right.size() > longestLine) {
    if (left == right) return {};
    return {{{0, left.size()}}, {{0, right.size()}}};
  }
  const WordMatch match = matchWords(left, right);
  std::vector<bool> leftMatched(match.left.size()), rightMatched(match.right.size());
  for (const Match& one : match.matches)
    leftMatched[one.first] = rightMatched[one.second] = true;
  return {unmatched(match.left, leftMatched), unmatched(match.right, rightMatched)};
}

}  // namespace kw::view
