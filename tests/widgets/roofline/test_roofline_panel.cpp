// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline: what it shows and says, and that it shares its candidates with the other panels.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <set>

#include "widgets/plots/line_labels.h"
#include "widgets/plots/panel_fixture.h"
#include "widgets/roofline/roofline_panel.h"

using namespace kw;
using test::Opened;

namespace {

DeviceInfo peakDevice() {
  DeviceInfo device = test::sampleDevice();
  device.measuredPeaks = {{"dram_copy_bytes_per_second", 4e12},
                          {"dram_read_bytes_per_second", 4.5e12},
                          {"fp32_flops_per_second", 6e13}};
  return device;
}

struct Shown : Opened {
  RooflinePanel panel;

  explicit Shown(size_t count) : Opened(count), panel(content, selection) {
    content.setDevice(peakDevice());
    test::show(panel);
  }
  QString said(const char* name) const {
    return panel.findChild<QLabel*>(QString::fromLatin1(name))->text();
  }
  QPoint placeOf(size_t point) {
    const view::RooflinePoint& one = panel.points().points()[point];
    return panel.plot().positionOf({one.x, one.y, 0}).toPoint();
  }
  // Of a candidate that works for all cases.
  Profile profileOf(Selection::Id id) const {
    Profile profile;
    profile.candidate = content.candidates()[id].candidate;
    profile.caseName = panel.findChild<QComboBox*>()->currentText().toStdString();
    profile.deviceId = content.candidates()[id].deviceId;
    profile.regime = "memory-bound";
    profile.title = "DRAM bandwidth";
    profile.values = {{"dram_bytes", {3e9, "byte", Provenance::derived, ""}},
                      {"l2_bytes", {5e9, "byte", Provenance::measured, ""}}};
    return profile;
  }
};

}  // namespace

class TestRooflinePanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    test::failOnWarnings();
    Theme::instance().setName(ThemeName::light);
  }

  void anEmptyPanelSaysWhatToDo() {
    Content content;
    Selection selection;
    RooflinePanel panel(content, selection);
    test::show(panel);
    QVERIFY(panel.plot().isEmpty());
    QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("rooflineTitle"))->text(),
             QStringLiteral("Roofline"));
    QTest::mouseClick(panel.plot().viewport(), Qt::LeftButton);
    QTest::keyClick(&panel.plot(), Qt::Key_Right);
    QVERIFY(!selection.hovered());
  }

  void theHeaviestCaseIsShownFirst() {
    Shown shown(30);
    QTRY_COMPARE(shown.panel.plot().grid().size(), size_t{28});  // the source and those verified
    QCOMPARE(shown.said("rooflineTitle"), QStringLiteral("Roofline, case prefill, cold"));
    QVERIFY(shown.said("rooflineFootnote").contains(QStringLiteral("3 of 30 failed")));
    QVERIFY(shown.said("rooflineFootnote").contains(QStringLiteral("No bytes were counted")));
    QVERIFY(shown.said("rooflineFootnote").contains(QStringLiteral("No roof of L2, L1")));
    test::checkNames(shown.panel);
  }

  void theSentenceIsAboutTheSelectedCandidateOrTheBest() {
    Shown shown(30);
    QTRY_VERIFY(!shown.panel.plot().isEmpty());
    const auto best = *shown.content.candidates().best();
    const auto nameOf = [&](Selection::Id id) {
      QString name = QString::fromStdString(shown.content.candidates()[id].candidate.label());
      return name.replace(QLatin1Char(','), QLatin1String(", "));
    };
    QVERIFY(shown.said("rooflineSentence").startsWith(nameOf(best)));
    QVERIFY(shown.said("rooflineSentence").contains(QStringLiteral("(measured)")));
    QVERIFY(shown.said("rooflineSentence").contains(QStringLiteral("(modelled")));
    shown.selection.selectOnly(2);
    QVERIFY(shown.said("rooflineSentence").startsWith(nameOf(2)));
  }

  void pointsAreShared() {
    Shown shown(30);
    QTRY_COMPARE(shown.panel.plot().grid().size(), size_t{28});
    QTest::mouseMove(shown.panel.plot().viewport(), shown.placeOf(6));
    QTRY_VERIFY(shown.selection.hovered());
    QVERIFY(shown.panel.plot().accessibleDescription().contains(QStringLiteral("prefill")));
    QTest::mouseClick(shown.panel.plot().viewport(), Qt::LeftButton, {}, shown.placeOf(6));
    QCOMPARE(shown.selection.selected().size(), size_t{1});
    shown.selection.hover(3);
    QVERIFY(shown.panel.plot().accessibleDescription().contains(QStringLiteral("operations")));
  }

  void theKeysReachEveryPoint() {
    Shown shown(30);
    QTRY_COMPARE(shown.panel.plot().grid().size(), size_t{28});
    auto* cases = shown.panel.findChild<QComboBox*>();
    cases->setCurrentIndex(cases->count() - 1);
    Q_EMIT cases->activated(cases->count() - 1);
    QTRY_COMPARE(shown.panel.plot().grid().size(), size_t{56});
    QCOMPARE(shown.said("rooflineTitle"), QStringLiteral("Roofline, all cases, cold"));
    shown.panel.plot().setFocus();
    std::set<Selection::Id> reached;
    for (int i = 0; i < 70; ++i) {
      QTest::keyClick(&shown.panel.plot(), Qt::Key_Up);
      if (shown.selection.hovered()) reached.insert(*shown.selection.hovered());
      QTest::keyClick(&shown.panel.plot(), Qt::Key_Right);
      if (shown.selection.hovered()) reached.insert(*shown.selection.hovered());
    }
    for (int i = 0; i < 70; ++i) {
      QTest::keyClick(&shown.panel.plot(), Qt::Key_Down);
      if (shown.selection.hovered()) reached.insert(*shown.selection.hovered());
    }
    QCOMPARE(reached.size(), size_t{28});
    QTest::keyClick(&shown.panel.plot(), Qt::Key_Return);
    QCOMPARE(shown.selection.current(), shown.selection.hovered());
  }

  void profiledCandidatesHaveAPointForEachLevel() {
    Shown shown(30);
    QTRY_COMPARE(shown.panel.plot().grid().size(), size_t{28});
    shown.content.setProfiles({shown.profileOf(2)});
    QTRY_COMPARE(shown.panel.plot().grid().size(), size_t{29});
    QVERIFY(
        shown.said("rooflineFootnote").contains(QStringLiteral("Bytes were counted of 1 of 30")));
    shown.selection.selectOnly(2);
    QVERIFY(
        shown.said("rooflineSentence").contains(QStringLiteral("is memory-bound: DRAM bandwidth")));
  }

  void resultsAppearWhileTheyCome() {
    Shown shown(0);
    QVERIFY(shown.panel.plot().isEmpty());
    for (const view::CandidateRow& row : test::sampleRows(*shown.problem, 200))
      shown.content.appendCandidates({row});
    QTRY_COMPARE(shown.panel.plot().grid().size(), size_t{179});
    shown.content.resetCandidates(test::sampleRows(*shown.problem, 20));
    QTRY_COMPARE(shown.panel.plot().grid().size(), size_t{19});
  }

  void choicesAreSavedAndRestored() {
    Shown shown(30);
    shown.panel.restoreState({{QStringLiteral("case"), QStringLiteral("decode")},
                              {QStringLiteral("datasheet"), false},
                              {QStringLiteral("path"), false}});
    QTRY_COMPARE(shown.said("rooflineTitle"), QStringLiteral("Roofline, case decode, cold"));
    const QVariantMap state = shown.panel.saveState();
    QCOMPARE(state.value(QStringLiteral("case")).toString(), QStringLiteral("decode"));
    QVERIFY(!state.value(QStringLiteral("datasheet")).toBool());
    QVERIFY(!state.value(QStringLiteral("path")).toBool());
  }

  void aProblemWithoutOperationsShowsBandwidth() {
    Content content;
    Selection selection;
    const auto problem = std::make_shared<const LoadedProblem>(test::libraryProblem("transpose"));
    content.setProblem(problem);
    content.setDevice(peakDevice());
    RooflinePanel panel(content, selection);
    test::show(panel);
    content.resetCandidates(test::sampleRows(*problem, 20));
    QTRY_VERIFY(!panel.plot().isEmpty());
    QVERIFY(panel.points().isBandwidth());
    QVERIFY(panel.findChild<QLabel*>(QStringLiteral("rooflineFootnote"))
                ->text()
                .contains(QStringLiteral("no intensity")));
    QVERIFY(panel.plot().shownX().high >= 20);
  }

  void linesAreCutToWhatIsSeen() {
    const QRectF area(0, 0, 10, 10);
    const auto part = visiblePart({-10, 20}, {20, -10}, area);  // y = 10 - x
    QVERIFY(part);
    QVERIFY((part->first - QPointF(0, 10)).manhattanLength() < 1e-9);
    QVERIFY((part->second - QPointF(10, 0)).manhattanLength() < 1e-9);
    QVERIFY(!visiblePart({-5, -1}, {20, -1}, area));
    QVERIFY(!visiblePart({std::nan(""), 1}, {20, 1}, area));
  }

  // The legend stands over the area: words of a roof just under its top edge stand below the roof.
  void wordsOfALineStayInTheArea() {
    const QRectF area(20, 40, 400, 200);
    QImage paper(440, 260, QImage::Format_ARGB32_Premultiplied);
    const auto inkedRows = [&](double y) {
      paper.fill(Qt::white);
      QPainter painter(&paper);
      painter.setFont(Theme::instance().interfaceFont());
      LineLabelPainter(painter, area)
          .paint(QStringLiteral("fp32 60.0 Top/s"), {20, y}, {420, y}, Qt::black);
      painter.end();
      std::pair<int, int> rows{paper.height(), -1};
      for (int row = 0; row < paper.height(); ++row)
        for (int column = 0; column < paper.width(); ++column)
          if (qGray(paper.pixel(column, row)) < 128)
            rows = {std::min(rows.first, row), std::max(rows.second, row)};
      return rows;
    };
    const auto [top, bottom] = inkedRows(42);
    QVERIFY(top > 42 && bottom < 70);
    const auto [above, end] = inkedRows(120);
    QVERIFY(above > 90 && above < end && end < 120);
  }

  void everyActionHasANameAndATitle() {
    Shown shown(0);
    for (const QAction* action : shown.panel.panelActions()) {
      QVERIFY(action->objectName().startsWith(QStringLiteral("roofline.")));
      QVERIFY(!action->text().isEmpty());
    }
  }

  // With KW_SHOTS=FOLDER, pictures to look at.
  void picturesToLookAt() {
    const QString folder = qEnvironmentVariable("KW_SHOTS");
    if (folder.isEmpty()) QSKIP("KW_SHOTS names no folder");
    for (const ThemeName theme : {ThemeName::light, ThemeName::dark})
      for (const QSize size : {QSize(900, 600), QSize(420, 320)}) {
        Theme::instance().setName(theme);
        Shown shown(200);
        DeviceInfo device = peakDevice();
        device.limits["memory_clock_khz"] = 3'201'000;
        device.limits["memory_bus_bits"] = 6144;
        device.limits["clock_khz"] = 1'980'000;
        device.measuredPeaks["l2_read_bytes_per_second"] = 1e13;
        device.measuredPeaks["shared_bytes_per_second"] = 3e13;
        shown.content.setDevice(device);
        shown.content.setProfiles({shown.profileOf(2), shown.profileOf(7)});
        shown.panel.resize(size);
        QTRY_VERIFY(shown.panel.settled() && !shown.panel.plot().isEmpty());
        shown.selection.selectOnly(2);
        shown.panel.plot().setFocus();
        shown.selection.hover(7);
        QTest::qWait(50);
        shown.panel.grab().save(QStringLiteral("%1/roofline-%2-%3.png")
                                    .arg(folder, theme == ThemeName::dark ? "dark" : "light")
                                    .arg(size.width()));
      }
  }
};

QTEST_MAIN(TestRooflinePanel)
#include "test_roofline_panel.moc"
