// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of parameters: lines, brushes, order of axes and values.
#include <QAction>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "panel_fixture.h"
#include "widgets/controls/choice_box.h"
#include "widgets/parameters_plot/parallel_view.h"
#include "widgets/parameters_plot/parameters_panel.h"
#include "widgets/parameters_plot/value_strip.h"
#include "widgets/plots/picture_actions.h"

using namespace kw;
using test::Opened;

namespace {

void drag(QWidget& widget, QPointF from, QPointF to) {
  QTest::mousePress(&widget, Qt::LeftButton, {}, from.toPoint());
  QMouseEvent move(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                   Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &move);
  QTest::mouseRelease(&widget, Qt::LeftButton, {}, to.toPoint());
}

}  // namespace

class TestParametersPanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    test::failOnWarnings();
    Theme::instance().setName(ThemeName::light);
  }

  void anEmptyPanelCanBeUsedWithoutHarm() {
    Content content;
    Selection selection;
    ParametersPanel panel(content, selection);
    test::show(panel);
    QTest::mouseClick(&panel.parallel(), Qt::LeftButton);
    QTest::mouseDClick(&panel.parallel(), Qt::LeftButton);
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Up, Qt::Key_Return, Qt::Key_Escape})
      QTest::keyClick(&panel.parallel(), key);
    QTest::keyClick(&panel.values(), Qt::Key_Right);
    QVERIFY(!panel.grab().isNull());
  }

  void itsPictureIsSavedOrItIsSaidWhyNot() {
    Opened opened(50);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.lines().size(), size_t{50});
    QVERIFY(panel.findChild<QAction*>(QStringLiteral("parameters.savePicture")));
    auto* pictures = panel.findChild<PictureActions*>();
    QVERIFY(pictures);
    QSignalSpy saved(pictures, &PictureActions::saved);
    const QTemporaryDir folder;
    pictures->save(folder.filePath(QStringLiteral("a.png")));
    QTRY_COMPARE(saved.size(), 1);
    QCOMPARE(saved.takeFirst().at(1).toString(), QString());
    QVERIFY(!QImage(folder.filePath(QStringLiteral("a.png"))).isNull());
    for (const char* wrong : {"a.jpg", "nowhere/a.png"}) {
      pictures->save(folder.filePath(QLatin1String(wrong)));
      QTRY_COMPARE(saved.size(), 1);
      QVERIFY(!saved.takeFirst().at(1).toString().isEmpty());
      QVERIFY(!QFile::exists(folder.filePath(QLatin1String(wrong))));
    }
  }

  void draggingAnAxisFiltersAndEscapeClears() {
    Opened opened(300);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.lines().size(), size_t{300});
    ParallelView& view = panel.parallel();
    const AxisLayout& axes = view.axisLayout();
    const size_t all = view.bundles().passing();
    drag(view, {axes.x(0), axes.valueY(0, 0.5)}, {axes.x(0), axes.valueY(0, 1.5)});
    QCOMPARE(view.brushes().values.size(), size_t{1});
    QCOMPARE(view.brushes().values[0].first, uint16_t{0});
    QCOMPARE(view.brushes().values[0].last, uint16_t{1});
    QVERIFY(view.bundles().passing() < all);
    const QString note = panel.findChild<QLabel*>(QStringLiteral("parametersFootnote"))->text();
    QVERIFY2(note.contains(QStringLiteral("pass the filter")), qPrintable(note));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(view.brushes().empty());
    QCOMPARE(view.bundles().passing(), all);
  }

  void onlyTheFastestAreShownAndThatIsSaid() {
    Opened opened(300);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.lines().size(), size_t{300});
    auto* fastest = panel.findChild<ChoiceBox*>(QStringLiteral("parametersFastest"));
    fastest->setCurrentIndex(1);
    ParallelView& view = panel.parallel();
    QCOMPARE(view.bundles().passing(), size_t{10});
    const QString note = panel.findChild<QLabel*>(QStringLiteral("parametersFootnote"))->text();
    QVERIFY2(note.contains(QStringLiteral("shown: the fastest")), qPrintable(note));
    // Of those that pass a filter too.
    const AxisLayout& axes = view.axisLayout();
    drag(view, {axes.x(0), axes.valueY(0, 0.2)}, {axes.x(0), axes.valueY(0, 0.8)});
    QCOMPARE(view.bundles().passing(), size_t{10});
    for (const Selection::Id id : view.shownIds())
      QCOMPARE(panel.lines().value(*panel.lines().lineOf(id), axes.parameter(0)), uint16_t{0});
    fastest->setCurrentIndex(0);
    QVERIFY(view.bundles().passing() > size_t{10});
  }

  void whatIsShownCanBeSelected() {
    Opened opened(300);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.lines().size(), size_t{300});
    panel.findChild<ChoiceBox*>(QStringLiteral("parametersFastest"))->setCurrentIndex(2);
    panel.findChild<QAction*>(QStringLiteral("parameters.selectShown"))->trigger();
    QCOMPARE(opened.selection.selected().size(), size_t{100});
    const auto current = panel.lines().lineOf(*opened.selection.current());
    QCOMPARE(static_cast<double>(panel.lines().milliseconds(*current)),
             static_cast<double>(static_cast<float>(panel.lines().lowest())));
  }

  void keysBrushAndMoveAxes() {
    Opened opened(100);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.lines().size(), size_t{100});
    ParallelView& view = panel.parallel();
    const QStringList before = view.order();
    QTest::keyClick(&view, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(view.brushes().values.size(), size_t{1});
    QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(view.order()[1], before[0]);
    QCOMPARE(view.order()[0], before[1]);
    ParametersPanel other(opened.content, opened.selection);
    other.restoreState(panel.saveState());
    test::show(other);
    QTRY_COMPARE(other.parallel().order(), view.order());
  }

  void draggingALabelMovesItsAxis() {
    Opened opened(50);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.lines().size(), size_t{50});
    ParallelView& view = panel.parallel();
    const QStringList before = view.order();
    const AxisLayout& axes = view.axisLayout();
    drag(view, {axes.x(1), 8}, {axes.x(2), 8});
    QCOMPARE(view.order()[2], before[1]);
  }

  void clickingALineSelectsItsCandidate() {
    Opened opened(12);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.lines().size(), size_t{12});
    ParallelView& view = panel.parallel();
    for (size_t line = 0; line < 12; ++line) {
      if (panel.lines().milliseconds(line) <= 0) continue;
      // Next to the time axis no two lines are alike.
      const double x = view.axisLayout().x(view.axisLayout().axes() - 1) - 14;
      const auto y = view.axisLayout().heightAt(panel.lines(), line, x);
      QTest::mouseClick(&view, Qt::LeftButton, {}, QPointF(x, *y).toPoint());
      QCOMPARE(opened.selection.selected().size(), size_t{1});
      const size_t got = *panel.lines().lineOf(opened.selection.selected()[0]);
      const auto there = view.axisLayout().heightAt(panel.lines(), got, x);
      QVERIFY(std::abs(*there - *y) <= 6.5);
      QVERIFY(panel.lines().milliseconds(got) <= panel.lines().milliseconds(line) ||
              std::abs(*there - *y) <= 1);
    }
  }

  void aValueLeadsToItsBestCandidate() {
    Opened opened(200);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.values().isVisible());
    QTest::keyClick(&panel.values(), Qt::Key_Right);
    QVERIFY(panel.values().accessibleDescription().contains(QStringLiteral("best")));
    const auto hovered = opened.selection.hovered();
    QVERIFY(hovered.has_value());
    QTest::keyClick(&panel.values(), Qt::Key_Return);
    QCOMPARE(opened.selection.selected(), std::vector<Selection::Id>{*hovered});
    test::checkNames(panel);
  }

  void failedOnesAreCountedOrShown() {
    Opened opened(30);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    auto* note = panel.findChild<QLabel*>(QStringLiteral("parametersFootnote"));
    QTRY_COMPARE(note->text(), QStringLiteral("3 of 30 not shown: failed."));
    panel.findChild<QAction*>(QStringLiteral("parameters.showFailed"))->trigger();
    QCOMPARE(note->text(), QString());
  }

  void theThemeReachesTheLines() {
    Opened opened(30);
    ParametersPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.lines().size(), size_t{30});
    const QImage light = panel.parallel().picture();
    Theme::instance().setName(ThemeName::dark);
    const QImage dark = panel.parallel().picture();
    QCOMPARE(light.pixelColor(1, 60), tokensOf(ThemeName::light).panel);
    QCOMPARE(dark.pixelColor(1, 60), tokensOf(ThemeName::dark).panel);
  }
};

QTEST_MAIN(TestParametersPanel)
#include "test_parameters_panel.moc"
