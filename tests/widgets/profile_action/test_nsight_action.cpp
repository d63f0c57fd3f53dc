// SPDX-License-Identifier: GPL-3.0-or-later
// What Nsight Compute would be given, and why it cannot be where it cannot.
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "support/sample_rows.h"
#include "widgets/palette/action_registry.h"
#include "widgets/profile_action/nsight_action.h"

using namespace kw;

class TestNsightAction : public QObject {
  Q_OBJECT

 private slots:
  void itIsAboutWhatProfileIsAbout() {
    QVERIFY(!m_action.isEnabled());
    QCOMPARE(ActionRegistry::disabledReason(&m_action), QStringLiteral("No problem is open."));
    m_content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    QVERIFY(m_action.isEnabled());
    QSignalSpy wanted(&m_action, &NsightAction::wanted);
    m_action.trigger();
    QVERIFY(!wanted.at(0).at(0).value<Candidate>().isTemplate);
    m_content.resetCandidates(test::sampleRows(20));
    m_selection.selectOnly(*m_content.candidates().best());
    m_action.trigger();
    QVERIFY(wanted.at(1).at(0).value<Candidate>() ==
            m_content.candidates()[*m_content.candidates().best()].candidate);
    QVERIFY(m_action.toolTip().contains(QStringLiteral("ncu")));
  }

  void onlyWhatIsRightIsProfiledAndNothingDuringARun() {
    const auto failed = std::ranges::find_if(m_content.candidates().all(),
                                             [](const auto& row) { return !row.verified(); });
    m_selection.selectOnly(
        static_cast<view::CandidateId>(failed - m_content.candidates().all().begin()));
    QVERIFY(!m_action.isEnabled());
    QVERIFY(m_action.toolTip().contains(QStringLiteral("not verified")));
    m_selection.clear();
    m_content.setRunState(RunState::running);
    QVERIFY(!m_action.isEnabled());
    m_content.setRunState(RunState::idle);
    QVERIFY(m_action.isEnabled());
  }

  // What it makes is a file of its own.
  void aSessionThatCanOnlyBeReadIsNoHindrance() {
    SessionState session;
    session.readOnly = true;
    m_content.setSession(session);
    QVERIFY(m_action.isEnabled());
  }

 private:
  Content m_content;
  Selection m_selection;
  NsightAction m_action{m_content, m_selection, nullptr};
};

QTEST_MAIN(TestNsightAction)
#include "test_nsight_action.moc"
