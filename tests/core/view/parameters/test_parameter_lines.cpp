// SPDX-License-Identifier: GPL-3.0-or-later
// Strokes stand for all lines, brushes filter them, and values are ranked by what was measured.
#include <QTest>
#include <algorithm>
#include <random>

#include "view/parameters/line_bundles.h"
#include "view/parameters/parameter_lines.h"

using namespace kw;
using namespace kw::view;

namespace {

Space space() {
  Space made;
  made.parameters = {{"BLOCK", {int64_t{64}, int64_t{128}, int64_t{256}}, "threads"},
                     {"VEC", {int64_t{1}, int64_t{4}}, ""}};
  return made;
}

CandidateRow row(size_t number, int64_t block, int64_t vec, double milliseconds,
                 VerdictKind verdict = VerdictKind::verified) {
  CandidateRow made;
  made.key = std::to_string(number);
  made.candidate.isTemplate = true;
  made.candidate.configuration = Configuration({{"BLOCK", block}, {"VEC", vec}});
  made.verdict = verdict;
  made.geomean = milliseconds;
  return made;
}

CandidateList list(size_t count) {
  std::mt19937 random(9);
  std::vector<CandidateRow> rows;
  for (size_t i = 0; i < count; ++i)
    rows.push_back(row(i, int64_t{64} << random() % 3, random() % 2 ? 4 : 1,
                       1 + static_cast<double>(random() % 1000) / 100,
                       random() % 10 == 0 ? VerdictKind::wrong : VerdictKind::verified));
  CandidateList made;
  made.append(std::move(rows));
  return made;
}

ParameterLines lines(const CandidateList& candidates) {
  const Space parameters = space();
  ParameterLines made;
  made.build(&parameters, candidates, {}, {});
  return made;
}

LineBundles bundles(const ParameterLines& from, Brushes brushes = {}) {
  LineBundles made;
  made.reset(from, {0, 1}, {1, 20}, std::move(brushes));
  return made;
}

bool has(const std::vector<Stroke>& strokes, uint16_t gap, uint16_t from, uint16_t to) {
  return std::any_of(strokes.begin(), strokes.end(), [&](const Stroke& stroke) {
    return stroke.gap == gap && stroke.from == from && stroke.to == to;
  });
}

}  // namespace

class TestParameterLines : public QObject {
  Q_OBJECT

 private slots:
  void theFastestAreCutOffExactly() {
    std::vector<CandidateRow> rows;
    for (size_t i = 0; i < 40; ++i)
      rows.push_back(row(i, i % 2 ? 64 : 128, 1, static_cast<double>(1 + i / 4)));
    CandidateList candidates;
    candidates.append(std::move(rows));
    const ParameterLines all = lines(candidates);
    Brushes brushes;
    brushes.cut = all.fastest(6, brushes);  // in the midst of equally fast ones
    QCOMPARE(all.countPassing(brushes), size_t{6});
    QVERIFY(all.passes(5, brushes));
    QVERIFY(!all.passes(6, brushes));
    Brushes filtered{.values = {{0, 0, 0}}};
    filtered.cut = all.fastest(6, filtered);
    QCOMPARE(all.countPassing(filtered), size_t{6});
    QVERIFY(!all.passes(0, filtered));
    QVERIFY(!all.fastest(40, {}));
    QCOMPARE(bundles(all, brushes).passing(), size_t{6});
    QVERIFY(bundles(all, brushes).contextStrokes().empty());
  }

  void portionsComeToTheSame() {
    const CandidateList candidates = list(100);
    const Space parameters = space();
    ParameterLines portions;
    portions.build(&parameters, candidates, {}, {}, 30);
    QCOMPARE(portions.size(), size_t{30});
    while (!portions.isComplete(candidates))
      portions.append(candidates, 30);
    const ParameterLines whole = lines(candidates);
    QCOMPARE(portions.size(), whole.size());
    QCOMPARE(portions.timed(), whole.timed());
    QCOMPARE(portions.lowest(), whole.lowest());
  }

