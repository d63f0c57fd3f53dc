// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys through the real window, on the host device.
#include <QAbstractButton>
#include <QAccessible>
#include <QDockWidget>
#include <QMenu>
#include <QMessageBox>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "widgets/editors/code_editor.h"
#include "widgets/messages/message_bar.h"
#include "widgets/plots/picture_actions.h"
#include "widgets/plots/plot.h"
#include "widgets/settings/settings.h"
#include "widgets/theme/theme.h"
#include "widgets/window/main_window.h"

using namespace kw;

namespace {

constexpr int patience = 120'000;
const QString library = QStringLiteral(KW_SOURCE_FOLDER "/templates/");

RunChoices request(const QString& budget) {
  RunChoices request;
  request.device = QStringLiteral("host");
  request.runners = {QStringLiteral(KW_BINARY_FOLDER "/bin/kwr-runner")};
  request.budget = budget;
  return request;
}

// The window with its own settings.
struct Shown {
  Settings settings;
  MainWindow window{settings, {.forPicture = false, .size = QSize(1400, 900), .theme = {}}};
  QStringList faults;

  Shown() {
    QObject::connect(&window.workbench(), &Workbench::failed,
                     [this](const QString& doing, const Error& error) {
                       faults.push_back(doing + QString::fromStdString(error.text()));
                     });
    window.show();
  }
  Content& content() { return window.content(); }
  void open(const QString& path) {
    QSignalSpy done(&window, &MainWindow::openDone);
    window.open(path);
    QTRY_VERIFY_WITH_TIMEOUT(!done.isEmpty() || !faults.isEmpty(), patience);
  }
  // Ends only when it is stopped.
  void beginRun() {
    open(library + QStringLiteral("reduction"));
    window.workbench().tune(request(QStringLiteral("200")));
    QTRY_VERIFY_WITH_TIMEOUT(content().candidates().size() >= 1, patience);
  }
  // Clicks a button of the question that stands: 0 stays.
  void answer(int button) {
    auto* question = window.findChild<QMessageBox*>();
    QVERIFY(question);
    question->buttons().at(button)->click();
    QTRY_VERIFY(!window.findChild<QMessageBox*>());
  }
  void tune(const QString& budget) {
    window.workbench().tune(request(budget));
    QTRY_VERIFY_WITH_TIMEOUT(!content().isRunning(), patience);
  }
};

// Below `parent`, where the user can see it.
QList<QWidget*> focusable(QWidget* parent) {
  QList<QWidget*> found;
  for (QWidget* widget : parent->findChildren<QWidget*>())
    if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible()) found.push_back(widget);
  return found;
}

QString unnamed(QWidget* parent) {
  QStringList faults;
  for (QWidget* widget : focusable(parent)) {
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
    if (interface && !interface->text(QAccessible::Name).isEmpty()) continue;
    faults.push_back(QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') +
                     widget->objectName() + QStringLiteral(" in ") +
                     (widget->parentWidget() ? widget->parentWidget()->objectName() : QString()));
  }
  return faults.join(QLatin1Char('\n'));
}

}  // namespace

