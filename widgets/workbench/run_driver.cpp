// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/run_driver.h"

#include <future>
#include <utility>

#include "client/engine/finals.h"
#include "client/engine/nsight_compute.h"
#include "client/engine/nsight_report.h"
#include "client/engine/profiling.h"
#include "client/profile/longest_case.h"

namespace kw {

namespace {

// Between two deliveries the window paints and answers; this many rows take it a few milliseconds.
constexpr size_t rowsAtOnce = 4000;
// Ten deliveries' worth at 10,000 evaluations a second.
constexpr size_t keptEvents = 16384;

// Two runs with the same text can share runners that have the problem open.
QString engineText(const LoadedProblem& problem, const RunChoices& request) {
  QString text = request.device + QLatin1Char('\n') + request.runners.join(QLatin1Char('\n')) +
                 QLatin1Char('\n') + QString::number(request.seed);
  for (const ProblemPart& part : problem.parts)
    text += QLatin1Char('\n') + QString::fromStdString(part.path) + QLatin1Char('\n') +
            QString::fromStdString(part.content);
  return text;
}

}  // namespace

RunnerChoice choiceOf(const RunChoices& request) {
  RunnerChoice choice;
  choice.device = request.device.toStdString();
  for (const QString& command : request.runners)
    choice.commands.push_back(command.toStdString());
  return choice;
}

RunDriver::RunDriver(QObject* parent)
    : QObject(parent), m_inbox([this] {
        QMetaObject::invokeMethod(this, &RunDriver::deliver, Qt::QueuedConnection);
      }) {
  m_idle.setSingleShot(true);
  m_idle.setInterval(idleMilliseconds);
  connect(&m_idle, &QTimer::timeout, this, [this] { m_worker.post([this] { close(); }); });
}

RunDriver::~RunDriver() {
  m_stop.request_stop();
  m_worker.post([this] { close(); });
}

void RunDriver::begin() {
  m_idle.stop();
  m_busy = true;
  m_stop = std::stop_source();
}

void RunDriver::end() {
  m_busy = false;
  m_idle.start();
}

void RunDriver::tune(Work work) {
  begin();
  m_inbox.setCases(view::performanceCases(work.problem->problem));
  m_worker.post(
      this,
      [this, work = std::move(work), stop = m_stop.get_token()] { return runTune(work, stop); },
      [this](Result<TuneSummary> result) {
        while (!m_inbox.idle())
          deliver();
        end();
        Q_EMIT finished(result);
      });
}

void RunDriver::evaluate(Work work, const Candidate& candidate) {
  begin();
  m_worker.post(
      this,
      [this, work = std::move(work), candidate, stop = m_stop.get_token()]() -> Result<Evaluation> {
        KW_ASSIGN(Engine * engine, open(work, stop));
        KW_ASSIGN(const std::shared_ptr<Session> session, work.session());
        return engine->evaluate(candidate, defaultProtocol(engine->device()), session.get(), stop);
      },
      [this](Result<Evaluation> result) {
        end();
        Q_EMIT evaluated(result);
      });
}

Result<TuneSummary> RunDriver::runTune(const Work& work, std::stop_token stop) {
  TuneOptions options;
  options.strategy = work.request.strategy.toStdString();
  KW_ASSIGN(options.budget, Budget::parse(work.request.budget.toStdString()));
  options.seed = work.request.seed;
  KW_ASSIGN(Engine * engine, open(work, stop));
  KW_ASSIGN(const std::shared_ptr<Session> session, work.session());
  engine->setPaused(false);  // it may have been stopped while it was paused
  KW_ASSIGN(TuneSummary summary, engine->tune(options, session.get(), stop));
  if (summary.fault) return fail(*summary.fault);
  KW_TRY(session->flush());
  if (!summary.cancelled && summary.verified > 0 && engine->canDuel())
    settle(*engine, work, *session, stop);
  return summary;
}

// What goes wrong here takes nothing from what the run has found.
void RunDriver::settle(Engine& engine, const Work& work, Session& session, std::stop_token stop) {
  const auto note = [this](const std::string& text) {
    QMetaObject::invokeMethod(
        this, [this, text = QString::fromStdString(text)] { Q_EMIT phaseChanged(text); });
  };
  FinalsOptions finals{.protocol = defaultProtocol(engine.device())};
  finals.sanitizing = SanitizingJob{.choice = choiceOf(work.request),
                                    .seed = work.request.seed,
                                    .isDeviceLent = true,
                                    .smallCasesOnly = true,
                                    .endsAtFinding = true};
  auto standing = runFinals(engine, *work.problem, session, finals, note, std::move(stop));
  QMetaObject::invokeMethod(this, [this, standing = std::move(standing)] {
    if (standing) {
      Q_EMIT settled(std::make_shared<const Standing>(*standing));
    } else if (standing.error().kind != ErrorKind::cancelled) {
      Q_EMIT couldNotSettle(standing.error());
    }
  });
}

void RunDriver::duel(Work work, const Candidate& first, const Candidate& second) {
  begin();
  m_worker.post(
      this,
      [this, work = std::move(work), first, second, stop = m_stop.get_token()]() -> Result<Duel> {
        KW_ASSIGN(Engine * engine, open(work, stop));
        KW_ASSIGN(const std::shared_ptr<Session> session, work.session());
        return engine->duel(first, second, defaultProtocol(engine->device()),
                            defaultDuelSettings(engine->device()), session.get(), {}, stop);
      },
      [this](Result<Duel> result) {
        end();
        Q_EMIT duelled(result);
      });
}

void RunDriver::profile(Work work, const Candidate& candidate,
                        std::shared_ptr<const Policy> policy) {
  begin();
  m_worker.post(
      this,
      [this, work = std::move(work), candidate, policy = std::move(policy),
       stop = m_stop.get_token()] { return runProfile(work, candidate, *policy, stop); },
      [this](Result<Profile> result) {
        end();
        Q_EMIT profiled(result);
      });
}

Result<Profile> RunDriver::runProfile(const Work& work, const Candidate& candidate,
                                      const Policy& policy, std::stop_token stop) {
  KW_ASSIGN(Engine * engine, open(work, stop));
  KW_ASSIGN(const std::shared_ptr<Session> session, work.session());
  KW_ASSIGN(const std::optional<std::string> stored, session->problemName());
  if (!stored) session->storeProblem(*work.problem, {});  // so that the file opens by itself
  ProfilingOptions options;
  options.seed = work.request.seed;
  options.started = [this](const std::string& phase) {
    QMetaObject::invokeMethod(this, [this, phase = QString::fromStdString(phase)] {
      Q_EMIT phaseChanged(tr("Profiling: %1").arg(phase));
    });
  };
  options.walk.grown = [this](const Profile& soFar) {
    QMetaObject::invokeMethod(this, [this, soFar] { Q_EMIT profileGrew(soFar); });
  };
  return profileCandidate(*engine, *work.problem, candidate, defaultProtocol(engine->device()),
                          policy, options, session.get(), std::move(stop));
}

void RunDriver::underNsight(Work work, NsightWork wanted) {
  begin();
  m_worker.post(
      this,
      [this, work = std::move(work), wanted = std::move(wanted), stop = m_stop.get_token()] {
        return runNsight(work, wanted, stop);
      },
      [this](Result<QString> report) {
        end();
        Q_EMIT nsightEnded(report);
      });
}

// The engine's runner goes first: ncu's has the device to itself.
Result<QString> RunDriver::runNsight(const Work& work, const NsightWork& wanted,
                                     std::stop_token stop) {
  close();
  std::vector<Evaluation> evaluations;
  if (wanted.session) {
    KW_ASSIGN(evaluations, wanted.session->evaluations());
  }
  NsightJob job;
  job.candidate = wanted.candidate;
  job.caseName = longestCase(work.problem->problem, wanted.candidate, evaluations);
  job.seed = work.request.seed;
  job.report = wanted.report.isEmpty() ? nsightReport(wanted.beside, wanted.candidate, job.caseName)
                                       : std::filesystem::path(wanted.report.toStdString());
  const auto note = [this](const std::string& text) {
    QMetaObject::invokeMethod(this, [this, phase = QString::fromStdString(text)] {
      Q_EMIT phaseChanged(tr("Nsight Compute: %1").arg(phase));
    });
  };
  KW_TRY(profileWithNcu(choiceOf(work.request), *work.problem, job, note, std::move(stop)));
  return QString::fromStdString(job.report.string());
}

Result<Engine*> RunDriver::open(const Work& work, std::stop_token stop) {
  const QString wanted = engineText(*work.problem, work.request);
  if (m_engine && m_engineIs == wanted) return m_engine.get();
  close();
  const auto note = [this](const std::string& text) {
    QMetaObject::invokeMethod(
        this, [this, text = QString::fromStdString(text)] { Q_EMIT phaseChanged(text); });
  };
  KW_ASSIGN(std::unique_ptr<Engine> engine,
            Engine::open(choiceOf(work.request), *work.problem, work.request.seed, note, stop));
  engine->subscribeCoalescing([this](const std::vector<Event>& events) { m_inbox.push(events); },
                              keptEvents);
  const std::lock_guard lock(m_mutex);
  m_engine = std::move(engine);
  m_engineProblem = work.problem;
  m_engineIs = wanted;
  QMetaObject::invokeMethod(this,
                            [this, device = m_engine->device()] { Q_EMIT deviceOpened(device); });
  return m_engine.get();
}

void RunDriver::close() {
  std::unique_ptr<Engine> ended;
  {
    const std::lock_guard lock(m_mutex);
    ended = std::move(m_engine);
    m_engineIs.clear();
  }
  ended.reset();
  m_engineProblem.reset();
}

void RunDriver::giveBackDevice() {
  std::promise<void> given;
  m_worker.post([this, &given] {
    close();
    given.set_value();
  });
  given.get_future().wait();
}

void RunDriver::setPaused(bool paused) {
  const std::lock_guard lock(m_mutex);
  if (m_engine) m_engine->setPaused(paused);
}

void RunDriver::stop() {
  m_stop.request_stop();
}

void RunDriver::deliver() {
  const RunBatch batch = m_inbox.take(rowsAtOnce);
  if (!batch.empty()) Q_EMIT arrived(batch);
  if (!m_inbox.idle()) QMetaObject::invokeMethod(this, &RunDriver::deliver, Qt::QueuedConnection);
}

}  // namespace kw
