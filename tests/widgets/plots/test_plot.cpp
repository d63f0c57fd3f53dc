// SPDX-License-Identifier: GPL-3.0-or-later
// A plot shows, zooms, points and exports the same for every panel.
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <limits>

#include "widgets/plots/plot.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

struct Shown {
  Plot plot{QStringLiteral("test")};
  size_t cloud = 0, line = 0;

  explicit Shown(bool logarithmic = false) {
    cloud = plot.addCloud(
        {.name = QStringLiteral("points"), .colour = [](const Tokens& t) { return t.series[0]; }});
    line = plot.addLine({.name = QStringLiteral("line"),
                         .colour = [](const Tokens& t) { return t.accent; },
                         .width = 3});
    plot.setAxes({.title = QStringLiteral("Candidate"), .low = 0, .high = 100},
                 {.title = QStringLiteral("Time, ms"),
                  .logarithmic = logarithmic,
                  .low = logarithmic ? 0.1 : 0.0,
                  .high = 10,
                  .grid = true});
    plot.replaceCloud(cloud, {{10, 1, 1}, {50, 5, 2}, {90, 9, 3}});
    plot.replaceLine(line, {{0, 4}, {100, 2}});
    plot.setEmpty(false);
    plot.resize(800, 400);
    plot.show();
  }
  QPoint at(double x, double y) { return plot.positionOf({x, y, 0}).toPoint(); }
};

}  // namespace

