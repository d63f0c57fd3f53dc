// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the engine on a thread of its own and brings what it reports to the window's thread.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "base/result/result.h"
#include "client/engine/engine.h"
#include "client/session/session.h"
#include "model/formats/standing.h"
#include "model/profile/policy.h"
#include "widgets/jobs/worker.h"
#include "widgets/settings/settings_values.h"
#include "widgets/workbench/event_inbox.h"

namespace kw {

// The runners and the device that somebody chose.
RunnerChoice choiceOf(const RunChoices& choices);

class RunDriver : public QObject {
  Q_OBJECT

 public:
  explicit RunDriver(QObject* parent = nullptr);
  // Stops what runs and waits for it.
  ~RunDriver() override;

  struct Work {
    std::shared_ptr<const LoadedProblem> problem;
    RunChoices request;
    // Gives the session to write to, made now if need be: on the run's thread, once the device and
    // the space are known to be usable.
    std::function<Result<std::shared_ptr<Session>>()> session;
  };

  // One at a time; finished() follows.
  void tune(Work work);
  // Verifies and times one candidate, whatever the session has of it; evaluated() follows.
  void evaluate(Work work, const Candidate& candidate);
  // Measures two in turns; duelled() follows.
  void duel(Work work, const Candidate& first, const Candidate& second);
  // Walks the profiling tree; profileGrew() after each step, and profiled(), follow.
  void profile(Work work, const Candidate& candidate, std::shared_ptr<const Policy> policy);
  // Under Nsight Compute; its report is kept, and nsightEnded() follows.
  struct NsightWork {
    Candidate candidate;
    std::shared_ptr<Session> session;  // says which case takes longest; may be null
    std::filesystem::path beside;      // a session, which need not be there
    QString report;                    // where to keep it; "": beside that session
  };
  void underNsight(Work work, NsightWork wanted);
  // On another thread than this one's: waits until no engine of this has the device any more.
  void giveBackDevice();
  void setPaused(bool paused);
  void stop();
  bool busy() const { return m_busy; }

 Q_SIGNALS:
  void phaseChanged(const QString& text);  // before the first result
  void arrived(const kw::RunBatch& batch);
  void finished(const kw::Result<kw::TuneSummary>& result);
  void evaluated(const kw::Result<kw::Evaluation>& result);
  void duelled(const kw::Result<kw::Duel>& result);
  void profileGrew(const kw::Profile& soFar);
  void profiled(const kw::Result<kw::Profile>& result);
  void nsightEnded(const kw::Result<QString>& report);
  // How things stand once the finalists of a run were measured in turns; before finished().
  void settled(const std::shared_ptr<const kw::Standing>& standing);
  void couldNotSettle(const kw::Error& error);
  void deviceOpened(const kw::DeviceInfo& device);

 private:
  Result<Engine*> open(const Work& work, std::stop_token stop);  // on the worker
  void close();                                                  // likewise
  Result<Profile> runProfile(const Work& work, const Candidate& candidate, const Policy& policy,
                             std::stop_token stop);
  Result<QString> runNsight(const Work& work, const NsightWork& wanted, std::stop_token stop);
  Result<TuneSummary> runTune(const Work& work, std::stop_token stop);
  void settle(Engine& engine, const Work& work, Session& session, std::stop_token stop);
  void deliver();
  void begin();
  void end();

  static constexpr int idleMilliseconds = 30'000;

  EventInbox m_inbox;
  std::stop_source m_stop;
  bool m_busy = false;
  QTimer m_idle;  // an engine that nobody uses gives its device back

  std::mutex m_mutex;                                    // guards m_engine against setPaused()
  std::unique_ptr<Engine> m_engine;                      // made, used and ended on the worker
  std::shared_ptr<const LoadedProblem> m_engineProblem;  // it refers to it
  QString m_engineIs;                                    // for which choice and problem
  Worker m_worker;                                       // last: its tasks use all of the above
};

}  // namespace kw
