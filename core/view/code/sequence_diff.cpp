// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/code/sequence_diff.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>

namespace kw::view {

namespace {

using Sequence = std::span<const int>;

class Comparison {
 public:
  Comparison(Sequence left, Sequence right, size_t mostEdits)
      : m_left(left), m_right(right), m_mostEdits(mostEdits) {}

  std::vector<Match> run() {
    compare(0, m_left.size(), 0, m_right.size());
    return std::move(m_matches);
  }

 private:
  void compare(size_t left, size_t leftEnd, size_t right, size_t rightEnd) {
    while (left < leftEnd && right < rightEnd && m_left[left] == m_right[right])
      m_matches.emplace_back(left++, right++);
    size_t tail = 0;
    while (leftEnd - tail > left && rightEnd - tail > right &&
           m_left[leftEnd - tail - 1] == m_right[rightEnd - tail - 1])
      ++tail;
    compareMiddle(left, leftEnd - tail, right, rightEnd - tail);
    for (size_t i = tail; i > 0; --i)
      m_matches.emplace_back(leftEnd - i, rightEnd - i);
  }

  void compareMiddle(size_t left, size_t leftEnd, size_t right, size_t rightEnd) {
    if (left == leftEnd || right == rightEnd) return;
    if (auto found = shortestEdit(left, leftEnd, right, rightEnd)) {
      for (const auto& [a, b] : *found)
        m_matches.emplace_back(left + a, right + b);
      return;
    }
    const std::vector<Match> fixed = anchors(left, leftEnd, right, rightEnd);
    for (const auto& [a, b] : fixed) {
      compare(left, a, right, b);
      m_matches.emplace_back(a, b);
      left = a + 1;
      right = b + 1;
    }
    // Without an anchor the parts would be the same again.
    if (!fixed.empty()) compare(left, leftEnd, right, rightEnd);
  }

  // Myers' greedy search with a trace; nothing where it needs more than the most edits.
  std::optional<std::vector<Match>> shortestEdit(size_t left, size_t leftEnd, size_t right,
                                                 size_t rightEnd) const {
    const Sequence a = m_left.subspan(left, leftEnd - left);
    const Sequence b = m_right.subspan(right, rightEnd - right);
    const auto n = static_cast<long>(a.size()), m = static_cast<long>(b.size());
    const long most = std::min(n + m, static_cast<long>(m_mostEdits));
    // reached[d][k + d]: how far on the left diagonal k gets with d edits.
    std::vector<std::vector<int>> reached;
    for (long d = 0; d <= most; ++d) {
      reached.emplace_back(static_cast<size_t>(2 * d + 1), -1);
      for (long k = -d; k <= d; k += 2) {
        long x = d == 0 ? 0 : stepTo(reached[static_cast<size_t>(d - 1)], d, k);
        if (x > n || x - k > m) continue;
        while (x < n && x - k < m && a[static_cast<size_t>(x)] == b[static_cast<size_t>(x - k)])
          ++x;
        reached.back()[static_cast<size_t>(k + d)] = static_cast<int>(x);
        if (x >= n && x - k >= m) return walkBack(reached, n, m);
      }
    }
    return std::nullopt;
  }

  // Where diagonal k begins with its d-th edit: one down from k + 1 or one right from k - 1.
  static long stepTo(const std::vector<int>& before, long d, long k) {
    const auto at = [&](long diagonal) {
      const long place = diagonal + d - 1;
      return place < 0 || place >= static_cast<long>(before.size())
                 ? -1L
                 : static_cast<long>(before[static_cast<size_t>(place)]);
    };
    const long down = at(k + 1), across = at(k - 1);
    if (down < 0 && across < 0) return std::numeric_limits<int>::max();  // outside both
    return across < 0 || (down >= 0 && down > across) ? down : across + 1;
  }

  static std::vector<Match> walkBack(const std::vector<std::vector<int>>& reached, long x, long y) {
    std::vector<Match> matches;
    for (auto d = static_cast<long>(reached.size()) - 1; d >= 0; --d) {
      const long k = x - y;
      const long begin = d == 0 ? 0 : stepTo(reached[static_cast<size_t>(d - 1)], d, k);
      for (; x > begin; --x, --y)
        matches.emplace_back(static_cast<size_t>(x - 1), static_cast<size_t>(y - 1));
      if (d == 0) break;
      // The edit before: down keeps x, across keeps y.
      if (cameDown(reached[static_cast<size_t>(d - 1)], d, k))
        --y;
      else
        --x;
    }
    std::reverse(matches.begin(), matches.end());
    return matches;
  }

  static bool cameDown(const std::vector<int>& before, long d, long k) {
    const long place = k + d;  // of diagonal k + 1 in `before`
    return place >= 0 && place < static_cast<long>(before.size()) &&
           before[static_cast<size_t>(place)] >= 0 &&
           before[static_cast<size_t>(place)] == stepTo(before, d, k);
  }

  // Elements that occur once on each side, the longest ascending run of them (patience).
  std::vector<Match> anchors(size_t left, size_t leftEnd, size_t right, size_t rightEnd) const {
    struct Seen {
      size_t lefts = 0, rights = 0, rightPlace = 0;
    };
    std::unordered_map<int, Seen> seen;
    for (size_t i = left; i < leftEnd; ++i)
      ++seen[m_left[i]].lefts;
    for (size_t i = right; i < rightEnd; ++i) {
      Seen& one = seen[m_right[i]];
      ++one.rights;
      one.rightPlace = i;
    }
    std::vector<Match> once;
    for (size_t i = left; i < leftEnd; ++i)
      if (const Seen& one = seen[m_left[i]]; one.lefts == 1 && one.rights == 1)
        once.emplace_back(i, one.rightPlace);
    return ascending(once);
  }

  static std::vector<Match> ascending(const std::vector<Match>& all) {
    std::vector<size_t> ends, before(all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      const auto place = std::lower_bound(ends.begin(), ends.end(), i, [&](size_t a, size_t b) {
        return all[a].second < all[b].second;
      });
      before[i] = place == ends.begin() ? i : *(place - 1);
      if (place == ends.end())
        ends.push_back(i);
      else
        *place = i;
    }
    std::vector<Match> run;
    if (ends.empty()) return run;
    for (size_t i = ends.back(), left = ends.size(); left > 0; --left, i = before[i])
      run.push_back(all[i]);
    std::reverse(run.begin(), run.end());
    return run;
  }

  Sequence m_left, m_right;
  size_t m_mostEdits;
  std::vector<Match> m_matches;
};

}  // namespace

std::vector<Match> commonSubsequence(std::span<const int> left, std::span<const int> right,
                                     size_t mostEdits) {
  return Comparison(left, right, mostEdits).run();
}

}  // namespace kw::view
