// SPDX-License-Identifier: GPL-3.0-or-later
// The counters of the selected candidate: shown step by step, compared, filtered, copied, exported.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "base/files/files.h"
#include "model/recordings/csv_table.h"
#include "support/sample_profiles.h"
#include "support/sample_rows.h"
#include "widgets/counters/counters_model.h"
#include "widgets/counters/counters_panel.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

struct Fixture {
  Content content;
  Selection selection;
  CountersPanel panel{content, selection};

  Fixture() {
    content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    content.setDevice(test::sampleDevice());
    content.resetCandidates(test::sampleRows(20));
    panel.resize(760, 620);
    panel.show();
  }
  const Candidate& candidate(view::CandidateId id) const {
    return content.candidates()[id].candidate;
  }
  // Of the source and of #2, which is selected.
  void profile() {
    content.setProfiles({test::sampleProfile(candidate(0), 70), test::sampleProfile(candidate(2))});
    selection.selectOnly(2);
  }
  QString label(const char* name) const {
    const auto* found = panel.findChild<QLabel*>(QStringLiteral("counters.") + QLatin1String(name));
    return found->isVisible() ? found->text() : QString();
  }
  QAction& action(const char* name) const {
    return *panel.findChild<QAction*>(QStringLiteral("counters.") + QLatin1String(name));
  }
  QString cell(const std::string& id, int column) const {
    return panel.model().find(id).siblingAtColumn(column).data().toString();
  }
  QString header(int column) const {
    return panel.model().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  }
};

}  // namespace

