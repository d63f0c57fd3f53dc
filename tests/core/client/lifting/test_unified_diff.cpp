// SPDX-License-Identifier: GPL-3.0-or-later
// Diffs are those that patch reads.
#include <QTest>

#include "client/lifting/unified_diff.h"
#include "support/printing.h"

using kw::lifting::unifiedDiff;

namespace {

std::string numbered(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i)
    text += std::to_string(i) + "\n";
  return text;
}

}  // namespace

class TestUnifiedDiff : public QObject {
  Q_OBJECT

 private slots:
  void equalTextsDoNotDiffer() {
    QCOMPARE(unifiedDiff("a\nb\n", "a\nb\n", "x", "y"), std::string());
  }

  void aChangeStandsInThreeLinesOfContext() {
    std::string after = numbered(1, 20);
    after.replace(after.find("10\n"), 3, "ten\nmore\n");
    QCOMPARE(unifiedDiff(numbered(1, 20), after, "a", "b"),
             std::string(
                 "--- a\n+++ b\n@@ -7,7 +7,8 @@\n 7\n 8\n 9\n-10\n+ten\n+more\n 11\n 12\n 13\n"));
  }

  void distantChangesAreHunksOfTheirOwn() {
    std::string after = numbered(2, 30);
    after.replace(after.find("25\n"), 3, "");
    QCOMPARE(unifiedDiff(numbered(1, 30), after, "a", "b"),
             std::string("--- a\n+++ b\n@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n@@ -22,7 +21,6 @@\n 22\n "
                         "23\n 24\n-25\n 26\n 27\n 28\n"));
  }

  void emptyTextsAndMissingLineEndsAreSaid() {
    QCOMPARE(unifiedDiff("", "a", "x", "y"),
             std::string("--- x\n+++ y\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n"));
    QCOMPARE(unifiedDiff("a\n", "", "x", "y"), std::string("--- x\n+++ y\n@@ -1 +0,0 @@\n-a\n"));
  }

  void veryLongChangesAreShownWhole() {
    const std::string diff = unifiedDiff(numbered(1, 5000), numbered(5001, 10000), "a", "b");
    QCOMPARE(std::ranges::count(diff, '-'), 5000 + 4);
  }
};

QTEST_APPLESS_MAIN(TestUnifiedDiff)
#include "test_unified_diff.moc"
