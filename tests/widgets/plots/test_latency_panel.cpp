// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of latencies: what it says, what it shows, and how it is used.
#include <QAction>
#include <QLabel>
#include <QLayout>
#include <QSignalSpy>

#include "panel_fixture.h"
#include "widgets/latency/latency_panel.h"

using namespace kw;
using test::Opened;

namespace {

QString labelText(LatencyPanel& panel, const char* name) {
  return panel.findChild<QLabel*>(QString::fromLatin1(name))->text();
}

// The place of a timed candidate in the plot, as the panel draws it.
QPoint placeOf(LatencyPanel& panel, const Content& content, size_t id) {
  size_t order = 0;
  for (size_t i = 0; i <= id; ++i)
    order += content.candidates()[static_cast<Selection::Id>(i)].candidate.isTemplate;
  return panel.plot()
      .positionOf({static_cast<double>(order),
                   content.candidates()[static_cast<Selection::Id>(id)].geomean, 0})
      .toPoint();
}

}  // namespace

class TestLatencyPanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    test::failOnWarnings();
    Theme::instance().setName(ThemeName::light);
  }

  void anEmptyPanelSaysWhatToDo() {
    Content content;
    Selection selection;
    LatencyPanel panel(content, selection);
    test::show(panel);
    QVERIFY(panel.plot().isEmpty());
    QCOMPARE(labelText(panel, "latencyTitle"), QStringLiteral("Latency of each candidate"));
    QTest::mouseClick(panel.plot().viewport(), Qt::LeftButton);
    QTest::keyClick(&panel.plot(), Qt::Key_Right);
    QVERIFY(!selection.hovered());
  }

  void theTitleSaysWhatOneSees() {
    Opened opened(30);
    LatencyPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(!panel.plot().isEmpty());
    QVERIFY(labelText(panel, "latencyTitle")
                .startsWith(QStringLiteral("Latency of each candidate, geometric mean of ")));
    QVERIFY(labelText(panel, "latencyTitle").endsWith(QStringLiteral("cold")));
    QCOMPARE(labelText(panel, "latencyFootnote"),
             QStringLiteral("3 of 30 failed and have no time: crosses on the lower edge."));
    test::checkNames(panel);
  }

  void clickingAPointSelectsItsCandidate() {
    Opened opened(30);
    LatencyPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.plot().grid().size(), size_t{30});
    QWidget* port = panel.plot().viewport();
    QTest::mouseClick(port, Qt::LeftButton, {}, placeOf(panel, opened.content, 6));
    QCOMPARE(opened.selection.selected(), std::vector<Selection::Id>{6});
    QTest::mouseClick(port, Qt::LeftButton, Qt::ControlModifier, placeOf(panel, opened.content, 9));
    QCOMPARE(opened.selection.selected(), (std::vector<Selection::Id>{6, 9}));
    QTest::mouseClick(port, Qt::LeftButton, Qt::ControlModifier, placeOf(panel, opened.content, 6));
    QCOMPARE(opened.selection.selected(), std::vector<Selection::Id>{9});
  }

  void pointingSharesTheCandidate() {
    Opened opened(30);
    LatencyPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.plot().grid().size(), size_t{30});
    QTest::mouseMove(panel.plot().viewport(), placeOf(panel, opened.content, 9));
    QTRY_COMPARE(opened.selection.hovered(), std::optional<Selection::Id>(9));
    QVERIFY(!panel.plot().accessibleDescription().isEmpty());
    opened.selection.hover(3);
    QVERIFY(panel.plot().accessibleDescription().contains(QStringLiteral("geometric mean")));
  }

  void resultsAppearWhileTheyCome() {
    Opened opened(0);
    LatencyPanel panel(opened.content, opened.selection);
    test::show(panel);
    QVERIFY(panel.plot().isEmpty());
    const auto rows = test::sampleRows(*opened.problem, 200);
    for (size_t i = 0; i < rows.size(); ++i)
      opened.content.appendCandidates({rows[i]});
    QTRY_COMPARE(panel.plot().grid().size(), size_t{200});
    const view::Range before = panel.plot().shownX();
    opened.content.resetCandidates(test::sampleRows(*opened.problem, 20));
    QTRY_COMPARE(panel.plot().grid().size(), size_t{20});
    QVERIFY(panel.plot().shownX().high < before.high);
  }

  void aZoomStaysWhileResultsCome() {
    Opened opened(50);
    LatencyPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.plot().grid().size(), size_t{50});
    panel.plot().zoomTo(view::Range{10, 20}, std::nullopt);
    opened.content.appendCandidates(test::sampleRows(*opened.problem, 90));
    QTRY_VERIFY(labelText(panel, "latencyFootnote").contains(QStringLiteral("of 90")));
    QVERIFY(std::abs(panel.plot().shownX().low - 10) < 1e-6);
    panel.findChild<QAction*>(QStringLiteral("latency.reset"))->trigger();
    QTRY_VERIFY(!labelText(panel, "latencyFootnote").contains(QStringLiteral("Zoomed")));
    QVERIFY(!panel.plot().zoomed());
  }

  void choicesAreSavedAndRestored() {
    Opened opened(30);
    LatencyPanel panel(opened.content, opened.selection);
    test::show(panel);
    const QString name = QString::fromStdString(opened.content.caseNames().front());
    panel.restoreState({{QStringLiteral("case"), name},
                        {QStringLiteral("warm"), true},
                        {QStringLiteral("logarithmic"), true},
                        {QStringLiteral("follow"), true}});
    QTRY_COMPARE(labelText(panel, "latencyTitle"),
                 QStringLiteral("Latency of each candidate, case %1, warm").arg(name));
    QVERIFY(panel.plot().shownY().low > 0);
    const QVariantMap state = panel.saveState();
    QCOMPARE(state.value(QStringLiteral("case")).toString(), name);
    QVERIFY(state.value(QStringLiteral("warm")).toBool());
    QVERIFY(state.value(QStringLiteral("logarithmic")).toBool());
  }

  void timesOfTheHostAreHeaded() {
    Opened opened(5);
    LatencyPanel panel(opened.content, opened.selection);
    test::show(panel);
    auto* heading = panel.findChild<QLabel*>(QStringLiteral("hostHeading"));
    QVERIFY(!heading->isVisible());
    const QRect before = panel.plot().geometry();
    DeviceInfo host;
    host.kind = "host";
    opened.content.setDevice(host);
    QVERIFY(heading->isVisible());
    QCoreApplication::sendPostedEvents();
    panel.layout()->activate();
    QCOMPARE(panel.plot().geometry(), before);  // nothing moves
    QVERIFY(heading->text().startsWith(QStringLiteral("CPU time")));
  }

  void everyActionHasANameAndATitle() {
    Opened opened(0);
    LatencyPanel panel(opened.content, opened.selection);
    for (const QAction* action : panel.panelActions()) {
      QVERIFY(action->objectName().startsWith(QStringLiteral("latency.")));
      QVERIFY(!action->text().isEmpty());
    }
  }
};

QTEST_MAIN(TestLatencyPanel)
#include "test_latency_panel.moc"
