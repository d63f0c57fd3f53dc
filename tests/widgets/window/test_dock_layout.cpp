// SPDX-License-Identifier: GPL-3.0-or-later
// Panels are docks that can be reached by keys, and layouts come back.
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDockWidget>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

#include "widgets/palette/action_registry.h"
#include "widgets/settings/settings.h"
#include "widgets/window/dock_layout.h"

using namespace kw;

namespace {

// A window with a field to type in for each panel.
struct Window {
  QMainWindow window;
  DockLayout layout;

  explicit Window(Settings& settings, QSize size = {1600, 1000}) : layout(window, settings) {
    window.resize(size);
    using enum PanelPlace;
    const std::pair<const char*, PanelPlace> panels[] = {
        {"source", source},   {"template", editedTemplate}, {"space", space},
        {"latency", plots},   {"parameters", plots},        {"candidates", candidates},
        {"details", details}, {"comparison", details},      {"log", foot}};
    for (const auto& [name, place] : panels) {
      auto* field = new QPlainTextEdit;
      field->setAccessibleName(QString::fromLatin1(name));
      field->setObjectName(QString::fromLatin1(name));
      layout.add(
          {QStringLiteral("dock.") + QLatin1String(name), QString::fromLatin1(name), field, place});
    }
    layout.restore();
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
  }
  QDockWidget* dock(const char* name) {
    return layout.dock(QStringLiteral("dock.") + QLatin1String(name));
  }
  QRect place(const char* name) { return dock(name)->geometry(); }
  QString focus() {
    const QWidget* widget = QApplication::focusWidget();
    return widget ? widget->objectName() : QString();
  }
  void trigger(const QString& name) { window.findChild<QAction*>(name)->trigger(); }
};

}  // namespace

