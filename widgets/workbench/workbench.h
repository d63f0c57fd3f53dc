// SPDX-License-Identifier: GPL-3.0-or-later
// Opens files, drives runs and keeps Content up to date. Lives on the window's thread and does
// nothing slow there: sessions are read and written by one worker, devices by another.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "model/profile/policy.h"
#include "model/records/code_listing.h"
#include "widgets/agent/agent_driver.h"
#include "widgets/content/content.h"
#include "widgets/jobs/job.h"
#include "widgets/jobs/worker.h"
#include "widgets/selection/selection.h"
#include "widgets/settings/settings_values.h"
#include "widgets/workbench/draft.h"
#include "widgets/workbench/opening.h"
#include "widgets/workbench/run_driver.h"

namespace kw {

class Workbench : public QObject {
  Q_OBJECT

 public:
  // Both outlive it.
  Workbench(Content& content, Selection& selection, QObject* parent = nullptr);
  ~Workbench() override;

  // A session file, a problem folder, a problem.json or the name of a library kernel. What is open
  // stays until the new one was read. Refused while a run is under way.
  void open(const QString& path);
  void close();
  bool isOpening() const { return m_opening.running(); }
  // Nothing is being read, worked out or run.
  bool isSettled() const;

  void tune(const RunChoices& request);
  void setPaused(bool paused);
  // A run of either kind.
  void stop();
  // Asks a language model for templates, on the device that runs go to. What it asks goes through
  // agent(); the best template becomes the problem's when it ends.
  void propose(const AgentRequest& request);
  AgentDriver& agent() { return m_agent; }
  // The settings of the last run that the session holds; none where there was none.
  std::optional<RunChoices> lastRequest() const { return m_lastRequest; }
  // For candidates that are evaluated by themselves.
  void setRequest(const RunChoices& request) { m_request = request; }

  // The profiling tree that candidates are walked through from now on; else the default one.
  void setPolicy(std::shared_ptr<const Policy> policy) { m_policy = std::move(policy); }

  // Makes a candidate's PTX, SASS or assembly with the runner that is chosen now, for the GPU whose
  // results are shown. To be called from any thread; takes as long as a compiler does.
  using Lister = std::function<Result<CodeListing>(
      const Content::ProblemPtr& problem, const Candidate& candidate, const std::string& format,
      std::stop_token stop)>;
  Lister lister() const;

  // Profiles it with ncu in the background, keeps the report beside the session (or as `report`),
  // and opens it with ncu-ui. failed() says why it cannot be, and the command that does it
  // elsewhere.
  void openInNsight(const Candidate& candidate, const QString& report = {});

  // Each writes in the background; wrote() or failed() follows.
  void writeReport(const QString& file);
  void exportCandidate(std::optional<view::CandidateId> id,
                       const QString& file);  // none: the winner
  void saveProblem(const QString& folder);
  // Whether there are edits that neither a session nor a folder holds.
  bool editsWouldBeLost() const;
  // Results of another device or protocol that the session holds; the place is one of
  // SessionState::places. Nothing while a run goes on.
  void showPlace(int place);

 Q_SIGNALS:
  void opened(const QString& path);
  void closed();
  void wrote(const QStringList& files);
  void saved();  // the problem, in a folder
  // Nothing may be put beside the session: openInNsight() again, with a place.
  void nsightPlaceWanted(const kw::Candidate& candidate);
  void failed(const QString& doing, const kw::Error& error);
  void runFinished();

 private:
  // Opening and following: workbench.cpp.
  void show(Opened opened);
  void showResults(ShownResults results, bool keepSelection);
  void showPortion();
  // What the session has on that device under that protocol; "" is the latest.
  void reload(const std::string& deviceId, const std::string& protocol = {});
  void useDevice(const DeviceInfo& device);
  void releaseSession();
  void storeRevision();
  void follow();
  void takeAdded(AddedResults added);
  void takeOver();
  void readRuns();
  void readProfiles();
  void readRounds();
  void fetchDetails(view::CandidateId id);
  void makeFinding();
  SessionState sessionState() const;
  MeasuredOn shownOn() const;  // whose results are shown; empty while there are none

  // Edits: editing.cpp.
  void editPart(const QString& path, const QString& text);
  void takeRevision(Result<LoadedProblem> revision);

  // Runs: running.cpp; of single candidates and pairs: single_runs.cpp.
  void connectDriver();
  RunDriver::Work work(const RunChoices& request);
  void take(const RunBatch& batch);
  void takeNotable(const std::shared_ptr<const Evaluation>& evaluation);
  void endRun(const Result<TuneSummary>& result);
  void takeStanding(const Standing& standing);
  void duel(const Candidate& first, const Candidate& second);
  void endDuel(const Result<Duel>& result);
  void endEvaluation(const Result<Evaluation>& result);
  void evaluate(const Candidate& candidate);
  void profile(const Candidate& candidate);
  void endProfile(const Result<Profile>& result);
  void endNsight(const Result<QString>& report);  // nsight.cpp
  bool isBusy() const { return m_driver.busy() || m_agent.busy(); }

  // The agent loop: proposing.cpp.
  void connectAgent();
  AgentDriver::Work agentWork(const AgentRequest& request);
  void takeRound(const Round& round);
  void endProposing(const AgentDriver::Outcome& outcome);
  void takeProposed(const AgentSummary& summary);

  Content& m_content;
  Selection& m_selection;
  std::shared_ptr<Session> m_session;
  std::filesystem::path m_sessionPath;
  bool m_readOnly = false, m_followed = false;
  QString m_readOnlyWhy;
  size_t m_elsewhere = 0;
  std::vector<MeasuredOn> m_places;  // where this revision was measured
  struct Shown {
    std::string deviceModel, protocol;
    int64_t last = 0;  // row of the session
  } m_shown;
  std::vector<view::CandidateRow> m_waiting;  // to be shown, the next one at the end
  std::vector<std::string> m_wantedKeys;      // to be selected once all rows are there
  QString m_openedPath;                       // to be told once all rows are there
  QObject m_portions;
  std::shared_ptr<const Evaluation> m_source, m_best;
  std::vector<std::string> m_finalFigures;  // lines
  std::optional<RunChoices> m_lastRequest;
  RunChoices m_request;
  std::shared_ptr<const Policy> m_policy = std::make_shared<const Policy>(defaultPolicy());

  Draft m_draft;
  bool m_unsaved = false;

  Job m_opening, m_revising, m_finding;
  QTimer m_followTimer, m_runsTimer;
  int m_looks = 0;
  bool m_following = false;  // a look at the session is under way
  RunDriver m_driver;
  AgentDriver m_agent;               // after the other, whose engine it has closed
  Content::ProblemPtr m_agentBegan;  // with this problem
  Worker m_sessions;                 // last: its tasks end first
};

}  // namespace kw
