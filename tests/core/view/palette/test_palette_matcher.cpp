// SPDX-License-Identifier: GPL-3.0-or-later
// A few letters find the action that was meant.
#include <QTest>

#include "view/palette/matcher.h"

using namespace kw::view;

namespace {

std::u16string first(std::u16string_view query, std::vector<std::u16string> texts) {
  std::vector<PaletteEntry> entries;
  for (std::u16string& text : texts)
    entries.push_back({std::move(text)});
  const std::vector<RankedEntry> ranked = rank(query, entries);
  return ranked.empty() ? u"" : entries[ranked.front().index].text;
}

}  // namespace

class TestPaletteMatcher : public QObject {
  Q_OBJECT

 private slots:
  void lettersMustComeInOrder() {
    QVERIFY(match(u"tune", u"Tune: start tuning"));
    QVERIFY(match(u"tng", u"Tuning"));
    QVERIFY(!match(u"gnt", u"Tuning"));
    QVERIFY(!match(u"tuningg", u"Tuning"));
    QVERIFY(!match(u"x", u""));
  }

  void wordsMayComeInAnyOrder() {
    const auto found = match(u"heat save", u"Save picture Heat map");
    QVERIFY(found);
    QCOMPARE(found->positions, (std::vector<size_t>{0, 1, 2, 3, 13, 14, 15, 16}));
    QVERIFY(!match(u"heat sieve", u"Save picture Heat map"));
    QCOMPARE(first(u"save heat", {u"Heat of what is to be saved", u"Save picture Heat map"}),
             std::u16string(u"Save picture Heat map"));
  }

  void caseAndBlanksDoNotMatter() {
    QVERIFY(match(u"COPY tsv", u"copy as TSV"));
    QVERIFY(match(u"ÄN", u"Fenster ändern"));
  }

  void anEmptyQueryMatchesEverythingAlike() {
    QCOMPARE(match(u"", u"Tune")->score, 0);
    QCOMPARE(match(u"  ", u"Tune")->score, 0);
    QVERIFY(match(u"", u"")->positions.empty());
  }

  void startsOfWordsAreTakenWhereThereAreSome() {
    // Not the t and the c that come first.
    const auto found = match(u"tc", u"Start comparing; to Candidates");
    QVERIFY(found);
    QCOMPARE(found->positions, (std::vector<size_t>{17, 20}));
  }

  void lettersInARowAreTakenWhereThereAreSome() {
    const auto found = match(u"own", u"to what is down");
    QVERIFY(found);
    QCOMPARE(found->positions, (std::vector<size_t>{12, 13, 14}));
  }

  void theMeantOneStandsFirst() {
    QCOMPARE(first(u"cb", {u"Scrub", u"Compare with baseline", u"Combine"}),
             std::u16string(u"Compare with baseline"));
    QCOMPARE(first(u"stop", {u"Select the optimum", u"Show template options", u"Stop"}),
             std::u16string(u"Stop"));
    QCOMPARE(first(u"dark", {u"Discard marks", u"Dark theme"}), std::u16string(u"Dark theme"));
  }

  void withoutAQueryThoseRunLatelyComeFirst() {
    const std::vector<RankedEntry> ranked =
        rank(u"", {{u"A", true, -1}, {u"B", true, 1}, {u"C", false, -1}, {u"D", true, 0}});
    std::vector<size_t> order;
    for (const RankedEntry& entry : ranked)
      order.push_back(entry.index);
    QCOMPARE(order, (std::vector<size_t>{3, 1, 0, 2}));
  }

  void ofEqualsWhatCanBeRunComesFirst() {
    const std::vector<RankedEntry> ranked = rank(u"re", {{u"Reset", false}, {u"Redo", true}});
    QCOMPARE(ranked.front().index, size_t{1});
  }

  void veryLongTextsAreMatchedUpToALimit() {
    const std::u16string text = std::u16string(100'000, u'a') + u"z";
    QVERIFY(match(u"aaaa", text));
    QVERIFY(!match(u"z", text));
  }
};

QTEST_APPLESS_MAIN(TestPaletteMatcher)
#include "test_palette_matcher.moc"
