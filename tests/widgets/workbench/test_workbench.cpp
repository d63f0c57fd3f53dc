// SPDX-License-Identifier: GPL-3.0-or-later
// What a window does with the engine: open, tune, pause, stop, edit, reopen; on the host device.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "base/files/files.h"
#include "support/sample_evaluations.h"
#include "widgets/workbench/workbench.h"

using namespace kw;

namespace {

constexpr int patience = 120'000;

// A window's inside without the window.
struct Inside {
  Content content;
  Selection selection;
  Workbench workbench{content, selection};
  QStringList faults;

  Inside() {
    QObject::connect(
        &workbench, &Workbench::failed, [this](const QString& doing, const Error& error) {
          faults.push_back(doing + QStringLiteral(": ") + QString::fromStdString(error.text()));
        });
  }
  void open(const QString& path) {
    QSignalSpy opened(&workbench, &Workbench::opened);
    workbench.open(path);
    QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty() || !faults.isEmpty(), patience);
  }
  void waitForEnd() { QTRY_VERIFY_WITH_TIMEOUT(!content.isRunning(), patience); }
};

RunChoices request(const QString& budget) {
  RunChoices request;
  request.device = QStringLiteral("host");
  request.runners = {QStringLiteral(KW_BINARY_FOLDER "/bin/kwr-runner")};
  request.budget = budget;
  return request;
}

const QString library = QStringLiteral(KW_SOURCE_FOLDER "/templates/");

}  // namespace