  void everyLineIsInTheStrokes() {
    const ParameterLines all = lines(list(500));
    const LineBundles made = bundles(all);
    size_t strokes = 0;
    for (int level = 0; level < LineBundles::levels; ++level)
      strokes += made.strokes(level).size();
    QVERIFY(strokes < 2 * all.timed());
    for (size_t line = 0; line < all.size(); ++line) {
      if (all.failed(line)) continue;
      const auto& own = made.strokes(made.levelOf(all.milliseconds(line)));
      QVERIFY(has(own, 0, all.value(line, 0), all.value(line, 1)));
      QVERIFY(has(own, 1, all.value(line, 1), made.timeBin(all.milliseconds(line))));
    }
    QCOMPARE(made.passing(), all.timed());
    QCOMPARE(made.drawnLines(), all.timed());
    QVERIFY(!made.failedStrokes().empty());
  }

  void appendingGivesWhatStartingOverGives() {
    const CandidateList candidates = list(300);
    CandidateList growing;
    ParameterLines all = lines(growing);
    LineBundles made = bundles(all);
    for (const CandidateRow& each : candidates.all()) {
      growing.append({each});
      all.append(growing);
      made.append(all);
    }
    const LineBundles atOnce = bundles(lines(candidates));
    for (int level = 0; level < LineBundles::levels; ++level)
      QCOMPARE(made.strokes(level).size(), atOnce.strokes(level).size());
    QVERIFY(!made.append(all));
  }

  void brushesLeaveLinesOutButKeepThemInSight() {
    const ParameterLines all = lines(list(500));
    const Brushes brushes{{{.axis = 0, .first = 1, .last = 2}}, 2, 6};
    const LineBundles made = bundles(all, brushes);
    size_t passing = 0;
    for (size_t line = 0; line < all.size(); ++line)
      passing +=
          all.milliseconds(line) >= 2 && all.milliseconds(line) <= 6 && all.value(line, 0) >= 1;
    QCOMPARE(made.passing(), passing);
    QVERIFY(passing > 0 && passing < all.timed());
    QVERIFY(!made.contextStrokes().empty());
  }

  void valuesStandWithTheirBestAndMedian() {
    const ParameterLines all = lines(list(501));
    const std::vector<ValueStanding> standings = all.standings(0, {});
    size_t counted = 0;
    for (uint16_t value = 0; value < 3; ++value) {
      std::vector<double> times;
      for (size_t line = 0; line < all.size(); ++line)
        if (all.value(line, 0) == value && all.milliseconds(line) > 0)
          times.push_back(all.milliseconds(line));
      std::sort(times.begin(), times.end());
      const size_t half = times.size() / 2;
      const double median = times.size() % 2 ? times[half] : (times[half - 1] + times[half]) / 2;
      QCOMPARE(standings[value].count, times.size());
      QCOMPARE(standings[value].best, times.front());
      QVERIFY(std::abs(standings[value].median - median) < 1e-6);
      counted += times.size();
    }
    QCOMPARE(counted, all.timed());
  }

  void valuesThatTheSpaceDoesNotHaveBreakTheLine() {
    CandidateList candidates;
    candidates.append({row(1, 999, 4, 2), row(2, 64, 4, 3)});
    const ParameterLines all = lines(candidates);
    QCOMPARE(all.value(0, 0), ParameterLines::unknown);
    const LineBundles made = bundles(all);
    QCOMPARE(made.strokes(made.levelOf(2)).size(), size_t{1});
    QCOMPARE(all.standings(0, {})[0].count, size_t{1});
    QCOMPARE(*all.lineOf(1), size_t{1});
    QVERIFY(!all.lineOf(7));
  }

  void withoutASpaceThereIsNothing() {
    ParameterLines all;
    all.build(nullptr, list(10), {}, {});
    QVERIFY(all.axes().empty());
    QCOMPARE(all.size(), size_t{0});
    QVERIFY(!bundles(lines(CandidateList())).append(lines(CandidateList())));
  }

  void rangesOfTimeGrowToRoundValues() {
    Range range = grown({0, 0}, 1.13, 1.9);
    QCOMPARE(range, (Range{1, 2}));
    range = grown(range, 0.52, 0.6);
    QCOMPARE(range, (Range{0.5, 2}));
    QCOMPARE(grown(range, 0, 0), range);
    QVERIFY(grown({0, 0}, 1, 1).high > 1);
  }
};

QTEST_APPLESS_MAIN(TestParameterLines)
#include "test_parameter_lines.moc"
