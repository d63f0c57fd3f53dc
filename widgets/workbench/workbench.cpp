// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/workbench.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/formats/wording.h"
#include "view/candidates/case_best.h"

namespace kw {

namespace {

constexpr int followMilliseconds = 500;
constexpr int looksForTakingOver = 6;  // every three seconds
constexpr size_t rowsInPortion = 4000;
constexpr int runsMilliseconds = 300;  // a run's beginning and end are committed by then

std::optional<RunChoices> requestOf(const std::vector<RunRecord>& runs) {
  if (runs.empty()) return std::nullopt;
  RunChoices request;
  request.strategy = QString::fromStdString(runs.back().strategy);
  request.seed = runs.back().seed;
  request.budget = QString::fromStdString(runs.back().budget);
  return request;
}

std::vector<view::RunSpan> spansOf(const std::vector<RunRecord>& runs) {
  std::vector<view::RunSpan> spans;
  for (const RunRecord& run : runs)
    spans.push_back({run.strategy, run.seed, run.begun, run.ended});
  return spans;
}

// Nothing can be said but why.
FindingWords failureWords(const view::CandidateList& candidates) {
  FindingWords words;
  for (const view::CandidateRow& row : candidates.all()) {
    if (!row.candidate.isTemplate || row.verified()) continue;
    words.sentence =
        Workbench::tr("No candidate was verified: %1 failed, such as %2: %3")
            .arg(QString::fromStdString(numberText(static_cast<double>(candidates.failed()))),
                 QString::fromStdString(row.candidate.label()), QString::fromStdString(row.reason));
    break;
  }
  words.evidence = words.sentence;
  return words;
}

// Who is best on single cases. Made where the rows are; the rest of a finding is not.
struct CaseWords {
  std::string note;
  std::vector<std::string> lines;
  std::vector<std::string> finalFigures;
};

FindingWords findingWords(const LoadedProblem& problem, const DeviceInfo& device,
                          const std::shared_ptr<const Evaluation>& source,
                          const std::shared_ptr<const Evaluation>& best,
                          const std::vector<Duel>& duels, const CaseWords& cases) {
  Finding finding;
  finding.problem = &problem.problem;
  finding.onHost = device.isHost();
  finding.deviceModel = best->deviceModel;
  finding.source = source.get();
  finding.best = best.get();
  if (source) finding.speedup = speedupOf(problem.problem, *source, *best, duels);
  FindingWords words;
  words.sentence = QString::fromStdString(headlineText(finding));
  words.evidence = QString::fromStdString(findingText(finding));
  if (!cases.note.empty())
    words.sentence += QStringLiteral("; ") + QString::fromStdString(cases.note);
  for (const std::string& line : cases.lines)
    words.evidence +=
        QStringLiteral("\nOn the case ") + QString::fromStdString(line) + QLatin1Char('.');
  for (const std::string& line : cases.finalFigures)
    words.evidence +=
        QStringLiteral("\nFinal figures, ") + QString::fromStdString(line) + QLatin1Char('.');
  for (const std::string& baseline : baselineTexts(finding))
    words.evidence += QLatin1Char('\n') + QString::fromStdString(baseline);
  return words;
}

}  // namespace

Workbench::Workbench(Content& content, Selection& selection, QObject* parent)
    : QObject(parent), m_content(content), m_selection(selection) {
  m_followTimer.setInterval(followMilliseconds);
  connect(&m_followTimer, &QTimer::timeout, this, &Workbench::follow);
  m_runsTimer.setSingleShot(true);
  m_runsTimer.setInterval(runsMilliseconds);
  connect(&m_runsTimer, &QTimer::timeout, this, &Workbench::readRuns);
  connect(&content, &Content::runStateChanged, &m_runsTimer, qOverload<>(&QTimer::start));
  connect(&content, &Content::detailsWanted, this, &Workbench::fetchDetails);
  connect(&content, &Content::partEdited, this, &Workbench::editPart);
  connect(&content, &Content::evaluationWanted, this, &Workbench::evaluate);
  connect(&content, &Content::duelWanted, this, &Workbench::duel);
  connect(&content, &Content::profileWanted, this, &Workbench::profile);
  connectDriver();
  connectAgent();
}

Workbench::~Workbench() = default;

bool Workbench::isSettled() const {
  return m_waiting.empty() && !m_opening.running() && !m_revising.running() &&
         !m_finding.running() && !isBusy() && m_sessions.idle() && !m_runsTimer.isActive();
}

void Workbench::open(const QString& path) {
  if (isBusy()) {
    Q_EMIT failed(tr("Opening %1").arg(path),
                  Error{ErrorKind::badInput, "a run is under way", {}, "stop it first"});
    return;
  }
  m_opening.start([where = path.toStdString()](std::stop_token) { return openAnything(where); },
                  [this, path](Result<Opened> opened) {
                    if (!opened) {
                      Q_EMIT failed(tr("Opening %1").arg(path), opened.error());
                      return;
                    }
                    m_openedPath = path;
                    show(std::move(*opened));
                  });
}

// The last owner folds the file, which takes time: not on this thread.
void Workbench::releaseSession() {
  m_sessions.post([session = std::exchange(m_session, nullptr)] {});
}

void Workbench::show(Opened opened) {
  releaseSession();
  m_session = std::move(opened.session);
  m_sessionPath = opened.sessionPath;
  m_readOnly = opened.readOnly;
  m_readOnlyWhy = QString::fromStdString(opened.readOnlyWhy);
  m_followed = opened.isFollowed;
  m_lastRequest = requestOf(opened.runs);
  m_draft.begin(opened.problem);
  m_unsaved = false;
  m_selection.clear();
  m_content.setDraftFaults({});
  m_content.setDevice(opened.results.device);
  m_waiting.clear();
  // The rows belong to the new problem: panels must not see them beside the old one.
  m_content.resetCandidates({});
  m_content.setProblem(opened.problem);
  m_content.setRun({});
  m_content.setRecordedRuns(spansOf(opened.runs));
  m_content.setProfiles(std::move(opened.profiles));
  m_content.setRounds(std::move(opened.rounds));
  showResults(std::move(opened.results), false);
  for (const std::string& warning : opened.warnings)
    Q_EMIT m_content.noticed(tr("Warning: %1").arg(QString::fromStdString(warning)));
  m_followed ? m_followTimer.start() : m_followTimer.stop();
}

// A large session's rows come in portions, so that the window answers in between.
void Workbench::showResults(ShownResults results, bool keepSelection) {
  m_wantedKeys.clear();
  for (const view::CandidateId id : m_selection.selected())
    if (keepSelection) m_wantedKeys.push_back(m_content.candidates()[id].key);
  m_source = results.source;
  m_best = results.best;
  m_finalFigures = std::move(results.finalFigures);
  m_elsewhere = results.elsewhere;
  m_places = std::move(results.places);
  m_shown = {results.deviceModel, results.protocol, results.last};
  m_content.setDuels(std::move(results.duels));
  m_selection.clear();
  m_content.resetCandidates({});
  if (results.device) m_content.setDevice(results.device);
  m_waiting = std::move(results.rows);
  std::reverse(m_waiting.begin(), m_waiting.end());  // taken from the end
  m_content.setSession(sessionState());
  makeFinding();
  showPortion();
}

void Workbench::showPortion() {
  const size_t count = std::min(m_waiting.size(), rowsInPortion);
  std::vector<view::CandidateRow> rows(
      std::make_move_iterator(m_waiting.rbegin()),
      std::make_move_iterator(m_waiting.rbegin() + static_cast<ptrdiff_t>(count)));
  m_waiting.resize(m_waiting.size() - count);
  m_content.appendCandidates(std::move(rows));
  if (!m_waiting.empty()) {
    // After 1 ms, not 0: what is queued comes before input and paint.
    QTimer::singleShot(1, &m_portions, [this] { showPortion(); });
    return;
  }
  std::vector<view::CandidateId> ids;
  for (const std::string& key : std::exchange(m_wantedKeys, {}))
    if (const auto id = m_content.candidates().find(key)) ids.push_back(*id);
  if (!ids.empty()) m_selection.select(std::move(ids));
  makeFinding();  // which names the best on single cases
  // What a run has added while the session was being read.
  if (m_driver.busy()) follow();
  if (!m_openedPath.isEmpty()) Q_EMIT opened(std::exchange(m_openedPath, QString()));
}

void Workbench::close() {
  if (isBusy()) return;
  m_opening.cancel();
  m_revising.cancel();
  m_finding.cancel();
  m_followTimer.stop();
  m_selection.clear();
  m_waiting.clear();
  m_openedPath.clear();
  m_shown = {};
  m_content.resetCandidates({});
  m_draft.begin(nullptr);
  m_unsaved = false;
  m_source = m_best = nullptr;
  m_finalFigures.clear();
  releaseSession();
  m_sessionPath.clear();
  m_readOnly = m_followed = false;
  m_readOnlyWhy.clear();
  m_content.setProblem(nullptr);
  m_content.setRecordedRuns({});
  m_content.setProfiles({});
  m_content.setRounds({});
  m_content.setDevice(std::nullopt);
  m_content.setFinding({});
  m_content.setSession({});
  Q_EMIT closed();
}

SessionState Workbench::sessionState() const {
  SessionState state;
  state.path = m_session ? QString::fromStdString(m_sessionPath.string()) : QString();
  state.readOnly = m_readOnly;
  state.readOnlyWhy = m_readOnlyWhy;
  state.elsewhere = m_elsewhere;
  for (size_t i = 0; i < m_places.size(); ++i) {
    const MeasuredOn& place = m_places[i];
    const auto isAlike = [&](const MeasuredOn& other) {
      return other.deviceModel == place.deviceModel;
    };
    // The protocol only where the model alone does not tell.
    const bool isUnique = std::ranges::count_if(m_places, isAlike) == 1;
    state.places << QString::fromStdString(
        isUnique ? place.deviceModel : place.deviceModel + " (" + place.protocol + ")");
    if (place.deviceModel == m_shown.deviceModel && place.protocol == m_shown.protocol)
      state.shownPlace = static_cast<int>(i);
  }
  return state;
}

void Workbench::showPlace(int place) {
  if (isBusy() || place < 0 || static_cast<size_t>(place) >= m_places.size()) return;
  const MeasuredOn& wanted = m_places[static_cast<size_t>(place)];
  reload(wanted.deviceId, wanted.protocol);
}

MeasuredOn Workbench::shownOn() const {
  if (!m_content.device() || m_shown.protocol.empty()) return {};
  return {m_content.device()->uuid, m_shown.deviceModel, m_shown.protocol};
}

void Workbench::reload(const std::string& deviceId, const std::string& protocol) {
  if (!m_session) return;
  m_sessions.post(
      this,
      [session = m_session, problem = m_content.problem(), deviceId, protocol] {
        return std::pair(problem, shownResults(*problem, *session, deviceId, protocol));
      },
      [this, protocol](std::pair<Content::ProblemPtr, Result<ShownResults>> read) {
        if (read.first != m_content.problem()) return;
        if (!read.second) {
          Q_EMIT failed(tr("Reading the session"), read.second.error());
          return;
        }
        // Where the session has none of these yet, they are still what is shown from now on.
        if (read.second->protocol.empty() && !protocol.empty() && m_content.device()) {
          read.second->deviceModel = m_content.device()->model;
          read.second->protocol = protocol;
        }
        showResults(std::move(*read.second), true);
      });
}

// A run's results are not mixed with those of another device or another protocol.
void Workbench::useDevice(const DeviceInfo& device) {
  const std::string protocol = defaultProtocol(device).text();
  const bool another = !m_content.device() || m_content.device()->uuid != device.uuid ||
                       (!m_shown.protocol.empty() && m_shown.protocol != protocol);
  m_content.setDevice(device);
  m_shown.deviceModel = device.model;
  m_shown.protocol = protocol;
  if (another && !m_content.candidates().empty()) reload(device.uuid, protocol);
}

// Another program adds to the session, or events were dropped: what is new there is shown.
void Workbench::follow() {
  if (!m_session || m_following || !m_waiting.empty()) return;
  if (m_followed && ++m_looks % looksForTakingOver == 0) {
    takeOver();
    readProfiles();
    readRounds();
  }
  if (m_shown.protocol.empty()) return reload({});
  m_following = true;
  m_sessions.post(
      this,
      [session = m_session, problem = m_content.problem(), shown = m_shown] {
        return std::pair(problem, addedResults(*problem, *session, shown.last, shown.deviceModel,
                                               shown.protocol));
      },
      [this](std::pair<Content::ProblemPtr, Result<AddedResults>> read) {
        m_following = false;
        if (read.first == m_content.problem() && read.second) takeAdded(std::move(*read.second));
      });
}

// The program that wrote to the session may have ended: then it is ours.
void Workbench::takeOver() {
  m_sessions.post(
      this,
      [path = m_sessionPath] {
        Result<std::unique_ptr<Session>> session = Session::open(path, Session::Mode::readWrite);
        return std::pair(path, session ? std::shared_ptr<Session>(std::move(*session)) : nullptr);
      },
      [this](std::pair<std::filesystem::path, std::shared_ptr<Session>> opened) {
        if (!opened.second || opened.first != m_sessionPath || !m_followed) return;
        m_session = std::move(opened.second);
        m_readOnly = m_followed = false;
        m_readOnlyWhy.clear();
        m_followTimer.stop();
        m_content.setSession(sessionState());
        Q_EMIT m_content.noticed(
            tr("The session is no longer written by another program: it can be tuned here now."));
        follow();
      });
}

void Workbench::takeAdded(AddedResults added) {
  m_shown.last = added.last;
  m_elsewhere += added.elsewhere;
  if (added.rows.empty()) return;
  if (!m_runsTimer.isActive()) m_runsTimer.start();  // of whoever writes to it
  m_content.appendCandidates(std::move(added.rows));
  for (const auto& evaluation : added.notable)
    takeNotable(evaluation);
  makeFinding();
}

void Workbench::readRuns() {
  if (!m_session) return;
  m_sessions.post(
      this, [session = m_session] { return std::pair(session, session->runs()); },
      [this](std::pair<std::shared_ptr<Session>, Result<std::vector<RunRecord>>> read) {
        if (read.second && read.first == m_session)
          m_content.setRecordedRuns(spansOf(*read.second));
        // The last owner folds the file: not on this thread.
        m_sessions.post([session = std::move(read.first)] {});
      });
}

// Of whoever writes to the session.
void Workbench::readProfiles() {
  m_sessions.post(
      this, [session = m_session] { return std::pair(session, session->profiles()); },
      [this](std::pair<std::shared_ptr<Session>, Result<std::vector<Profile>>> read) {
        if (read.second && read.first == m_session &&
            read.second->size() != m_content.profiles().size())
          m_content.setProfiles(std::move(*read.second));
        m_sessions.post([session = std::move(read.first)] {});
      });
}

// Likewise.
void Workbench::readRounds() {
  m_sessions.post(
      this, [session = m_session] { return std::pair(session, session->rounds()); },
      [this](std::pair<std::shared_ptr<Session>, Result<std::vector<Round>>> read) {
        if (read.second && read.first == m_session && !m_agent.busy())
          m_content.setRounds(std::move(*read.second));
        m_sessions.post([session = std::move(read.first)] {});
      });
}

void Workbench::fetchDetails(view::CandidateId id) {
  if (!m_session || id >= m_content.candidates().size()) return;
  m_sessions.post(
      this,
      [session = m_session, key = m_content.candidates()[id].key] {
        return std::pair(key, session->find(key));
      },
      [this](std::pair<std::string, Result<std::optional<Evaluation>>> found) {
        const auto now = m_content.candidates().find(found.first);
        if (!now || !found.second || !*found.second) return;
        m_content.setDetails(*now, std::make_shared<const Evaluation>(std::move(**found.second)));
      });
}

void Workbench::makeFinding() {
  m_content.setWinner(m_best ? m_best->key : std::string());
  const Content::ProblemPtr problem = m_content.problem();
  const view::CandidateList& candidates = m_content.candidates();
  const bool allFailed = candidates.verified() == 0 && candidates.failed() > 0;
  if (!problem || !m_best || allFailed) {
    m_finding.cancel();
    m_content.setFinding(allFailed ? failureWords(candidates) : FindingWords());
    return;
  }
  CaseWords cases{view::caseBestNote(candidates, m_content.caseNames()),
                  view::caseBestTexts(candidates, m_content.caseNames()), m_finalFigures};
  m_finding.start(
      [problem, device = m_content.device().value_or(DeviceInfo()), source = m_source,
       best = m_best, duels = m_content.duels(), cases = std::move(cases)](std::stop_token) {
        return findingWords(*problem, device, source, best, duels, cases);
      },
      [this](FindingWords words) { m_content.setFinding(std::move(words)); });
}

}  // namespace kw