class TestPlot : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    Theme::instance().setName(ThemeName::light);
  }

  void clickingAPointNamesIt() {
    Shown shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    QSignalSpy clicked(&shown.plot, &Plot::clicked), nothing(&shown.plot, &Plot::clickedNothing);
    QTest::mouseClick(shown.plot.viewport(), Qt::LeftButton, Qt::ControlModifier, shown.at(50, 5));
    QCOMPARE(clicked.size(), 1);
    QCOMPARE(clicked[0][0].toUInt(), 2u);
    QTest::mouseClick(shown.plot.viewport(), Qt::LeftButton, {}, shown.at(50, 9));
    QCOMPARE(nothing.size(), 1);
  }

  void theWheelZoomsAtThePointerAndDoubleClickResets() {
    Shown shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    const QPointF at = shown.plot.positionOf({50, 5, 0});
    QWheelEvent wheel(at, shown.plot.viewport()->mapToGlobal(at), {}, QPoint(0, 240), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(shown.plot.viewport(), &wheel);
    QVERIFY(shown.plot.zoomed());
    QVERIFY(shown.plot.shownX().high < 100);
    const QPointF after = shown.plot.positionOf({50, 5, 0});
    QVERIFY(std::abs(after.x() - at.x()) < 8 && std::abs(after.y() - at.y()) < 3);
    QTest::mouseDClick(shown.plot.viewport(), Qt::LeftButton, {}, at.toPoint());
    QVERIFY(!shown.plot.zoomed());
    QCOMPARE(shown.plot.shownX().high, 100.0);
  }

  void draggingZoomsAndShiftDraggingSelects() {
    Shown shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    QSignalSpy region(&shown.plot, &Plot::regionSelected);
    QWidget* port = shown.plot.viewport();
    const auto drag = [&](Qt::KeyboardModifiers modifiers) {
      const QPoint from = shown.at(40, 8), to = shown.at(95, 3);
      QTest::mousePress(port, Qt::LeftButton, modifiers, from);
      QMouseEvent move(QEvent::MouseMove, to, port->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                       modifiers);
      QCoreApplication::sendEvent(port, &move);
      QTest::mouseRelease(port, Qt::LeftButton, modifiers, to);
    };
    drag(Qt::ShiftModifier);
    QCOMPARE(region.size(), 1);
    QCOMPARE(region[0][0].value<std::vector<uint32_t>>(), std::vector<uint32_t>{2});
    QVERIFY(!shown.plot.zoomed());
    drag({});
    QVERIFY(shown.plot.zoomed());
    QVERIFY(std::abs(shown.plot.shownX().low - 40) < 1);
    QTest::keyClick(&shown.plot, Qt::Key_0);
    QVERIFY(!shown.plot.zoomed());
  }

  void arrowsGoFromPointToPoint() {
    Shown shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    std::optional<uint32_t> at;
    connect(&shown.plot, &Plot::pointed, &shown.plot, [&](std::optional<uint32_t> id) {
      at = id;
      if (!id) return;
      const double x = *id * 40 - 30.0;
      shown.plot.setMarks({{PlotMark::Kind::hovered, {x, x / 10, *id}}});
    });
    QTest::keyClick(&shown.plot, Qt::Key_Right);
    QCOMPARE(at, std::optional<uint32_t>(1));
    QTest::keyClick(&shown.plot, Qt::Key_Right);
    QCOMPARE(at, std::optional<uint32_t>(2));
    QTest::keyClick(&shown.plot, Qt::Key_Up);
    QCOMPARE(at, std::optional<uint32_t>(3));
    QSignalSpy clicked(&shown.plot, &Plot::clicked);
    QTest::keyClick(&shown.plot, Qt::Key_Return);
    QCOMPARE(clicked.size(), 1);
  }

  void oneBadValueDoesNotBlankALogarithmicPlot() {
    Shown shown(true);
    shown.plot.replaceCloud(shown.cloud,
                            {{10, 0, 1}, {20, notANumber, 2}, {30, -1, 3}, {40, 1, 4}});
    shown.plot.replaceLine(shown.line, {{0, 0}, {10, notANumber}, {20, 1}, {100, 1}});
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    QCOMPARE(shown.plot.grid().size(), size_t{1});
    const QImage image = shown.plot.picture(1);
    const QPoint middle = shown.at(60, 1);
    bool line = false;
    for (int dy = -2; dy <= 2; ++dy)
      line = line ||
             image.pixelColor(middle.x(), middle.y() + dy) == Theme::instance().tokens().accent;
    QVERIFY(line);
  }

  void appendedPointsAreFoundWithoutDrawingAnew() {
    Shown shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    const std::vector<PlotPoint> more = {{70, 2, 9}};
    shown.plot.appendToCloud(shown.cloud, more);
    const QPointF at = shown.plot.positionOf(more[0]) - shown.plot.plotArea().topLeft();
    QCOMPARE(shown.plot.grid().nearest(at.x(), at.y(), 3)->id, 9u);
    QCOMPARE(shown.plot.grid().size(), size_t{4});
  }

  // In a margin of their own, which does not come and go with each figure.
  void labelsOfLinesCoverNoPoints() {
    Shown shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    const auto room = [&] {
      return shown.plot.viewport()->width() - shown.plot.plotArea().right();
    };
    const double without = room();
    const auto colour = [](const Tokens& tokens) { return tokens.text; };
    shown.plot.setLabels({{"source", "123.4 µs", 5, colour, true}});
    const double widest =
        QFontMetricsF(Theme::instance().interfaceFont()).horizontalAdvance("123.4 µs");
    QVERIFY(room() > widest);
    const double with = room();
    shown.plot.setLabels({{"source", "9 µs", 5, colour, true}});
    QCOMPARE(room(), with);
    shown.plot.setLabels({});
    QCOMPARE(room(), without);
  }

  void picturesAreWrittenAsNamed() {
    Shown shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    QTemporaryDir folder;
    QSignalSpy saved(&shown.plot, &Plot::saved);
    QString error;
    for (const char* name : {"small.png", "pages.pdf"}) {
      QVERIFY2(shown.plot.saveTo(folder.filePath(QString::fromLatin1(name)), &error),
               qPrintable(error));
      QTRY_COMPARE(saved.size(), 1);
      QVERIFY(saved.takeFirst()[1].toString().isEmpty());
    }
    QCOMPARE(QImage(folder.filePath(QStringLiteral("small.png"))).width(), 1600);
    QFile pages(folder.filePath(QStringLiteral("pages.pdf")));
    QVERIFY(pages.open(QIODevice::ReadOnly));
    QVERIFY(pages.readAll().startsWith("%PDF"));
    QVERIFY(!shown.plot.saveTo(folder.filePath(QStringLiteral("odd.xyz")), &error));
    QVERIFY(error.contains(QStringLiteral(".png")));
    QVERIFY(!shown.plot.saveTo(QStringLiteral("/nowhere/at/all.png"), &error));
  }

  void dataIsCopiedWithAllItsRows() {
    Shown shown;
    QSignalSpy copied(&shown.plot, &Plot::dataCopied);
    shown.plot.setData(
        "a", [] { return size_t{20'000}; },
        [](size_t row, std::string& out) { out += std::to_string(row); });
    shown.plot.copyData();
    QTRY_COMPARE(copied.size(), 1);
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 20'002);
    QCOMPARE(lines[20'000], QStringLiteral("19999"));
  }

  void theThemeReachesEveryPixel() {
    Shown shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
    QCOMPARE(shown.plot.picture(1).pixelColor(1, 1), tokensOf(ThemeName::light).panel);
    Theme::instance().setName(ThemeName::dark);
    const QImage dark = shown.plot.picture(1);
    QCOMPARE(dark.pixelColor(1, 1), tokensOf(ThemeName::dark).panel);
    QCOMPARE(dark.pixelColor(shown.at(50, 5)), tokensOf(ThemeName::dark).series[0]);
  }
};

QTEST_MAIN(TestPlot)
#include "test_plot.moc"
