// SPDX-License-Identifier: GPL-3.0-or-later
// The palette lists, filters and runs actions; clashing keys are found.
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "widgets/palette/action_registry.h"
#include "widgets/palette/command_palette.h"
#include "widgets/palette/palette_model.h"
#include "widgets/palette/shortcuts_dialog.h"

using namespace kw;

namespace {

QAction* action(QWidget* parent, const QString& name, const QString& text, const QString& keys = {},
                Qt::ShortcutContext context = Qt::WindowShortcut) {
  auto* made = new QAction(text, parent);
  made->setObjectName(name);
  made->setShortcut(QKeySequence(keys));
  made->setShortcutContext(context);
  parent->addAction(made);
  return made;
}

}  // namespace

class TestCommandPalette : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void enterRunsTheFirstMatchAndTheFocusReturns() {
    QMainWindow window;
    auto* editor = new QLineEdit(&window);
    window.setCentralWidget(editor);
    window.resize(900, 600);
    ActionRegistry registry;
    registry.add(action(&window, "run.stop", "Stop"), "Run");
    QAction* copy = action(&window, "candidates.copy", "&Copy as TSV");
    registry.add(copy, "Candidates");
    CommandPalette palette(registry, &window);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    editor->setFocus();
    QSignalSpy ran(copy, &QAction::triggered);
    palette.popUp();
    QVERIFY(QTest::qWaitForWindowExposed(&palette));
    QTest::keyClicks(palette.findChild<QLineEdit*>(), "tsv");
    QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
    QCOMPARE(ran.size(), 1);
    QVERIFY(!palette.isVisible());
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(editor));
    QCOMPARE(registry.recent(), QStringList{"candidates.copy"});
  }

  void escapeClosesAndRunsNothing() {
    QMainWindow window;
    ActionRegistry registry;
    QAction* stop = action(&window, "run.stop", "Stop");
    registry.add(stop, "Run");
    CommandPalette palette(registry, &window);
    window.resize(900, 600);
    window.show();
    QSignalSpy ran(stop, &QAction::triggered);
    palette.popUp();
    QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Escape);
    QVERIFY(!palette.isVisible());
    QCOMPARE(ran.size(), 0);
  }

  void aDisabledActionIsListedWithItsReasonAndDoesNotRun() {
    QMainWindow window;
    ActionRegistry registry;
    QAction* pause = action(&window, "run.pause", "Pause");
    pause->setEnabled(false);
    ActionRegistry::setDisabledReason(pause, "nothing runs");
    registry.add(pause, "Run");
    CommandPalette palette(registry, &window);
    window.resize(900, 600);
    window.show();
    palette.popUp();
    auto* list = palette.findChild<QListView*>();
    QCOMPARE(list->model()->index(0, 0).data(PaletteModel::reasonRole).toString(),
             QString("nothing runs"));
    QCOMPARE(list->currentIndex().row(), 0);  // it can be walked to
    QSignalSpy ran(pause, &QAction::triggered);
    QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
    QCOMPARE(ran.size(), 0);
    QVERIFY(palette.isVisible());
  }

  void theModelKeepsItsPromises() {
    QWidget owner;
    ActionRegistry registry;
    for (int i = 0; i < 20; ++i)
      registry.add(action(&owner, QString("a%1").arg(i), QString("Action %1").arg(i)), "Test");
    registry.setRecent({"a7"});
    PaletteModel model(registry);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.reload();
    QCOMPARE(model.rowCount(), 20);
    QCOMPARE(model.actionAt(0)->objectName(), QString("a7"));
    model.setQuery("action 13");
    QCOMPARE(model.actionAt(0)->objectName(), QString("a13"));
    model.setQuery("xyz");
    QCOMPARE(model.rowCount(), 0);
  }

  void actionsThatGoAreForgotten() {
    ActionRegistry registry;
    {
      QWidget owner;
      registry.add(action(&owner, "a", "A"), "Test");
      QCOMPARE(registry.actions().size(), 1);
    }
    QVERIFY(registry.actions().isEmpty());
  }

  void clashesAreFoundWhereBothCanBeReached() {
    QWidget window;
    QWidget left(&window), right(&window), inner(&left);
    const auto local = Qt::WidgetWithChildrenShortcut;
    ActionRegistry registry;
    registry.add(action(&left, "left.copy", "Copy", "Ctrl+C", local), "Left");
    registry.add(action(&right, "right.copy", "Copy", "Ctrl+C", local), "Right");
    QVERIFY(registry.clashes().isEmpty());  // never have the focus together
    registry.add(action(&inner, "inner.copy", "Copy", "Ctrl+C", local), "Inner");
    QCOMPARE(registry.clashes().size(), 1);
    QCOMPARE(registry.clashes().front().second->objectName(), QString("inner.copy"));
    registry.add(action(&window, "window.copy", "Copy", "Ctrl+C"), "Window");
    QCOMPARE(registry.clashes().size(), 4);
  }

  void keysThatBeginWithOthersClash() {
    QWidget window;
    ActionRegistry registry;
    registry.add(action(&window, "a", "A", "Ctrl+K"), "Test");
    registry.add(action(&window, "b", "B", "Ctrl+K, Ctrl+C"), "Test");
    QCOMPARE(registry.clashes().size(), 1);
    QVERIFY(registry.clashes().front().text().contains("Ctrl+K"));
  }

  void shortcutsAreListedAndCopiedAsShown() {
    QWidget window;
    ActionRegistry registry;
    registry.add(action(&window, "run.tune", "&Tune", "F5"), "Run");
    registry.add(action(&window, "view.dark", "Dark theme"), "View");
    ShortcutsDialog dialog(registry);
    QCOMPARE(dialog.shownAsTsv(),
             QString("Action\tKeys\tCategory\nTune\tF5\tRun\nDark theme\t\tView\n"));
    dialog.findChild<QLineEdit*>()->setText("f5");
    QCOMPARE(dialog.shownAsTsv(), QString("Action\tKeys\tCategory\nTune\tF5\tRun\n"));
  }
};

QTEST_MAIN(TestCommandPalette)
#include "test_command_palette.moc"
