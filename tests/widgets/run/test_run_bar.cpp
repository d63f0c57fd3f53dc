// SPDX-License-Identifier: GPL-3.0-or-later
// The run bar asks for what its fields say, and offers what can be done in each state of a run.
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "support/sample_evaluations.h"
#include "widgets/palette/action_registry.h"
#include "widgets/run/finding_label.h"
#include "widgets/run/progress_text.h"
#include "widgets/run/run_bar.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

// A bar over an open problem.
struct Bar {
  Content content;
  RunBar bar{content};

  Bar() {
    content.setProblem(std::make_shared<const LoadedProblem>(test::libraryProblem()));
    bar.resize(1000, 60);
    bar.show();
  }
  template <class T = QLineEdit>
  T* field(const char* name) {
    return bar.findChild<T*>(QString::fromLatin1(name));
  }
  QAction* action(const char* name) { return field<QAction>(name); }
  QString enabled() {
    QString found;
    for (const char* name : {"run.tune", "run.pause", "run.stop"})
      if (action(name)->isEnabled()) found += action(name)->text() + ' ';
    return found.trimmed();
  }
};

}  // namespace

class TestRunBar : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void whatCanBeDoneFollowsTheRun() {
    Bar bar;
    QCOMPARE(bar.enabled(), QString("Tune"));
    bar.content.setRunState(RunState::starting);
    QCOMPARE(bar.enabled(), QString("Stop"));
    bar.content.setRunState(RunState::running);
    QCOMPARE(bar.enabled(), QString("Pause Stop"));
    bar.content.setRunState(RunState::paused);
    QCOMPARE(bar.enabled(), QString("Resume Stop"));
    bar.content.setRunState(RunState::stopping);
    QCOMPARE(bar.enabled(), QString());
    QVERIFY(!bar.field("run.budget")->isEnabled());
    bar.content.setRunState(RunState::idle);
    QCOMPARE(bar.enabled(), QString("Tune"));
    QVERIFY(bar.field("run.budget")->isEnabled());
  }

  void threeSizesUpItStillFitsASmallScreen() {
    Theme::instance().setFontStep(3);
    {
      Bar bar;
      QVERIFY2(bar.bar.minimumSizeHint().width() <= 1008,
               qPrintable(QString::number(bar.bar.minimumSizeHint().width())));
    }
    Theme::instance().setFontStep(0);
  }

  void whatCannotBeDoneSaysWhy() {
    Content content;
    RunBar bar(content);
    for (const QAction* action : bar.panelActions())
      QVERIFY2(!ActionRegistry::disabledReason(action).isEmpty(), qPrintable(action->objectName()));
  }

  void tuningAsksForWhatTheFieldsSay() {
    Bar bar;
    bar.bar.setDevices({{"cuda:0", "cuda:0, H200", "132 multiprocessors"}});
    bar.field<QComboBox>("run.device")->setCurrentIndex(1);
    bar.field("run.budget")->setText(" 5m ");
    bar.field("run.seed")->setText("42");
    QSignalSpy asked(&bar.bar, &RunBar::tuneRequested);
    bar.action("run.tune")->trigger();
    QCOMPARE(asked.size(), 1);
    const auto request = asked.at(0).at(0).value<RunChoices>();
    QCOMPARE(request.device, QString("cuda:0"));
    QCOMPARE(request.strategy, QString("auto"));
    QCOMPARE(request.budget, QString("5m"));
    QCOMPARE(request.seed, quint64{42});
    QVERIFY(request.runners.isEmpty());
  }

  void aBadFieldIsSaidAndKeepsFromTuning_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::newRow("no budget") << "run.budget"
                               << "";
    QTest::newRow("budget without a meaning") << "run.budget"
                                              << "6x";
    QTest::newRow("budget of nothing") << "run.budget"
                                       << "0";
    QTest::newRow("seed below 0") << "run.seed"
                                  << "-1";
    QTest::newRow("seed that is no number") << "run.seed"
                                            << "many";
    QTest::newRow("seed too large") << "run.seed"
                                    << "18446744073709551616";
  }
  void aBadFieldIsSaidAndKeepsFromTuning() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    Bar bar;
    auto* line = bar.field<QLabel>("run.fault");
    QVERIFY(line->isHidden());
    auto* field = bar.field(qPrintable(name));
    const QString before = field->text();
    field->setText(text);
    QVERIFY(line->isVisible());
    QVERIFY(line->text().contains(text));
    QCOMPARE(bar.enabled(), QString());
    QCOMPARE(bar.action("run.tune")->toolTip(), line->text());
    field->setText(before);
    QVERIFY(line->isHidden());
    QCOMPARE(bar.enabled(), QString("Tune"));
  }

  void otherRunnersAreNamedByTheirCommandLines() {
    Bar bar;
    auto* device = bar.field<QComboBox>("run.device");
    auto* runners = bar.field<QPlainTextEdit>("run.runners");
    QVERIFY(!runners->isVisible());
    device->setCurrentIndex(device->findData("other"));
    QVERIFY(runners->isVisible());
    QVERIFY(bar.field<QLabel>("run.fault")->isVisible());  // none named yet
    runners->setPlainText("ssh gpu07 kwr-runner\n\n  srun -G 1 kwr-runner \n");
    QCOMPARE(bar.bar.choices().runners,
             (QStringList{"ssh gpu07 kwr-runner", "srun -G 1 kwr-runner"}));
    QCOMPARE(bar.bar.choices().device, QString("auto"));
    QCOMPARE(bar.enabled(), QString("Tune"));
  }

  void choicesComeBackAsTheyWereGiven() {
    Bar bar;
    RunChoices choices{"cuda:3", {}, QString::fromStdString("random"), "24", 7};
    bar.bar.setChoices(choices);
    QVERIFY(bar.bar.choices() == choices);  // though no cuda:3 was found yet
    bar.bar.setDevices({{"cuda:3", "cuda:3, H200", {}}});
    QVERIFY(bar.bar.choices() == choices);
    choices.device = "auto";
    choices.runners = QStringList{"ssh gpu kwr-runner"};
    bar.bar.setChoices(choices);
    QVERIFY(bar.bar.choices() == choices);
  }

  void pausingAndGoingOnAreOneKey() {
    Bar bar;
    QSignalSpy asked(&bar.bar, &RunBar::pauseRequested);
    bar.content.setRunState(RunState::running);
    bar.action("run.pause")->trigger();
    bar.content.setRunState(RunState::paused);
    bar.action("run.pause")->trigger();
    QCOMPARE(asked.at(0).at(0).toBool(), true);
    QCOMPARE(asked.at(1).at(0).toBool(), false);
  }

  void progressIsSaidInWords() {
    RunFigures run{18, 2, 24, 0, 30, 12, {}};
    QCOMPARE(progressText(RunState::running, run), QString("18 of 24, 2 failed, about 12 s left"));
    QCOMPARE(progressShare(RunState::running, run), std::optional(0.75));
    QCOMPARE(progressText(RunState::paused, run), QString("Paused at 18 of 24, 2 failed"));
    run = {1204, 0, 0, 0, 30, 10, {}};
    QCOMPARE(progressText(RunState::running, run), QString("1,204 done, about 10 s left"));
    QCOMPARE(progressShare(RunState::running, run), std::optional(0.75));
    run = {0, 0, 24, 0, 0, -1, "measuring peaks"};
    QCOMPARE(progressText(RunState::running, run), QString("measuring peaks"));
    QCOMPARE(progressShare(RunState::starting, run), std::optional<double>());
    QCOMPARE(progressText(RunState::idle, {}), QString());
    // What was there before is no achievement of this run.
    QCOMPARE(progressText(RunState::idle, {24, 0, 24, 23, 0.5, -1, {}}),
             QString("24 of 24, 23 kept from before, in 500 ms"));
  }

  // What stands below the bar must not move when a run begins, goes on and ends.
  void theBarKeepsItsHeightThroughARun_data() {
    QTest::addColumn<int>("width");
    QTest::newRow("narrow") << 700;
    QTest::newRow("wide") << 3000;
  }
  void theBarKeepsItsHeightThroughARun() {
    QFETCH(int, width);
    Bar bar;
    bar.bar.resize(width, 60);
    const int before = bar.bar.sizeHint().height();
    bar.content.setRunState(RunState::starting);
    QCOMPARE(bar.bar.sizeHint().height(), before);
    DeviceInfo host;
    host.id = "host";
    host.kind = "host";
    bar.content.setDevice(host);
    bar.content.setRunState(RunState::running);
    bar.content.setRun({18, 2, 24, 0, 30, 12, {}});
    QCOMPARE(bar.bar.sizeHint().height(), before);
    bar.content.setFinding({"1.62× over the source", "On 2 cases, cold."});
    bar.content.setRunState(RunState::idle);
    QCOMPARE(bar.bar.sizeHint().height(), before);
  }

  // A blank must not stop a run that F5 began: the fields go, and the next button would be Stop.
  void theFocusDoesNotGoToStopWhenARunBegins() {
    Bar bar;
    QVERIFY(QTest::qWaitForWindowActive(&bar.bar));
    for (const bool hasFinding : {false, true}) {
      if (hasFinding) bar.content.setFinding({"1.62× over the source", "On 2 cases, cold."});
      bar.field("run.budget")->setFocus();
      bar.content.setRunState(RunState::starting);
      QSignalSpy stopped(&bar.bar, &RunBar::stopRequested);
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
      QCOMPARE(stopped.size(), 0);
      QVERIFY(!qobject_cast<QAbstractButton*>(QApplication::focusWidget()) || hasFinding);
      if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
      bar.content.setRunState(RunState::idle);
    }
  }

  void eachFieldIsReachedByAnAction_data() {
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("field");
    QTest::newRow("device") << "run.chooseDevice"
                            << "run.device";
    QTest::newRow("strategy") << "run.chooseStrategy"
                              << "run.strategy";
    QTest::newRow("budget") << "run.setBudget"
                            << "run.budget";
    QTest::newRow("seed") << "run.setSeed"
                          << "run.seed";
  }
  void eachFieldIsReachedByAnAction() {
    QFETCH(QString, action);
    QFETCH(QString, field);
    Bar bar;
    QVERIFY(QTest::qWaitForWindowActive(&bar.bar));
    QAction* found = bar.action(qPrintable(action));
    QVERIFY(bar.bar.panelActions().contains(found));
    QVERIFY(!found->shortcut().isEmpty());
    found->trigger();
    auto* widget = bar.field<QWidget>(qPrintable(field));
    if (auto* list = qobject_cast<QComboBox*>(widget)) {
      QVERIFY(list->view()->isVisible());
      list->hidePopup();
    }
    QTRY_COMPARE(QApplication::focusWidget(), widget);
    bar.content.setRunState(RunState::running);
    QVERIFY(!found->isEnabled());
    QVERIFY(!ActionRegistry::disabledReason(found).isEmpty());
  }

  void timesOfTheCpuAreHeaded() {
    Bar bar;
    QVERIFY(bar.field<QLabel>("run.host")->isHidden());
    DeviceInfo host;
    host.id = "host";
    host.kind = "host";
    bar.content.setDevice(host);
    QVERIFY(bar.field<QLabel>("run.host")->isVisible());
  }

  void theFindingsEvidenceIsOneKeyAway() {
    Bar bar;
    auto* finding = bar.bar.findChild<FindingLabel*>();
    QVERIFY(finding->isHidden());
    bar.content.setFinding({"1.62× over the source", "On 2 cases, cold."});
    QVERIFY(finding->isVisible());
    QVERIFY(finding->accessibleName().contains(QString::fromUtf8("1.62×")));
    QTest::keyClick(finding, Qt::Key_Return);
    auto* popover = finding->findChild<QFrame*>("evidence");
    QVERIFY(popover && popover->isVisible());
    QVERIFY(popover->findChildren<QLabel*>().back()->text().contains("cold"));
    popover->close();
  }

  void everyFieldHasANameForReaders() {
    Bar bar;
    for (const QWidget* widget : bar.bar.findChildren<QWidget*>())
      if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
          !widget->objectName().startsWith("qt_"))
        QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
  }
};

QTEST_MAIN(TestRunBar)
#include "test_run_bar.moc"
