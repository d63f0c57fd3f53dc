// SPDX-License-Identifier: GPL-3.0-or-later
// From an untuned kernel to what bounds its best candidate, through the real window on the host
// device, where counters cannot be read and figures are modelled.
#include <QAction>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "widgets/counters/counters_model.h"
#include "widgets/counters/counters_panel.h"
#include "widgets/settings/settings.h"
#include "widgets/window/main_window.h"

using namespace kw;

namespace {

constexpr int patience = 120'000;

RunChoices request(const QString& budget) {
  RunChoices request;
  request.device = QStringLiteral("host");
  request.runners = {QStringLiteral(KW_BINARY_FOLDER "/bin/kwr-runner")};
  request.budget = budget;
  return request;
}

}  // namespace

class TestProfilingJourney : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    qputenv("XDG_STATE_HOME", m_folder.path().toUtf8());
    qputenv("KERNELWRIGHT_CONFIG", m_folder.path().toUtf8());
  }

  void theBestCandidateIsProfiledAndItsFiguresAreShown() {
    Settings settings;
    MainWindow window(settings, {.forPicture = false, .size = QSize(1400, 900), .theme = {}});
    QStringList faults;
    QObject::connect(&window.workbench(), &Workbench::failed,
                     [&](const QString& doing, const Error& error) {
                       faults << doing + QString::fromStdString(error.text());
                     });
    window.show();
    QSignalSpy opened(&window, &MainWindow::openDone);
    window.open(QStringLiteral(KW_SOURCE_FOLDER "/templates/reduction"));
    QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), patience);
    window.workbench().tune(request(QStringLiteral("3")));
    window.workbench().setRequest(request(QStringLiteral("3")));
    QTRY_VERIFY_WITH_TIMEOUT(!window.content().isRunning(), patience);
    QCOMPARE(faults, QStringList());
    const view::CandidateId best = *window.content().candidates().best();
    window.selection().selectOnly(best);

    auto* panel = qobject_cast<CountersPanel*>(window.showPanel(QStringLiteral("counters")));
    QVERIFY(panel && !panel->shown());
    QAction* profile = window.actionRegistry().find(QStringLiteral("run.profile"));
    QVERIFY(profile && profile->isEnabled());
    profile->trigger();
    QVERIFY(window.content().isRunning());
    QVERIFY(!profile->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!window.content().isRunning(), patience);
    QCOMPARE(faults, QStringList());

    QVERIFY(panel->shown());
    QCOMPARE(panel->shown()->candidate, window.content().candidates()[best].candidate);
    QCOMPARE(panel->shown()->collector, std::string("modelled"));
    QVERIFY(panel->model().rowCount() > 0);
    const QModelIndex share = panel->model().find("share_of_roof");
    QVERIFY(share.isValid());
    QCOMPARE(share.siblingAtColumn(CountersModel::knownColumn).data().toString(),
             QStringLiteral("modelled"));
    const auto* regime = panel->findChild<QLabel*>(QStringLiteral("counters.regime"));
    QVERIFY(regime->text().contains(QStringLiteral("-bound")));
    const auto* missing = panel->findChild<QLabel*>(QStringLiteral("counters.missing"));
    QVERIFY2(missing->text().startsWith(QStringLiteral("No counters: ")),
             qPrintable(missing->text()));

    // Beside the source, once that was profiled too.
    window.actionRegistry().find(QStringLiteral("go.source"))->trigger();
    profile->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window.content().isRunning(), patience);
    QCOMPARE(faults, QStringList());
    if (window.content().candidates().source() == best) return;  // nothing beats it here
    window.selection().selectOnly(best);
    QVERIFY(!panel->model()
                 .find("duration")
                 .siblingAtColumn(CountersModel::differenceColumn)
                 .data()
                 .toString()
                 .isEmpty());
  }

 private:
  QTemporaryDir m_folder;
};

QTEST_MAIN(TestProfilingJourney)
#include "test_profiling_journey.moc"
