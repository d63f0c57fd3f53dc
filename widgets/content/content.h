// SPDX-License-Identifier: GPL-3.0-or-later
// What is open, as panels see it: they read it, listen to it, and ask for changes by its request
// signals. Only workbench/ calls its setters.
#pragma once

#include <QObject>
#include <QString>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "model/profile/profile.h"
#include "model/proposal/round.h"
#include "model/records/duel.h"
#include "model/records/records.h"
#include "view/candidates/candidate_list.h"
#include "view/curves/run_curves.h"

namespace kw {

enum class RunState { idle, starting, running, paused, stopping };

// The state of a run, and of the one before while there is none.
struct RunFigures {
  size_t done = 0, failed = 0, total = 0;  // total 0: limited by time only
  size_t kept = 0;                         // of them, results from before
  double elapsedSeconds = 0;
  double leftSeconds = -1;  // negative: no estimate
  QString phase;            // what is being done, before the first result: "measuring peaks"
};

// What came out, in words.
struct FindingWords {
  QString sentence;  // "" while nothing was timed
  QString evidence;  // a paragraph: cases, oracle, state, baselines
};

// Where the session lies and what can be done with it.
struct SessionState {
  QString path;  // "": not kept yet
  bool readOnly = false;
  QString readOnlyWhy;   // "kwr (process 123) is writing to it: followed live"
  size_t elsewhere = 0;  // evaluations of earlier revisions, other devices or protocols
  // Where this revision was measured, for people, and which of these is shown; -1: none yet.
  QStringList places;
  int shownPlace = -1;
};

class Content : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  using Id = view::CandidateId;
  using ProblemPtr = std::shared_ptr<const LoadedProblem>;
  using EvaluationPtr = std::shared_ptr<const Evaluation>;

  // --- reading
  // The last revision that can be read; null while nothing is open.
  const ProblemPtr& problem() const { return m_problem; }
  bool isOpen() const { return m_problem != nullptr; }
  // Faults of the text that is being edited, in problem.json, source, template or space: that text
  // is then no revision yet. Place::file is the part's path.
  const std::vector<Error>& draftFaults() const { return m_draftFaults; }
  const view::CandidateList& candidates() const { return m_candidates; }
  const std::vector<std::string>& caseNames() const { return m_caseNames; }  // performance cases
  // Of the results shown; only model and limits may be known.
  const std::optional<DeviceInfo>& device() const { return m_device; }
  bool onHost() const { return m_device && m_device->isHost(); }
  const FindingWords& finding() const { return m_finding; }
  // Whom measurements in turns left as the best, or else the fastest of the search; none while
  // nothing is verified.
  std::optional<view::CandidateId> winner() const;
  const SessionState& session() const { return m_session; }
  RunState runState() const { return m_runState; }
  bool isRunning() const { return m_runState != RunState::idle; }
  const RunFigures& run() const { return m_run; }
  // All that the session holds, in the order in which they began.
  // Of what is shown, in order of completion.
  const std::vector<Duel>& duels() const { return m_duels; }
  // All that the session holds, of earlier revisions and other devices too, in order of completion.
  // The last one may still be being made: it grows step by step, and has no leaf yet.
  const std::vector<Profile>& profiles() const { return m_profiles; }
  bool isProfiling() const { return m_profiling; }
  // The last of a candidate on the model of device whose results are shown; null where there is
  // none. Until the next profilesChanged().
  const Profile* profileOf(const Candidate& candidate) const;
  const std::vector<view::RunSpan>& recordedRuns() const { return m_recordedRuns; }
  // Of the agent loop: all that the session holds, as begun. The last may be under way.
  const std::vector<Round>& rounds() const { return m_rounds; }
  // The whole evaluation, where it was fetched; else null, and detailsReady() follows.
  EvaluationPtr details(Id id);

  // --- setters, for workbench/
  void setProblem(ProblemPtr problem);
  void setDraftFaults(std::vector<Error> faults);
  void resetCandidates(std::vector<view::CandidateRow> rows);
  void appendCandidates(std::vector<view::CandidateRow> rows);
  void setDevice(std::optional<DeviceInfo> device);
  void setFinding(FindingWords finding);
  void setWinner(std::string key);  // of its evaluation; "" where only times tell
  void setSession(SessionState session);
  void setRunState(RunState state);
  void setRun(RunFigures figures);
  void setDuels(std::vector<Duel> duels);
  // The one that is being made stays; those at another locked clock than the last one's are left
  // out.
  void setProfiles(std::vector<Profile> profiles);
  // What is known so far of the one that is being made, and at last the whole of it.
  void growProfile(Profile profile);
  void takeProfile(Profile profile);
  void dropGrowingProfile();  // it will not be finished
  void setRecordedRuns(std::vector<view::RunSpan> runs);
  void setRounds(std::vector<Round> rounds);
  void takeRound(const Round& round);  // a new one, or what became of one
  void setDetails(Id id, EvaluationPtr evaluation);

 Q_SIGNALS:
  void problemChanged();  // another problem, another revision, or none
  void draftFaultsChanged();
  void candidatesReset();  // all ids mean something else
  void candidatesAppended(size_t first, size_t count);
  void deviceChanged();
  void findingChanged();
  void winnerChanged();
  void sessionChanged();
  void runStateChanged();
  void runChanged();
  void duelsChanged();
  void profilesChanged();
  void recordedRunsChanged();
  void roundsChanged();
  void detailsReady(kw::view::CandidateId id);

  // --- requests of panels, for workbench/
  void detailsWanted(kw::view::CandidateId id);
  // A part of the problem ("template.cu", "space.json") is to have this text.
  void partEdited(const QString& path, const QString& text);
  // Verify and time these candidates again, or a configuration that was not tried yet.
  void evaluationWanted(const kw::Candidate& candidate);
  // Measure these two in turns.
  void duelWanted(const kw::Candidate& first, const kw::Candidate& second);
  // Walk the profiling tree for this one.
  void profileWanted(const kw::Candidate& candidate);
  // Something to say in the log and, for a moment, in the status line.
  void noticed(const QString& text);

 private:
  static constexpr size_t keptDetails = 256;

  ProblemPtr m_problem;
  std::vector<Error> m_draftFaults;
  view::CandidateList m_candidates;
  std::vector<std::string> m_caseNames;
  std::optional<DeviceInfo> m_device;
  FindingWords m_finding;
  std::string m_winnerKey;
  SessionState m_session;
  RunState m_runState = RunState::idle;
  RunFigures m_run;
  std::vector<Duel> m_duels;
  std::vector<Profile> m_profiles;
  bool m_profiling = false;  // the last of them is not finished
  std::vector<view::RunSpan> m_recordedRuns;
  std::unordered_map<Id, EvaluationPtr> m_details;
  std::list<Id> m_detailsAge;  // the oldest first
  std::vector<Round> m_rounds;
};

}  // namespace kw