class TestDockLayout : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QString m_config;

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    static int number = 0;
    m_config = m_folder.filePath(QStringLiteral("config%1.ini").arg(++number));
  }

  void tuningShowsCodeThenPlotsThenCandidates() {
    Settings settings(m_config);
    Window w(settings);
    QCOMPARE(w.layout.current(), QString("Tuning"));
    QVERIFY(w.place("source").right() < w.place("template").left());
    QVERIFY(w.place("template").right() < w.place("space").left());
    QVERIFY(w.place("source").bottom() < w.place("latency").top());
    QVERIFY(w.place("latency").bottom() < w.place("candidates").top());
    QVERIFY(w.place("candidates").right() < w.place("details").left());
    QVERIFY(w.window.tabifiedDockWidgets(w.dock("latency")).contains(w.dock("parameters")));
    QVERIFY(w.window.tabifiedDockWidgets(w.dock("details")).contains(w.dock("log")));
  }

  void aSmallWindowHasTabsInsteadOfSqueezedPanels() {
    Settings settings(m_config);
    Window w(settings, {1024, 640});
    QVERIFY(w.window.width() <= 1024 && w.window.height() <= 640);
    QVERIFY(w.window.tabifiedDockWidgets(w.dock("source")).contains(w.dock("space")));
    QVERIFY(w.place("latency").width() > 300);
    QVERIFY(w.place("source").height() > 200);
    QVERIFY(w.place("candidates").height() > 200);
  }

  void altAndANumberShowsHidesAndBringsToTheFront() {
    Settings settings(m_config);
    Window w(settings);
    QAction* log = w.layout.panelActions().at(8);
    QCOMPARE(log->shortcut(), QKeySequence("Alt+9"));
    QVERIFY(log->isChecked());
    log->trigger();  // it was behind the details
    QTRY_VERIFY(!w.dock("log")->visibleRegion().isEmpty());
    QTRY_COMPARE(w.focus(), QString("log"));
    log->trigger();
    QVERIFY(w.dock("log")->isHidden());
    QVERIFY(!log->isChecked());
    log->trigger();
    QVERIFY(!w.dock("log")->isHidden());
    QTRY_COMPARE(w.focus(), QString("log"));
    QVERIFY(log->isChecked());
  }

  // Or else what is typed for an editor would land in the box above it.
  void aPanelSaysWhatInItGetsTheKeys() {
    Settings settings(m_config);
    Window w(settings);
    auto* panel = new QWidget;
    auto* column = new QVBoxLayout(panel);
    auto* box = new QCheckBox;
    auto* editor = new QPlainTextEdit;
    box->setObjectName("box");
    editor->setObjectName("editor");
    column->addWidget(box);
    column->addWidget(editor);
    panel->setFocusProxy(editor);
    w.layout.add({"dock.more", "more", panel, PanelPlace::plots});
    w.layout.reveal("dock.more");
    QTRY_COMPARE(w.focus(), QString("editor"));
    editor->setEnabled(false);
    w.layout.reveal("dock.candidates");
    QTRY_COMPARE(w.focus(), QString("candidates"));
    w.layout.reveal("dock.more");
    QTRY_COMPARE(w.focus(), QString("box"));
  }

  void showingAPanelLeavesTheFocusWhereItIs() {
    Settings settings(m_config);
    Window w(settings);
    w.layout.reveal("dock.candidates");
    QTRY_COMPARE(w.focus(), QString("candidates"));
    w.layout.show("dock.comparison");  // it was behind the details
    QTRY_VERIFY(!w.dock("comparison")->visibleRegion().isEmpty());
    QCOMPARE(w.focus(), QString("candidates"));
    w.dock("comparison")->hide();
    w.layout.show("dock.comparison");
    QTRY_VERIFY(!w.dock("comparison")->visibleRegion().isEmpty());
    QCOMPARE(w.focus(), QString("candidates"));
  }

  void controlAndTabWalkThroughThePanels() {
    Settings settings(m_config);
    Window w(settings);
    w.layout.reveal("dock.space");
    QTRY_COMPARE(w.focus(), QString("space"));
    w.trigger("window.nextPanel");
    QTRY_COMPARE(w.focus(), QString("latency"));
    w.trigger("window.nextPanel");
    QTRY_COMPARE(w.focus(), QString("parameters"));  // from behind a tab
    w.trigger("window.previousPanel");
    QTRY_COMPARE(w.focus(), QString("latency"));
    w.dock("space")->hide();
    w.trigger("window.previousPanel");
    QTRY_COMPARE(w.focus(), QString("template"));
  }

  void aLayoutOfOnesOwnComesBackAfterARestart() {
    {
      Settings settings(m_config);
      Window w(settings);
      w.dock("log")->hide();
      QVERIFY(!w.layout.saveAs(" "));
      QVERIFY(!w.layout.saveAs("Tuning"));
      QVERIFY(w.layout.saveAs("Mine"));
      w.layout.apply("Compare");
      QVERIFY(!w.dock("log")->isHidden());
      w.layout.apply("Mine");
      QVERIFY(w.dock("log")->isHidden());
      w.layout.remember();
    }
    Settings settings(m_config);
    Window w(settings);
    QCOMPARE(w.layout.current(), QString("Mine"));
    QVERIFY(w.dock("log")->isHidden());
    QCOMPARE(w.layout.names(), (QStringList{"Tuning", "Compare", "Mine"}));
    QVERIFY(w.layout.removeLayout("Mine"));
    QCOMPARE(w.layout.current(), QString("Tuning"));
    QCOMPARE(w.layout.names().size(), 2);
  }

  void resettingBringsEveryPanelBack() {
    Settings settings(m_config);
    Window w(settings);
    w.dock("source")->hide();
    w.dock("candidates")->setFloating(true);
    w.layout.remember();
    w.trigger("window.resetLayout");
    QVERIFY(!w.dock("source")->isHidden());
    QVERIFY(!w.dock("candidates")->isFloating());
    QVERIFY(w.place("source").bottom() < w.place("candidates").top());
  }

  void aStateThatCannotBeReadIsPassedOver() {
    Settings settings(m_config);
    settings.setLayoutState("/Tuning", "noise");
    Window w(settings);
    QVERIFY(w.place("source").bottom() < w.place("candidates").top());
  }

  void noTwoActionsShareKeys() {
    Settings settings(m_config);
    Window w(settings);
    ActionRegistry registry;
    registry.add(w.layout.panelActions(), "Panels");
    registry.add(w.layout.layoutActions(), "View");
    QVERIFY(registry.clashes().isEmpty());
  }
};

QTEST_MAIN(TestDockLayout)
#include "test_dock_layout.moc"