class TestWorkbench : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_state = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", m_state->path().toUtf8());
  }

  void aProblemIsOpenedWithoutLeavingAFile() {
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    QVERIFY(inside.content.isOpen());
    QCOMPARE(inside.content.problem()->problem.name, std::string("reduction"));
    QVERIFY(inside.content.session().path.isEmpty());
    QVERIFY(QDir(m_state->path()).isEmpty());
  }

  void whatCannotBeOpenedIsSaidAndChangesNothing() {
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    inside.open(QStringLiteral("/nowhere/at/all"));
    QCOMPARE(inside.faults.size(), 1);
    QVERIFY(inside.faults.first().contains(QStringLiteral("/nowhere/at/all")));
    QVERIFY(inside.content.isOpen());
  }

  void aRunFillsTheTableAndItsSessionOpensAgain() {
    QString session;
    size_t rows = 0;
    QString sentence;
    {
      Inside inside;
      inside.open(library + QStringLiteral("reduction"));
      inside.workbench.tune(request(QStringLiteral("3")));
      inside.waitForEnd();
      QCOMPARE(inside.faults, QStringList());
      const view::CandidateList& list = inside.content.candidates();
      QCOMPARE(list.verified() + list.failed(), size_t{3});
      QVERIFY(list.source().has_value());
      QVERIFY(inside.content.onHost());
      QTRY_VERIFY(inside.workbench.isSettled());
      QVERIFY(!inside.content.finding().sentence.isEmpty());
      QTRY_VERIFY(!inside.content.session().path.isEmpty());
      QVERIFY(!inside.content.details(1));
      QTRY_VERIFY(inside.content.details(1) != nullptr);
      session = inside.content.session().path;
      rows = list.size();
      sentence = inside.content.finding().sentence;
    }
    Inside again;
    again.open(session);
    QCOMPARE(again.faults, QStringList());
    QCOMPARE(again.content.candidates().size(), rows);
    QTRY_COMPARE(again.content.finding().sentence, sentence);
    QVERIFY(again.workbench.lastRequest().has_value());
    QCOMPARE(again.workbench.lastRequest()->budget, QStringLiteral("3"));
  }

  void finalistsAndPairsAreMeasuredInTurns() {
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    QSignalSpy noticed(&inside.content, &Content::noticed);
    inside.workbench.tune(request(QStringLiteral("3")));
    inside.waitForEnd();
    QCOMPARE(inside.faults, QStringList());
    const size_t finals = inside.content.duels().size();
    const view::CandidateRow* other = nullptr;
    for (const view::CandidateRow& row : inside.content.candidates().all())
      if (row.candidate.isTemplate && row.verified()) other = &row;
    QVERIFY(other != nullptr);
    const Candidate source{false, inside.content.problem()->sourceHash, {}};
    Q_EMIT inside.content.duelWanted(source, other->candidate);
    QTRY_VERIFY_WITH_TIMEOUT(!inside.content.isRunning(), patience);
    QTRY_VERIFY(inside.workbench.isSettled());
    QCOMPARE(inside.faults, QStringList());
    QCOMPARE(inside.content.duels().size(), finals + 1);
    QVERIFY(noticed.last().at(0).toString().contains(QStringLiteral("of turns")));
    // The session keeps it.
    Inside again;
    again.open(inside.content.session().path);
    QCOMPARE(again.content.duels().size(), finals + 1);
  }

  void aProfileArrivesStepByStepAndIsKept() {
    QString session;
    {
      Inside inside;
      inside.open(library + QStringLiteral("reduction"));
      QSignalSpy noticed(&inside.content, &Content::noticed);
      std::vector<size_t> steps;
      QObject::connect(&inside.content, &Content::profilesChanged, [&] {
        if (inside.content.isProfiling())
          steps.push_back(inside.content.profiles().back().steps.size());
      });
      inside.workbench.setRequest(request(QStringLiteral("1")));
      // Nothing was timed yet: it is, for this.
      Q_EMIT inside.content.profileWanted({false, inside.content.problem()->sourceHash, {}});
      QVERIFY(inside.content.isRunning());
      inside.waitForEnd();
      QTRY_VERIFY_WITH_TIMEOUT(inside.workbench.isSettled(), patience);
      QVERIFY2(inside.faults.isEmpty(), qPrintable(inside.faults.join(QLatin1Char('\n'))));
      QCOMPARE(inside.content.profiles().size(), size_t{1});
      QVERIFY(!inside.content.isProfiling());
      const Profile& profile = inside.content.profiles().front();
      QCOMPARE(steps.size(), profile.steps.size());
      QVERIFY(std::ranges::is_sorted(steps));
      QVERIFY(!profile.regime.empty());
      QCOMPARE(profile.values.at("share_of_roof").known, Provenance::modelled);
      QTRY_VERIFY(inside.content.candidates().source().has_value());
      QVERIFY(inside.content.profileOf(profile.candidate) == &profile);
      QVERIFY(std::ranges::any_of(noticed, [&](const QList<QVariant>& each) {
        return each.front().toString().contains(QString::fromStdString(profile.regime));
      }));
      session = inside.content.session().path;
    }
    Inside again;
    again.open(session);  // the file by itself: it holds the problem
    QCOMPARE(again.faults, QStringList());
    QCOMPARE(again.content.profiles().size(), size_t{1});
  }

  void theTreeThatWasSetIsTheOneThatIsWalked() {
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    inside.workbench.setRequest(request(QStringLiteral("1")));
    // With it, everything is at the roof.
    PolicyNode roof = defaultPolicy().root();
    std::get<PolicyTest>(roof.what).threshold = 0;
    const auto edited = defaultPolicy().withNode(roof, "default, edited", catalogue());
    QVERIFY(edited);
    inside.workbench.setPolicy(std::make_shared<const Policy>(*edited));
    Q_EMIT inside.content.profileWanted({false, inside.content.problem()->sourceHash, {}});
    inside.waitForEnd();
    QTRY_VERIFY_WITH_TIMEOUT(inside.workbench.isSettled(), patience);
    QCOMPARE(inside.faults, QStringList());
    QCOMPARE(inside.content.profiles().size(), size_t{1});
    QCOMPARE(inside.content.profiles()[0].policy, std::string("default, edited"));
    QCOMPARE(inside.content.profiles()[0].leaf, std::string("at_the_roof"));
  }

  void aProfileThatIsStoppedIsNoFault() {
    Inside inside;
    inside.open(library + QStringLiteral("transpose"));
    inside.workbench.setRequest(request(QStringLiteral("1")));
    Q_EMIT inside.content.profileWanted({false, inside.content.problem()->sourceHash, {}});
    inside.workbench.stop();
    inside.waitForEnd();
    QCOMPARE(inside.faults, QStringList());
    QVERIFY(inside.content.profiles().empty());
  }

  void aCandidateThatCannotBeProfiledSaysWhyAndWhatToDo() {
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    inside.workbench.setRequest(request(QStringLiteral("1")));
    const std::string& hash = inside.content.problem()->templateHash;
    Q_EMIT inside.content.profileWanted({true, hash, Configuration({{"BLOCK", int64_t{7}}})});
    inside.waitForEnd();
    QCOMPARE(inside.faults.size(), 1);
    QVERIFY2(inside.faults.front().startsWith(QStringLiteral("Profiling: ")),
             qPrintable(inside.faults.front()));
    QVERIFY(inside.content.profiles().empty());
  }

  void aRunCanBePausedAndStoppedAndGoesOnWhereItWas() {
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    inside.workbench.tune(request(QStringLiteral("40")));
    QTRY_VERIFY_WITH_TIMEOUT(inside.content.candidates().size() >= 2, patience);
    inside.workbench.setPaused(true);
    QCOMPARE(inside.content.runState(), RunState::paused);
    inside.workbench.setPaused(false);
    inside.workbench.stop();
    inside.waitForEnd();
    QCOMPARE(inside.faults, QStringList());
    const size_t before = inside.content.candidates().size();
    QVERIFY(before < 41);
    inside.workbench.tune(request(QString::number(before + 1)));
    inside.waitForEnd();
    QVERIFY(inside.content.candidates().size() >= before + 1);
    for (size_t i = 0; i < before; ++i)
      QCOMPARE(inside.content.candidates().find(
                   inside.content.candidates()[static_cast<view::CandidateId>(i)].key),
               std::optional<view::CandidateId>(static_cast<view::CandidateId>(i)));
  }

  void anEditBecomesARevisionOrAFault() {
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    const Problem problem = inside.content.problem()->problem;
    const QString file = QString::fromStdString(problem.templateFile);
    const QString text = QString::fromStdString(problem.templateText);
    const std::string hash = inside.content.problem()->templateHash;
    Q_EMIT inside.content.partEdited(file, text + QStringLiteral("\n// faster\n"));
    QTRY_VERIFY(inside.content.problem()->templateHash != hash);
    QVERIFY(inside.workbench.editsWouldBeLost());
    Q_EMIT inside.content.partEdited(file, QStringLiteral("nothing that could be launched\n"));
    QTRY_VERIFY(!inside.content.draftFaults().empty());
    // The space launches a kernel that is no longer there.
    QCOMPARE(inside.content.draftFaults().front().place.file, problem.spaceFile);
    Q_EMIT inside.content.partEdited(file, text);
    QTRY_COMPARE(inside.content.problem()->templateHash, hash);
    QVERIFY(inside.content.draftFaults().empty());
  }

  void whatAFolderHoldsIsNotAskedAbout() {
    QTemporaryDir folder;
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    const Problem problem = inside.content.problem()->problem;
    const QString file = QString::fromStdString(problem.templateFile);
    const QString text = QString::fromStdString(problem.templateText);
    Q_EMIT inside.content.partEdited(file, text + QStringLiteral("\n// faster\n"));
    QTRY_VERIFY(inside.workbench.isSettled());
    QVERIFY(inside.workbench.editsWouldBeLost());
    Q_EMIT inside.content.partEdited(file, text);  // undone
    QVERIFY(!inside.workbench.editsWouldBeLost());
    // Parts that do not fit together can be saved too.
    Q_EMIT inside.content.partEdited(file, QStringLiteral("nothing that could be launched\n"));
    QTRY_VERIFY(!inside.content.draftFaults().empty());
    QVERIFY(inside.workbench.editsWouldBeLost());
    QSignalSpy saved(&inside.workbench, &Workbench::saved);
    inside.workbench.saveProblem(folder.path());
    QTRY_COMPARE(saved.size(), 1);
    QVERIFY(!inside.workbench.editsWouldBeLost());
    // Into the same folder again, but not over what is somebody else's.
    Q_EMIT inside.content.partEdited(file, text + QStringLiteral("\n// even faster\n"));
    inside.workbench.saveProblem(folder.path());
    QTRY_COMPARE(saved.size(), 2);
    const std::string theirs = folder.filePath(QStringLiteral("oracle.py")).toStdString();
    QVERIFY(files::writeAtomically(theirs, "theirs\n").has_value());
    QCOMPARE(inside.faults.size(), 0);
    inside.workbench.saveProblem(folder.path());
    QTRY_COMPARE(inside.faults.size(), 1);
    QCOMPARE(files::readText(theirs).value(), std::string("theirs\n"));
  }

  void anEditMadeWhileARunGoesOnIsKept() {
    QString session;
    std::string edited;
    {
      Inside inside;
      inside.open(library + QStringLiteral("reduction"));
      const Problem problem = inside.content.problem()->problem;
      const std::string hash = inside.content.problem()->templateHash;
      inside.workbench.tune(request(QStringLiteral("60")));
      QTRY_VERIFY_WITH_TIMEOUT(inside.content.candidates().size() >= 1, patience);
      Q_EMIT inside.content.partEdited(
          QString::fromStdString(problem.templateFile),
          QString::fromStdString(problem.templateText) + QStringLiteral("\n// faster\n"));
      QTRY_VERIFY(inside.content.problem()->templateHash != hash);
      inside.workbench.stop();
      inside.waitForEnd();
      QVERIFY(!inside.workbench.editsWouldBeLost());
      session = inside.content.session().path;
      edited = inside.content.problem()->templateHash;
    }
    Inside again;
    again.open(session);
    QCOMPARE(again.content.problem()->templateHash, edited);
  }

  void editsThatCanNotBeStoredAreNotTakenForKept() {
    Inside inside;
    inside.open(QStringLiteral(KW_SOURCE_FOLDER "/resources/sessions/rmsnorm_h200.kwr"));
    QVERIFY(inside.content.session().readOnly);
    QVERIFY(!inside.workbench.editsWouldBeLost());
    const Problem problem = inside.content.problem()->problem;
    Q_EMIT inside.content.partEdited(
        QString::fromStdString(problem.templateFile),
        QString::fromStdString(problem.templateText) + QStringLiteral("\n// faster\n"));
    QVERIFY(inside.workbench.editsWouldBeLost());
    QTRY_VERIFY(inside.workbench.isSettled());
    QVERIFY(inside.workbench.editsWouldBeLost());
  }

  void aSessionWhoseWriterEndsIsTakenOver() {
    const std::string file = sampleSession();
    Result<std::unique_ptr<Session>> other = Session::open(file, Session::Mode::readWrite);
    QVERIFY(other.has_value());
    Inside inside;
    inside.open(QString::fromStdString(file));
    QVERIFY(inside.content.session().readOnly);
    const size_t before = inside.content.candidates().size();
    const LoadedProblem problem = test::libraryProblem("reduction");
    Evaluation added = test::sampleEvaluations(problem, 9).back();
    added.key = "added";
    (*other)->storeEvaluation(0, added, {});
    QTRY_COMPARE_WITH_TIMEOUT(inside.content.candidates().size(), before + 1, patience);
    other->reset();
    QTRY_VERIFY_WITH_TIMEOUT(!inside.content.session().readOnly, patience);
  }

  void resultsOfAnotherDeviceAreNotMixedIn() {
    Inside inside;
    inside.open(QString::fromStdString(sampleSession()));
    QCOMPARE(inside.content.candidates().size(), size_t{9});
    inside.workbench.tune(request(QStringLiteral("2")));
    inside.waitForEnd();
    QCOMPARE(inside.faults, QStringList());
    QTRY_VERIFY(inside.workbench.isSettled());
    QCOMPARE(inside.content.candidates().size(), size_t{3});
    for (const view::CandidateRow& row : inside.content.candidates().all())
      QVERIFY(row.deviceId != test::sampleDevice().uuid);
    QCOMPARE(inside.content.session().elsewhere, size_t{9});
  }

  // A candidate that was profiled on a laptop in between is not the session's result.
  void theDeviceThatWasSearchedIsShownAndAnotherCanBeChosen() {
    const QString file = m_state->filePath(QStringLiteral("two.kwr"));
    QVERIFY(
        QFile::copy(QStringLiteral(KW_SOURCE_FOLDER "/resources/sessions/rmsnorm_h200.kwr"), file));
    QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
    {
      auto session = Session::open(file.toStdString(), Session::Mode::readWrite);
      QVERIFY(session);
      std::vector<Evaluation> evaluations = (*session)->evaluations().value();
      const auto found = std::ranges::find_if(evaluations, [](const Evaluation& one) {
        return one.candidate.isTemplate && one.verdict.ok() && !isOfFinalFigures(one.protocol);
      });
      QVERIFY(found != evaluations.end());
      Evaluation other = *found;
      other.key = "elsewhere";
      other.deviceId = "laptop";
      other.deviceModel = "A laptop's CPU";
      other.geomean *= 1000;
      (*session)->storeEvaluation(0, other, {});
      QVERIFY((*session)->flush());
    }
    Inside inside;
    inside.open(file);
    QCOMPARE(inside.faults, QStringList());
    const SessionState& state = inside.content.session();
    QCOMPARE(state.places.size(), 2);
    QVERIFY(state.places.at(state.shownPlace).contains(QStringLiteral("H200")));
    QVERIFY(inside.content.candidates().size() > 10);
    inside.workbench.showPlace(1 - state.shownPlace);
    QTRY_COMPARE(inside.content.candidates().size(), size_t{1});
    QTRY_COMPARE(inside.content.session().places.at(inside.content.session().shownPlace),
                 QStringLiteral("A laptop's CPU"));
  }

  void aCandidateIsExportedAndAReportWritten() {
    Inside inside;
    inside.open(library + QStringLiteral("reduction"));
    inside.workbench.tune(request(QStringLiteral("2")));
    inside.waitForEnd();
    QTRY_VERIFY(!inside.content.session().path.isEmpty());
    QSignalSpy wrote(&inside.workbench, &Workbench::wrote);
    inside.workbench.writeReport(m_state->filePath(QStringLiteral("report.html")));
    QTRY_COMPARE(wrote.size(), 1);
    inside.workbench.exportCandidate(inside.content.candidates().best(),
                                     m_state->filePath(QStringLiteral("fast.cu")));
    QTRY_COMPARE(wrote.size(), 2);
    QVERIFY(QFile::exists(m_state->filePath(QStringLiteral("fast.h"))));
    QCOMPARE(inside.faults, QStringList());
  }

  void closingWhileTuningStopsTheRun() {
    auto inside = std::make_unique<Inside>();
    inside->open(library + QStringLiteral("reduction"));
    inside->workbench.tune(request(QStringLiteral("200")));
    QTRY_VERIFY_WITH_TIMEOUT(inside->content.candidates().size() >= 1, patience);
    inside.reset();
  }

 private:
  // A session of reduction with the source and eight candidates of a device that is not here.
  std::string sampleSession() {
    const std::string file = m_state->filePath(QStringLiteral("sample.kwr")).toStdString();
    const LoadedProblem problem = test::libraryProblem("reduction");
    const auto session = Session::open(file, Session::Mode::create);
    (*session)->storeProblem(problem, {});
    (*session)->storeDevice(test::sampleDevice(), {});
    for (const Evaluation& evaluation : test::sampleEvaluations(problem, 8))
      (*session)->storeEvaluation(0, evaluation, {});
    return file;
  }

  std::unique_ptr<QTemporaryDir> m_state;
};

QTEST_GUILESS_MAIN(TestWorkbench)
#include "test_workbench.moc"