class TestJourneys : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", m_folder->path().toUtf8());
    qputenv("KERNELWRIGHT_CONFIG", m_folder->path().toUtf8());
  }

  void theStartPageOffersTheLibrary() {
    Shown shown;
    QVERIFY(!shown.content().isOpen());
    QTRY_VERIFY(shown.window.findChild<QWidget*>(QStringLiteral("startPage"))->isVisible());
  }

  void openTuneAndReadWhatCameOut() {
    Shown shown;
    shown.open(library + QStringLiteral("reduction"));
    shown.tune(QStringLiteral("3"));
    QCOMPARE(shown.faults, QStringList());
    QCOMPARE(shown.content().candidates().size(), size_t{4});
    QTRY_VERIFY(!shown.content().finding().sentence.isEmpty());
    QVERIFY(shown.window.selection().current().has_value());
    QTRY_VERIFY(shown.window.isSettled());
    QVERIFY(shown.window.findChild<QAction*>(QStringLiteral("file.export"))->isEnabled());
    QVERIFY(shown.window.findChild<QAction*>(QStringLiteral("file.report"))->isEnabled());
  }

  void aTemplateWithAnErrorFailsWithItsReasonAndCanBeMended() {
    Shown shown;
    shown.open(library + QStringLiteral("reduction"));
    const Problem problem = shown.content().problem()->problem;
    const QString file = QString::fromStdString(problem.templateFile);
    const QString text = QString::fromStdString(problem.templateText);
    const std::string before = shown.content().problem()->templateHash;
    Q_EMIT shown.content().partEdited(file, text + QStringLiteral("\n#error \"not yet\"\n"));
    QTRY_VERIFY(shown.content().problem()->templateHash != before);
    shown.tune(QStringLiteral("2"));
    QCOMPARE(shown.content().candidates().failed(), size_t{2});
    QCOMPARE(shown.faults.size(), 1);  // no candidate was verified
    const auto selected = shown.window.selection().current();
    QVERIFY(selected && !shown.content().candidates()[*selected].verified());
    auto* editor = shown.window.findChild<CodeEditor*>(QStringLiteral("template.editor"));
    QTRY_COMPARE(editor->notes().size(), size_t{1});  // in place
    Q_EMIT shown.content().partEdited(file, text);
    QTRY_COMPARE(shown.content().problem()->templateHash, before);
    shown.tune(QStringLiteral("2"));
    QTRY_VERIFY(shown.content().candidates().verified() > 0);
  }

  void aKilledProgramsSessionGoesOnWhereItWas() {
    QProcess other;
    other.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--tune-until-killed")});
    QVERIFY(other.waitForStarted());
    const QString session = m_folder->filePath(QStringLiteral("kernelwright/reduction.kwr"));
    QTRY_VERIFY_WITH_TIMEOUT(other.canReadLine(), patience);  // a candidate was measured
    ::kill(static_cast<pid_t>(other.processId()), SIGKILL);
    other.waitForFinished();
    Shown shown;
    shown.open(session);
    QCOMPARE(shown.faults, QStringList());
    const size_t kept = shown.content().candidates().size();
    QVERIFY(kept >= 2);
    QVERIFY(!shown.content().session().readOnly);
    shown.tune(QString::number(kept + 1));
    QCOMPARE(shown.faults, QStringList());
    QVERIFY(shown.content().candidates().size() > kept);
  }

  void quittingWhileTuningAsksAndThenStops() {
    Shown shown;
    shown.beginRun();
    shown.window.close();
    shown.answer(0);  // let it run
    QVERIFY(shown.window.isVisible());
    QCOMPARE(shown.content().runState(), RunState::running);
    shown.window.close();
    shown.answer(1);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.isVisible(), patience);
    QVERIFY(!shown.content().isRunning());
  }

  void closingWhileTuningLeadsToTheStartPageAndNothingIsLost() {
    Shown shown;
    shown.beginRun();
    shown.window.findChild<QAction*>(QStringLiteral("file.close"))->trigger();
    shown.answer(1);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.content().isOpen(), patience);
    shown.open(library + QStringLiteral("reduction"));
    QVERIFY(shown.content().candidates().size() >= 1);
    shown.tune(QString::number(shown.content().candidates().size()));
    QCOMPARE(shown.faults, QStringList());
  }

  void everyControlHasANameAndNoKeysClash() {
    Shown shown;
    QTRY_VERIFY(shown.window.isSettled());
    QCOMPARE(unnamed(&shown.window), QString());
    shown.open(library + QStringLiteral("silu_and_mul"));
    QTRY_VERIFY(shown.window.isSettled());
    for (const QString& panel : shown.window.panelNames()) {
      shown.window.showPanel(panel);
      QCoreApplication::processEvents();
      QCOMPARE(unnamed(&shown.window), QString());
    }
    QStringList clashes;
    for (const ShortcutClash& clash : shown.window.actionRegistry().clashes())
      clashes.push_back(clash.text());
    QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(QLatin1Char('\n'))));
  }

  void theRunBarIsThereAgainAfterClosing() {
    const QString bar = QStringLiteral("tools.run");
    {
      Shown shown;
      shown.open(library + QStringLiteral("reduction"));
      QTRY_VERIFY(shown.window.findChild<QWidget*>(bar)->isVisible());
      shown.window.findChild<QAction*>(QStringLiteral("file.close"))->trigger();
      QTRY_VERIFY(!shown.window.findChild<QWidget*>(bar)->isVisible());
      shown.open(library + QStringLiteral("transpose"));
      QTRY_VERIFY(shown.window.findChild<QWidget*>(bar)->isVisible());
      shown.window.close();
    }
    Shown again;
    again.open(library + QStringLiteral("reduction"));
    QTRY_VERIFY(again.window.findChild<QWidget*>(bar)->isVisible());
  }

  void whatWentWrongIsSeenOnTheStartPageToo() {
    Shown shown;
    shown.open(QStringLiteral("/nowhere/at/all"));
    QWidget* message = shown.window.findChild<QWidget*>(QStringLiteral("messageBar"));
    QTRY_VERIFY(message->isVisible());
    QVERIFY(message->visibleRegion().boundingRect().height() > 10);
  }

  void keysOfWhatIsNotPossibleSayWhy() {
    Shown shown;
    shown.open(QStringLiteral(KW_SOURCE_FOLDER "/resources/sessions/rmsnorm_h200.kwr"));
    auto* messages = shown.window.findChild<MessageBar*>();
    QTest::keyClick(&shown.window, Qt::Key_F5);
    QVERIFY2(messages->text().startsWith(QStringLiteral("Tune: ")), qPrintable(messages->text()));
    QTest::keyClick(&shown.window, Qt::Key_Escape, Qt::ShiftModifier);
    QVERIFY(messages->text().isEmpty());
    QTest::keyClick(&shown.window, Qt::Key_F6);
    QVERIFY2(messages->text().startsWith(QStringLiteral("Pause: ")), qPrintable(messages->text()));
  }

  void aPictureThatIsSavedOrCannotBeIsToldInTheWindow() {
    Shown shown;
    shown.open(QStringLiteral(KW_SOURCE_FOLDER "/resources/sessions/rmsnorm_h200.kwr"));
    QTRY_VERIFY(shown.window.isSettled());
    auto* messages = shown.window.findChild<MessageBar*>();
    const QString written = m_folder->filePath(QStringLiteral("picture.png"));
    for (Plot* plot : shown.window.findChildren<Plot*>()) {
      messages->dismiss();
      plot->saveTo(written, nullptr);
      QTRY_VERIFY(messages->text().contains(written));
    }
    for (PictureActions* pictures : shown.window.findChildren<PictureActions*>()) {
      messages->dismiss();
      pictures->save(QStringLiteral("/nowhere/at/all.png"));
      QTRY_VERIFY(messages->text().contains(QStringLiteral("/nowhere/at/all.png")));
    }
  }

  void themeAndTextSizeAreFoundAgain() {
    const auto trigger = [](Shown& shown, const char* action) {
      shown.window.findChild<QAction*>(QLatin1String(action))->trigger();
    };
    const int step = Theme::instance().fontStep();
    {
      Shown shown;
      trigger(shown, "view.theme");
      trigger(shown, "view.largerFont");
    }
    {
      Shown shown;
      QCOMPARE(Theme::instance().name(), ThemeName::dark);
      QCOMPARE(Theme::instance().fontStep(), step + 1);
      trigger(shown, "view.theme");
      trigger(shown, "view.resetFont");
    }
  }

  void aSmallWindowCutsNothingOff() {
    Shown shown;
    shown.open(library + QStringLiteral("silu_and_mul"));
    shown.window.resize(1024, 640);
    QCoreApplication::processEvents();
    QCOMPARE(shown.window.size(), QSize(1024, 640));  // it does not insist on more
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

// The program that is killed: says a line when the first candidates are in its session.
int tuneUntilKilled(QApplication& application) {
  Shown shown;
  QObject::connect(&shown.window, &MainWindow::openDone,
                   [&] { shown.window.workbench().tune(request(QStringLiteral("500"))); });
  QObject::connect(&shown.content(), &Content::candidatesAppended, [&] {
    if (shown.content().candidates().size() < 2) return;
    std::puts("measured");
    std::fflush(stdout);
  });
  shown.window.open(library + QStringLiteral("reduction"));
  return application.exec();
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  if (argc > 1 && QLatin1String(argv[1]) == QLatin1String("--tune-until-killed"))
    return tuneUntilKilled(application);
  TestJourneys journeys;
  return QTest::qExec(&journeys, argc, argv);
}
#include "test_journeys.moc"
