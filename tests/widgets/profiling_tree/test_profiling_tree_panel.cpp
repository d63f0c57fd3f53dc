// SPDX-License-Identifier: GPL-3.0-or-later
// The profiling tree: the way of a profile is lit, edits are undone, saved and seen at once.
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>

#include "widgets/plots/panel_fixture.h"
#include "widgets/profiling_tree/node_inspector.h"
#include "widgets/profiling_tree/profiling_tree_panel.h"
#include "widgets/profiling_tree/tree_view.h"

using namespace kw;
using test::Opened;

namespace {

// As the default tree leads it to "streaming".
Profile streamingProfile(const view::CandidateRow& row, double dram = 87.3) {
  Profile profile;
  profile.candidate = row.candidate;
  profile.caseName = "prefill";
  profile.deviceId = row.deviceId;
  profile.chip = "GH100";
  const auto see = [&profile](const char* node, const char* metric, double value, const char* unit,
                              Provenance known, double threshold) {
    const MetricValue seen{value, unit, known, ""};
    profile.values[metric] = seen;
    profile.steps.push_back({.node = node,
                             .kind = "test",
                             .metric = metric,
                             .threshold = threshold,
                             .observed = seen,
                             .taken = value >= threshold ? "yes" : "no"});
  };
  see("roof", "share_of_roof", 81.2, "%", Provenance::modelled, 95);
  profile.steps.push_back({.node = "activity",
                           .kind = "acquire",
                           .wanted = metricsOf(*defaultPolicy().find("activity")),
                           .passes = 1,
                           .milliseconds = 14.2});
  see("dram", "dram_utilisation", dram, "%", Provenance::derived, 60);
  // A tree that tests which unit is busiest finds it from these, though this walk did not.
  for (const char* id : {"l2_utilisation", "l1_utilisation", "issue_utilisation"})
    profile.values[id] = {21.5, "%", Provenance::derived, ""};
  see("traffic", "traffic_ratio", 1.02, "", Provenance::derived, 1.25);
  profile.steps.push_back({.node = "streaming",
                           .kind = "leaf",
                           .wanted = metricsOf(*defaultPolicy().find("streaming")),
                           .passes = 2,
                           .milliseconds = 25.1});
  profile.values["achieved_occupancy"] = {71.5, "%", Provenance::measured, ""};
  profile.regime = "memory-bound";
  profile.leaf = "streaming";
  profile.title = "DRAM bandwidth";
  profile.passes = 3;
  return profile;
}

struct Shown : Opened {
  ProfilingTreePanel panel;

  Shown() : Opened(30), panel(content, selection) { test::show(panel); }
  void profileTwo() {
    content.setProfiles(
        {streamingProfile(content.candidates()[2]), streamingProfile(content.candidates()[5], 65)});
  }
  QString said(const char* name) const {
    return panel.findChild<QLabel*>(QString::fromLatin1(name))->text();
  }
  template <class Widget>
  Widget* part(const char* name) const {
    return panel.findChild<Widget*>(QString::fromLatin1(name));
  }
  void goTo(const char* id) {
    panel.view().setCurrent(
        static_cast<size_t>(panel.policy()->find(id) - panel.policy()->nodes().data()));
  }
  std::string current() { return panel.policy()->nodes()[panel.view().current()].id; }
  double threshold(const char* id) {
    return std::get<PolicyTest>(panel.policy()->find(id)->what).threshold;
  }
  QAction* action(const char* name) {
    return part<QAction>((QByteArray("profilingTree.") + name).constData());
  }
};

}  // namespace

class TestProfilingTreePanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    test::failOnWarnings();
    Theme::instance().setName(ThemeName::light);
  }

  void theDefaultTreeStandsThereBeforeAnythingIsProfiled() {
    Shown shown;
    QCOMPARE(shown.said("profilingTreeTitle"),
             QStringLiteral("Profiling tree: default (hand-set)"));
    QVERIFY(shown.said("profilingTreeEffect").startsWith(QStringLiteral("Profile a candidate")));
    QCOMPARE(shown.current(), std::string("roof"));
    QVERIFY(!shown.panel.view().walkedAt(0));
    test::checkNames(shown.panel);
  }

  void theKeysMoveBetweenNodes() {
    Shown shown;
    shown.panel.view().setFocus();
    QTest::keyClick(&shown.panel.view(), Qt::Key_Down);
    QCOMPARE(shown.current(), std::string("activity"));
    QTest::keyClick(&shown.panel.view(), Qt::Key_Down);
    QTest::keyClick(&shown.panel.view(), Qt::Key_Right);
    QCOMPARE(shown.current(), std::string("dram_first"));
    QTest::keyClick(&shown.panel.view(), Qt::Key_Right);
    QCOMPARE(shown.current(), std::string("traffic"));
    QVERIFY(shown.said("profilingTree.nodeTitle").startsWith(QStringLiteral("traffic")));
    QVERIFY(shown.panel.view().accessibleDescription().contains(QStringLiteral("traffic_ratio")));
    QTest::keyClick(&shown.panel.view(), Qt::Key_Left);
    QTest::keyClick(&shown.panel.view(), Qt::Key_Left);
    QCOMPARE(shown.current(), std::string("dram"));
    QTest::keyClick(&shown.panel.view(), Qt::Key_Home);
    QCOMPARE(shown.current(), std::string("roof"));
    QTest::keyClick(&shown.panel.view(), Qt::Key_Right);
    QTest::keyClick(&shown.panel.view(), Qt::Key_Return);
    QVERIFY(shown.part<QListWidget>("profilingTree.metrics")->hasFocus());
  }

  void theWayOfAProfileIsLit() {
    Shown shown;
    shown.profileTwo();
    const auto isLit = [&](const char* id) {
      return shown.panel.view().walkedAt(static_cast<size_t>(
                 shown.panel.policy()->find(id) - shown.panel.policy()->nodes().data())) != nullptr;
    };
    QVERIFY(isLit("roof") && isLit("activity") && isLit("dram") && isLit("streaming"));
    QVERIFY(!isLit("cache") && !isLit("at_the_roof"));
    shown.panel.view().setFocus();
    QTest::keyClick(&shown.panel.view(), Qt::Key_End);
    QCOMPARE(shown.current(), std::string("streaming"));
    QVERIFY(
        shown.said("profilingTree.outcome").contains(QStringLiteral("cost: 2 passes, 25.10 ms")));
    QVERIFY(shown.said("profilingTree.outcome").contains(QStringLiteral("71.50 % (measured)")));
    shown.goTo("dram");
    QVERIFY(shown.said("profilingTree.outcome").contains(QStringLiteral("at least 60 %: yes")));
  }

  void anEditIsSeenAtOnceAndUndone() {
    Shown shown;
    shown.profileTwo();
    QCOMPARE(shown.said("profilingTreeEffect"),
             QStringLiteral("2 profiled candidates keep their regimes: 2 memory-bound."));
    QSignalSpy changed(&shown.panel, &ProfilingTreePanel::policyChanged);
    shown.goTo("dram");
    auto* box = shown.part<QDoubleSpinBox>("profilingTree.threshold");
    QVERIFY(box->isVisible());
    QCOMPARE(box->value(), 60.0);
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("70"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(shown.threshold("dram"), 70.0);
    QCOMPARE(changed.size(), 1);
    QVERIFY(shown.said("profilingTreeEffect")
                .startsWith(QStringLiteral("1 of 2 profiled candidates keep their regime; ")));
    QCOMPARE(shown.said("profilingTreeTitle"),
             QStringLiteral("Profiling tree: default, edited (hand-set), not saved"));
    QCOMPARE(shown.current(), std::string("dram"));
    shown.goTo("roof");
    shown.action("undo")->trigger();
    QCOMPARE(shown.threshold("dram"), 60.0);
    QCOMPARE(shown.current(), std::string("dram"));  // what was undone is to be seen
    QCOMPARE(shown.said("profilingTreeTitle"),
             QStringLiteral("Profiling tree: default (hand-set)"));
    shown.action("redo")->trigger();
    QCOMPARE(shown.threshold("dram"), 70.0);
    shown.action("default")->trigger();
    QCOMPARE(shown.threshold("dram"), 60.0);
    QVERIFY(!shown.action("default")->isEnabled());
    shown.action("undo")->trigger();
    QCOMPARE(shown.threshold("dram"), 70.0);
  }

  void aLeafsMetricsAndAdviceAreEdited() {
    Shown shown;
    shown.goTo("streaming");
    auto* list = shown.part<QListWidget>("profilingTree.metrics");
    QCOMPARE(list->item(0)->data(Qt::UserRole).toString(), QStringLiteral("achieved_occupancy"));
    list->item(0)->setCheckState(Qt::Unchecked);
    QCOMPARE(metricsOf(*shown.panel.policy()->find("streaming")),
             (std::vector<std::string>{"load_efficiency", "store_efficiency"}));
    list->setFocus();
    list->setCurrentRow(2);
    const std::string added = list->item(2)->data(Qt::UserRole).toString().toStdString();
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(metricsOf(*shown.panel.policy()->find("streaming")).back(), added);
    auto* advice = shown.part<QPlainTextEdit>("profilingTree.advice");
    advice->setFocus();
    advice->setPlainText(QStringLiteral("Read less."));
    shown.panel.view().setFocus();
    QCOMPARE(std::get<PolicyLeaf>(shown.panel.policy()->find("streaming")->what).advice,
             std::string("Read less."));
    for (int i = 0; i < 3; ++i)
      shown.action("undo")->trigger();
    QVERIFY(shown.panel.editor().isDefault());
    QVERIFY(!shown.action("undo")->isEnabled());
  }

  void aTreeIsSavedAndOpenedAgain() {
    Shown shown;
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.json"));
    QCOMPARE(shown.panel.editor().setThreshold(QStringLiteral("dram"), 72.5), QString());
    shown.panel.savePolicy(path);
    QCOMPARE(shown.said("profilingTreeTitle"), QStringLiteral("Profiling tree: mine (hand-set)"));
    shown.action("default")->trigger();
    QCOMPARE(shown.threshold("dram"), 60.0);
    shown.panel.openPolicy(path);
    QCOMPARE(shown.threshold("dram"), 72.5);
    QCOMPARE(shown.panel.policy()->name(), std::string("mine"));
    shown.action("undo")->trigger();
    QCOMPARE(shown.threshold("dram"), 60.0);
  }

  void aFileThatIsNoTreeChangesNothing() {
    Shown shown;
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("no.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "kernelwright-policy/1", "name": "n"})");
    file.close();
    QSignalSpy noticed(&shown.content, &Content::noticed);
    for (const QString& each : {path, folder.filePath(QStringLiteral("nowhere.json"))}) {
      shown.panel.openPolicy(each);
      QVERIFY(shown.panel.editor().isDefault());
      QVERIFY(noticed.takeFirst().front().toString().contains(each));
    }
    QVERIFY(!shown.action("undo")->isEnabled());
    shown.panel.savePolicy(folder.filePath(QStringLiteral("no/such/folder.json")));
    QCOMPARE(noticed.size(), 1);
  }

  void theSelectedCandidateIsTheOneShown() {
    Shown shown;
    shown.profileTwo();
    auto* which = shown.panel.findChild<QComboBox*>();
    shown.selection.selectOnly(2);
    QVERIFY(shown.panel.view().walkedAt(0));
    const QString first = which->currentText();
    shown.selection.selectOnly(5);
    QVERIFY(which->currentText() != first);
    shown.selection.selectOnly(7);  // was not profiled
    QVERIFY(which->currentText() != first);
    which->setCurrentIndex(which->findText(first));
    Q_EMIT which->activated(which->currentIndex());
    QCOMPARE(shown.selection.current(), std::optional<Selection::Id>(2));
  }

  void aProfileIsShownWhileItIsMade() {
    Shown shown;
    shown.profileTwo();
    Profile growing = streamingProfile(shown.content.candidates()[7]);
    growing.steps.resize(3);
    growing.values.erase("traffic_ratio");
    growing.regime = growing.leaf = "";
    shown.content.growProfile(growing);
    const auto isLit = [&](const char* id) {
      return shown.panel.view().walkedAt(static_cast<size_t>(
                 shown.panel.policy()->find(id) - shown.panel.policy()->nodes().data())) != nullptr;
    };
    QVERIFY(isLit("dram") && isLit("dram_first") && !isLit("traffic"));
    QVERIFY(shown.said("profilingTreeEffect").startsWith(QStringLiteral("2 profiled candidates")));
    shown.content.takeProfile(streamingProfile(shown.content.candidates()[7]));
    QVERIFY(isLit("streaming"));
    QVERIFY(shown.said("profilingTreeEffect").startsWith(QStringLiteral("3 profiled candidates")));
    shown.content.setProfiles({});
    QVERIFY(!isLit("roof"));
  }

  void editsOutliveTheProgram() {
    Shown shown;
    QCOMPARE(shown.panel.saveState().value(QStringLiteral("policy")).toString(), QString());
    QCOMPARE(shown.panel.editor().setThreshold(QStringLiteral("dram"), 72.5), QString());
    const QVariantMap state = shown.panel.saveState();
    Shown again;
    again.panel.restoreState(state);
    QCOMPARE(again.threshold("dram"), 72.5);
    again.panel.restoreState({{QStringLiteral("policy"), QStringLiteral("{broken")}});
    QVERIFY(again.panel.editor().isDefault());
  }

  void zoomStaysWithinBoundsAndFits() {
    Shown shown;
    for (int i = 0; i < 30; ++i)
      shown.action("zoomOut")->trigger();
    QVERIFY(shown.panel.view().zoom() >= 0.3);
    for (int i = 0; i < 30; ++i)
      shown.action("zoomIn")->trigger();
    QVERIFY(shown.panel.view().zoom() <= 4.01);
    shown.action("fit")->trigger();
    QVERIFY(shown.panel.view().zoom() <= 1.26);
    QVERIFY(shown.panel.view().viewport()->rect().intersects(shown.panel.view().boxOf(0)));
  }

  void theInspectorStandsBelowWhereThereIsNoRoomBeside() {
    Shown shown;
    QCOMPARE(shown.panel.findChild<QSplitter*>()->orientation(), Qt::Horizontal);
    shown.panel.resize(400, 700);
    QTRY_COMPARE(shown.panel.findChild<QSplitter*>()->orientation(), Qt::Vertical);
  }

  void everyActionHasANameAndATitle() {
    Shown shown;
    for (const QAction* action : shown.panel.panelActions()) {
      QVERIFY(action->objectName().startsWith(QStringLiteral("profilingTree.")));
      QVERIFY(!action->text().isEmpty());
    }
  }

  // With KW_SHOTS=FOLDER, pictures to look at.
  void picturesToLookAt() {
    const QString folder = qEnvironmentVariable("KW_SHOTS");
    if (folder.isEmpty()) QSKIP("KW_SHOTS names no folder");
    for (const ThemeName theme : {ThemeName::light, ThemeName::dark})
      for (const QSize size : {QSize(1200, 700), QSize(420, 640), QSize(480, 300)}) {
        Theme::instance().setName(theme);
        Shown shown;
        shown.profileTwo();
        shown.panel.resize(size);
        QCOMPARE(shown.panel.editor().setThreshold(QStringLiteral("dram"), 70), QString());
        shown.panel.view().setFocus();
        shown.goTo(size.width() == 1200 ? "streaming" : "dram");
        QTest::qWait(50);
        shown.panel.grab().save(QStringLiteral("%1/tree-%2-%3.png")
                                    .arg(folder, theme == ThemeName::dark ? "dark" : "light")
                                    .arg(size.width()));
      }
  }
};

QTEST_MAIN(TestProfilingTreePanel)
#include "test_profiling_tree_panel.moc"
