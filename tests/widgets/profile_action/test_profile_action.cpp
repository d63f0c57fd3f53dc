// SPDX-License-Identifier: GPL-3.0-or-later
// What would be profiled, and why it cannot be where it cannot.
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "support/sample_rows.h"
#include "widgets/palette/action_registry.h"
#include "widgets/profile_action/profile_action.h"

using namespace kw;

namespace {

struct Fixture {
  Content content;
  Selection selection;
  ProfileAction action{content, selection, nullptr};

  void open() { content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem())); }
  void fill() { content.resetCandidates(test::sampleRows(20)); }
  Candidate candidate(view::CandidateId id) const { return content.candidates()[id].candidate; }
};

}  // namespace

class TestProfileAction : public QObject {
  Q_OBJECT

 private slots:
  void itIsTheSelectedOneElseTheBestElseTheSource() {
    Fixture f;
    QVERIFY(!f.action.candidate().has_value());
    QVERIFY(!f.action.isEnabled());
    f.open();
    QVERIFY(f.action.isEnabled());
    QVERIFY(!f.action.candidate()->isTemplate);
    QCOMPARE(f.action.candidate()->textHash, test::tableProblem().sourceHash);
    f.fill();
    QVERIFY(*f.action.candidate() == f.candidate(*f.content.candidates().best()));
    f.selection.select({1, 2});
    QVERIFY(*f.action.candidate() == f.candidate(2));
    QSignalSpy wanted(&f.content, &Content::profileWanted);
    f.action.trigger();
    QCOMPARE(wanted.size(), 1);
    QVERIFY(wanted.at(0).at(0).value<Candidate>() == f.candidate(2));
    QVERIFY(f.action.toolTip().contains(QString::fromStdString(f.candidate(2).label())));
  }

  void whyItCannotBeIsItsToolTip() {
    Fixture f;
    f.open();
    f.fill();
    const auto failed = std::ranges::find_if(f.content.candidates().all(),
                                             [](const auto& row) { return !row.verified(); });
    const auto id = static_cast<view::CandidateId>(failed - f.content.candidates().all().begin());
    f.selection.selectOnly(id);
    QVERIFY(!f.action.isEnabled());
    QVERIFY(f.action.toolTip().contains(QStringLiteral("not verified")));
    f.selection.clear();
    QVERIFY(f.action.isEnabled());
    f.content.setRunState(RunState::running);
    QVERIFY(!f.action.isEnabled());
    f.content.setRunState(RunState::idle);
    SessionState session;
    session.readOnly = true;
    session.readOnlyWhy = QStringLiteral("another program writes to it");
    f.content.setSession(session);
    QVERIFY(!f.action.isEnabled());
    QCOMPARE(f.action.toolTip(), session.readOnlyWhy);
    QCOMPARE(ActionRegistry::disabledReason(&f.action), session.readOnlyWhy);
  }

  void aRecordingHasNoKernelToProfile() {
    Fixture f;
    auto problem = std::make_shared<LoadedProblem>(test::tableProblem());
    problem->problem.recorded.emplace();
    f.content.setProblem(problem);
    QVERIFY(!f.action.isEnabled());
    QVERIFY(f.action.toolTip().contains(QStringLiteral("no kernel")));
  }
};

QTEST_MAIN(TestProfileAction)
#include "test_profile_action.moc"
