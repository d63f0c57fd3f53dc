// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of two texts side by side.
#include <QTest>
#include <random>

#include "support/printing.h"
#include "view/code/line_diff.h"
#include "view/code/sequence_diff.h"

using namespace kw;
using view::ByteRange;
using view::DiffRow;
using Kind = view::DiffRow::Kind;

namespace {

size_t longestCommon(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<std::vector<size_t>> best(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j)
      best[i + 1][j + 1] = a[i] == b[j] ? best[i][j] + 1 : std::max(best[i][j + 1], best[i + 1][j]);
  return best[a.size()][b.size()];
}

bool isCommonSubsequence(const std::vector<view::Match>& matches, const std::vector<int>& a,
                         const std::vector<int>& b) {
  for (size_t i = 0; i < matches.size(); ++i) {
    if (a.at(matches[i].first) != b.at(matches[i].second)) return false;
    if (i > 0 &&
        (matches[i - 1].first >= matches[i].first || matches[i - 1].second >= matches[i].second))
      return false;
  }
  return true;
}

std::vector<int> randomNumbers(std::mt19937& random, size_t most, int kinds) {
  std::vector<int> numbers(random() % (most + 1));
  for (int& number : numbers)
    number = static_cast<int>(random() % static_cast<unsigned>(kinds));
  return numbers;
}

// Every line once, in order, and `same` only where the lines are.
std::string faultOf(const std::vector<DiffRow>& rows, const std::vector<std::string_view>& left,
                    const std::vector<std::string_view>& right) {
  int leftAt = 0, rightAt = 0;
  for (const DiffRow& row : rows) {
    if (row.left >= 0 && row.left != leftAt++) return "left line out of order";
    if (row.right >= 0 && row.right != rightAt++) return "right line out of order";
    const bool both = row.left >= 0 && row.right >= 0;
    if (both != (row.kind == Kind::same || row.kind == Kind::changed)) return "filler and kind";
    if (row.kind == Kind::added && row.right < 0) return "added without a line";
    if (both && (left[static_cast<size_t>(row.left)] == right[static_cast<size_t>(row.right)]) !=
                    (row.kind == Kind::same))
      return "same or changed wrongly";
  }
  if (leftAt != static_cast<int>(left.size()) || rightAt != static_cast<int>(right.size()))
    return "a line is missing";
  return {};
}

std::vector<DiffRow> rowsOf(std::string_view left, std::string_view right) {
  return view::diffLines(view::linesOf(left), view::linesOf(right));
}

}  // namespace

class TestLineDiff : public QObject {
  Q_OBJECT

 private slots:
  void whatIsCommonIsALongestCommonSubsequence() {
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
      const int kinds = 1 + static_cast<int>(random() % 6);
      const std::vector<int> a = randomNumbers(random, 14, kinds);
      const std::vector<int> b = randomNumbers(random, 14, kinds);
      const auto matches = view::commonSubsequence(a, b);
      QVERIFY(isCommonSubsequence(matches, a, b));
      QCOMPARE(matches.size(), longestCommon(a, b));
    }
  }

  void withFewEditsAllowedItIsStillACommonSubsequence() {
    std::mt19937 random(5);
    for (int round = 0; round < 500; ++round) {
      const std::vector<int> a = randomNumbers(random, 60, 40);
      const std::vector<int> b = randomNumbers(random, 60, 40);
      QVERIFY(isCommonSubsequence(view::commonSubsequence(a, b, 4), a, b));
    }
  }

  void rowsHoldEveryLineOnceAndInOrder() {
    static const std::vector<std::string_view> lines = {
        "",  "}", "  for (int i = 0; i < n; ++i)", "  for (int k = 0; k < n; ++k)",
        "{", "x", "  sum += a[i] * b[i];",         "  sum += a[k] * c[k];"};
    std::mt19937 random(9);
    for (int round = 0; round < 1000; ++round) {
      std::vector<std::string_view> left, right;
      for (const int number : randomNumbers(random, 12, 8))
        left.push_back(lines[static_cast<size_t>(number)]);
      for (const int number : randomNumbers(random, 12, 8))
        right.push_back(lines[static_cast<size_t>(number)]);
      const std::string fault = faultOf(view::diffLines(left, right), left, right);
      QVERIFY2(fault.empty(), fault.c_str());
    }
  }

  void aLineThatResemblesAnotherSharesItsRow() {
    const auto rows = rowsOf("a\nint x = 4;\nb\n", "a\n// new\nint x = 8;\nb\n");
    const std::vector<DiffRow> wanted = {
        {Kind::same, 0, 0}, {Kind::added, -1, 1}, {Kind::changed, 1, 2}, {Kind::same, 2, 3}};
    QVERIFY(rows == wanted);
    QCOMPARE(view::differences(rows), std::vector<size_t>{1});
  }

  void emptyTextsHaveNoRowsAndOneSideOnlyHasFillers() {
    QVERIFY(rowsOf("", "").empty());
    QVERIFY(
        (rowsOf("", "a\nb") == std::vector<DiffRow>{{Kind::added, -1, 0}, {Kind::added, -1, 1}}));
    QVERIFY((rowsOf("a", "") == std::vector<DiffRow>{{Kind::removed, 0, -1}}));
  }

  void lineEndsOfEitherKindDoNotCount() {
    QVERIFY((rowsOf("a\r\nb\r\n", "a\nb") ==
             std::vector<DiffRow>{{Kind::same, 0, 0}, {Kind::same, 1, 1}}));
  }

  void hugeTextsWithoutMuchInCommonAreStillCompared() {
    std::string left, right;
    for (int i = 0; i < 30000; ++i) {
      left += "left " + std::to_string(i) + "\n";
      right += "right " + std::to_string(i) + "\n";
      if (i % 100 == 0) left += "shared " + std::to_string(i) + "\n";
      if (i % 100 == 50) right += "shared " + std::to_string(i - 50) + "\n";
    }
    const auto leftLines = view::linesOf(left), rightLines = view::linesOf(right);
    const auto rows = view::diffLines(leftLines, rightLines);
    const std::string fault = faultOf(rows, leftLines, rightLines);
    QVERIFY2(fault.empty(), fault.c_str());
    QCOMPARE(std::count_if(rows.begin(), rows.end(),
                           [](const DiffRow& row) { return row.kind == Kind::same; }),
             300);
  }

  void changesWithinALineAreWholeWords() {
    const auto changes = view::changesWithin("x = a * 128 + b;", "x = a * 256 + b;");
    QVERIFY((changes.left == std::vector<ByteRange>{{8, 11}}));
    QVERIFY((changes.right == std::vector<ByteRange>{{8, 11}}));
    QVERIFY(view::changesWithin("same", "same").left.empty());
  }

  void changesWithinALineNeverCutACharacterApart() {
    const auto changes = view::changesWithin("// größe é", "// größe è");
    QCOMPARE(changes.left.size(), size_t{1});
    QVERIFY((changes.left.front() == ByteRange{11, 13}));
  }
};

QTEST_APPLESS_MAIN(TestLineDiff)
#include "test_line_diff.moc"