class TestCountersPanel : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { Theme::instance().apply(); }
  void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support).*")); }

  void withoutAProfileItSaysWhatToDoAndOffersIt() {
    Fixture f;
    f.selection.selectOnly(2);
    QVERIFY(f.label("empty").contains(QStringLiteral("was not profiled on this device yet")));
    QVERIFY(!f.action("copyAll").isEnabled());
    auto* button = f.panel.findChild<QPushButton*>();
    QVERIFY(button->isVisible());
    QSignalSpy wanted(&f.content, &Content::profileWanted);
    button->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.at(0).at(0).value<Candidate>(), f.candidate(2));
  }

  void whyThereCanBeNoneIsSaid() {
    Fixture f;
    f.selection.selectOnly(2);
    SessionState session;
    session.readOnly = true;
    session.readOnlyWhy = QStringLiteral("it comes with the program");
    f.content.setSession(session);
    QVERIFY(f.label("empty").contains(session.readOnlyWhy));
    QVERIFY(!f.panel.findChild<QPushButton*>()->isEnabled());
    f.content.setProblem(nullptr);
    QVERIFY(f.label("empty").contains(QStringLiteral("is open")));
  }

  void withNothingSelectedItIsTheBest() {
    Fixture f;
    const view::CandidateId best = *f.content.candidates().best();
    f.content.setProfiles({test::sampleProfile(f.candidate(best))});
    QVERIFY(f.panel.shown() && f.panel.shown()->candidate == f.candidate(best));
  }

  void metricsStandInGroupsBesideTheBaselines() {
    Fixture f;
    QAbstractItemModelTester tester(&f.panel.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    f.profile();
    QVERIFY(f.panel.model().rowCount() > 3);
    QCOMPARE(f.cell("dram_utilisation", CountersModel::valueColumn), QStringLiteral("87.00 %"));
    QCOMPARE(f.cell("dram_utilisation", CountersModel::knownColumn), QStringLiteral("derived"));
    QCOMPARE(f.cell("dram_utilisation", CountersModel::differenceColumn),
             QStringLiteral("+17.0 points"));
    QCOMPARE(f.header(CountersModel::differenceColumn), QStringLiteral("To source kernel"));
    QVERIFY(f.label("regime").contains(QStringLiteral("emory-bound")));
    QVERIFY(!f.label("advice").isEmpty());
    QVERIFY(f.label("collector").contains(QStringLiteral("range profiler")));
    QVERIFY(f.label("collector").contains(QStringLiteral("5 passes")));
    QVERIFY(f.label("missing").contains(QStringLiteral("this chip has no counter for it")));
    f.content.setProfiles({test::sampleProfile(f.candidate(0), 70),
                           test::sampleProfile(f.candidate(1), 80),
                           test::sampleProfile(f.candidate(2))});
    f.selection.setBaseline(1);
    QCOMPARE(f.header(CountersModel::differenceColumn), QStringLiteral("To #1"));
    QCOMPARE(f.cell("dram_utilisation", CountersModel::differenceColumn),
             QStringLiteral("+7.0 points"));
    f.selection.setBaseline(5);
    QVERIFY(f.label("missing").contains(QStringLiteral("#5 is not profiled yet")));
  }

  void itGrowsStepByStepAndTheSameRowStaysCurrent() {
    Fixture f;
    const Profile whole = test::sampleProfile(f.candidate(2));
    f.selection.selectOnly(2);
    Profile soFar = whole;
    soFar.leaf.clear();
    soFar.steps.resize(2);
    soFar.values = whole.steps[1].values;
    f.content.growProfile(soFar);
    QVERIFY(f.label("regime").contains(QStringLiteral("2 steps so far")));
    const size_t before = f.panel.model().sheet().rows();
    f.panel.table().setCurrentIndex(f.panel.model().find("l2_utilisation"));
    f.panel.table().collapse(f.panel.model().index(0, 0));
    const std::string closed = f.panel.model().idAt(f.panel.model().index(0, 0));
    f.content.takeProfile(whole);
    QVERIFY(f.panel.model().sheet().rows() > before);
    QCOMPARE(f.panel.model().idAt(f.panel.table().currentIndex()), std::string("l2_utilisation"));
    QVERIFY(!f.panel.table().isExpanded(f.panel.model().find(closed)));
    QVERIFY(f.panel.table().isExpanded(f.panel.model().index(1, 0)));
  }

  void theFilterLetsWordsThroughAndKeysLeadToTheTable() {
    Fixture f;
    f.profile();
    const size_t all = f.panel.model().shownRows();
    auto* filter = f.panel.findChild<QLineEdit*>(QStringLiteral("counters.filter"));
    f.action("focusFilter").trigger();
    QTest::keyClicks(filter, QStringLiteral("dram throughput"));
    QCOMPARE(f.panel.model().shownRows(), size_t{1});
    QVERIFY(f.label("filtered").contains(QStringLiteral("not shown: filtered")));
    QTest::keyClick(filter, Qt::Key_Down);
    QVERIFY(f.panel.table().currentIndex().isValid());
    QTest::keyClick(filter, Qt::Key_Escape);
    QCOMPARE(f.panel.model().shownRows(), all);
  }

  void rowsAreCopiedAndAllIsExported() {
    Fixture f;
    f.profile();
    f.panel.table().setCurrentIndex(f.panel.model().find("dram_utilisation"));
    f.action("copy").trigger();
    const QStringList lines =
        QGuiApplication::clipboard()->text().trimmed().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[1].contains(QStringLiteral("\t%\tderived\t")));
    f.action("copyAll").trigger();
    const auto count = static_cast<qsizetype>(f.panel.model().shownRows());
    QCOMPARE(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')), count + 1);

    QTemporaryDir folder;
    QSignalSpy exported(&f.panel, &CountersPanel::exported);
    const QString file = folder.filePath(QStringLiteral("profile.csv"));
    f.panel.exportTo(file);
    QTRY_COMPARE(exported.size(), 1);
    QVERIFY(exported.at(0).at(1).value<Status>().has_value());
    const auto table = recordings::readCsvTable(files::readText(file.toStdString()).value());
    QCOMPARE(static_cast<qsizetype>(table.rows.size()), count + 1);
    f.panel.exportTo(QStringLiteral("/nowhere/at/all.csv"));
    QTRY_COMPARE(exported.size(), 2);
    QVERIFY(!exported.at(1).at(1).value<Status>().has_value());
  }

  void everythingCanBeReachedAndHasAName() {
    Fixture f;
    f.profile();
    for (QWidget* each : f.panel.findChildren<QWidget*>())
      if (each->focusPolicy() != Qt::NoFocus && each->isVisible())
        QVERIFY2(!each->accessibleName().isEmpty() || !each->property("text").toString().isEmpty(),
                 qPrintable(each->objectName()));
    const QModelIndex index = f.panel.model().find("dram_utilisation");
    const QString words = index.data(Qt::AccessibleTextRole).toString();
    QVERIFY(words.contains(QStringLiteral("87.00 %")) && words.contains(QStringLiteral("derived")));
    QVERIFY(index.data(Qt::ToolTipRole).toString().contains(QStringLiteral("dram_bytes")));
    QVERIFY(f.panel.model()
                .find("store_efficiency")
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("no counter")));
  }
};

QTEST_MAIN(TestCountersPanel)
#include "test_counters_panel.moc"
