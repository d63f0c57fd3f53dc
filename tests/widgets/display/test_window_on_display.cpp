// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, focus and closing of the window on an X display, where the focus is the server's to give.
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWindow>

#include "widgets/settings/settings.h"
#include "widgets/theme/theme.h"
#include "widgets/window/main_window.h"

using namespace kw;

namespace {

constexpr int patience = 60'000;

// The window, active; keys go where the display would send them.
struct Shown {
  Settings settings;
  // Looks for no device and remembers nothing.
  MainWindow window{settings, {.forPicture = true, .size = QSize(1400, 900), .theme = {}}};

  Shown() {
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
  }
  void open() {
    QSignalSpy opened(&window, &MainWindow::openDone);
    window.open(QStringLiteral(KW_SOURCE_FOLDER "/templates/reduction"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, patience);
    QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), patience);
    QTRY_VERIFY(find("runBar")->isVisible());  // once the panels have been arranged
  }
  template <class T = QWidget>
  T* find(const char* name) {
    return window.findChild<T*>(QLatin1String(name));
  }
  // Into the window by way of the platform, which decides what has the focus.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(QGuiApplication::focusWindow(), key, modifiers);
  }
  void type(const char* text) {
    for (; *text; ++text)
      QTest::keyClick(QGuiApplication::focusWindow(), *text);
  }
  void focus(const char* name) {
    find(name)->setFocus();
    QTRY_COMPARE(focusName(), QString::fromLatin1(name));
  }
  static QString focusName() {
    const QWidget* widget = QApplication::focusWidget();
    return widget ? widget->objectName() : QString();
  }
};

}  // namespace

class TestWindowOnDisplay : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QCOMPARE(QGuiApplication::platformName(), QString("xcb")); }

  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", m_folder->path().toUtf8());
    qputenv("KERNELWRIGHT_CONFIG", m_folder->path().toUtf8());
  }

  void tabWalksThroughTheRunBarAndBack() {
    Shown shown;
    shown.open();
    shown.focus("run.device");
    for (const char* next : {"run.strategy", "run.budget", "run.seed"}) {
      shown.press(Qt::Key_Tab);
      QCOMPARE(shown.focusName(), QString::fromLatin1(next));
    }
    shown.press(Qt::Key_Tab);  // to the button that tunes
    QWidget* button = QApplication::focusWidget();
    QVERIFY(button && shown.find("runBar")->isAncestorOf(button));
    QVERIFY(button->actions().contains(shown.find<QAction>("run.tune")) ||
            button->property("text").toString().contains(QStringLiteral("Tune")));
    shown.press(Qt::Key_Tab);  // pausing and stopping are not possible now
    QVERIFY(!shown.find("runBar")->isAncestorOf(QApplication::focusWidget()));
    shown.press(Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget(), button);
    shown.press(Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(shown.focusName(), QString("run.seed"));
  }

  void thePaletteRunsWhatIsTyped() {
    Shown shown;
    shown.open();
    shown.focus("run.budget");
    const ThemeName before = Theme::instance().name();
    shown.press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(shown.find("commandPalette")->isVisible());
    shown.type("light and dark");
    QCOMPARE(shown.find("commandPalette")->findChild<QLineEdit*>()->text(),
             QString("light and dark"));
    shown.press(Qt::Key_Return);
    QVERIFY(!shown.find("commandPalette")->isVisible());
    QTRY_VERIFY(Theme::instance().name() != before);
    QTRY_COMPARE(shown.focusName(), QString("run.budget"));
    Theme::instance().setName(before);
  }

  void escapeGivesTheFocusBack() {
    Shown shown;
    shown.open();
    shown.focus("run.seed");
    const QString budget = shown.find<QLineEdit>("run.budget")->text();
    shown.press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(shown.find("commandPalette")->isVisible());
    shown.type("99");
    shown.press(Qt::Key_Escape);
    QTRY_VERIFY(!shown.find("commandPalette")->isVisible());
    QTRY_COMPARE(shown.focusName(), QString("run.seed"));
    // And the keys go there again.
    shown.press(Qt::Key_A, Qt::ControlModifier);
    shown.type("5");
    QCOMPARE(shown.find<QLineEdit>("run.seed")->text(), QString("5"));
    QCOMPARE(shown.find<QLineEdit>("run.budget")->text(), budget);
  }

  void filesCanBeAskedFor() {
    Shown shown;
    for (const char* name : {"start.openFolder", "start.openSession"})
      QVERIFY2(shown.find<QAction>(name) && shown.find<QAction>(name)->isEnabled(), name);
    for (const char* name : {"file.saveProblemAs", "file.report", "file.export"})
      QVERIFY2(shown.find<QAction>(name) && !shown.find<QAction>(name)->isEnabled(), name);
    shown.press(Qt::Key_O, Qt::ControlModifier);
    QTRY_VERIFY(shown.window.findChild<QFileDialog*>());
    const QPointer<QFileDialog> dialog = shown.window.findChild<QFileDialog*>();
    QTRY_VERIFY(dialog->isVisible());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!dialog);
    shown.open();
    QVERIFY(shown.find<QAction>("file.saveProblemAs")->isEnabled());
  }

  void closingTheWindowEndsTheProgram() {
    Shown shown;
    shown.open();
    QTimer::singleShot(0, &shown.window, [&] {
      QVERIFY(shown.window.windowHandle()->close());  // as its frame's button does
    });
    QTimer::singleShot(patience, qApp, [] { QApplication::exit(1); });
    QCOMPARE(QApplication::exec(), 0);
    QVERIFY(!shown.window.isVisible());
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
};

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  TestWindowOnDisplay tests;
  return QTest::qExec(&tests, argc, argv);
}
#include "test_window_on_display.moc"
