// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/content/content.h"

#include <algorithm>
#include <utility>

namespace kw {

Content::EvaluationPtr Content::details(Id id) {
  const auto found = m_details.find(id);
  if (found != m_details.end()) return found->second;
  if (id < m_candidates.size()) Q_EMIT detailsWanted(id);
  return nullptr;
}

void Content::setProblem(ProblemPtr problem) {
  m_problem = std::move(problem);
  m_caseNames = m_problem ? view::performanceCases(m_problem->problem) : std::vector<std::string>();
  Q_EMIT problemChanged();
}

void Content::setDraftFaults(std::vector<Error> faults) {
  if (faults.empty() && m_draftFaults.empty()) return;
  m_draftFaults = std::move(faults);
  Q_EMIT draftFaultsChanged();
}

void Content::resetCandidates(std::vector<view::CandidateRow> rows) {
  m_candidates.clear();
  m_details.clear();
  m_detailsAge.clear();
  m_candidates.append(std::move(rows));
  Q_EMIT candidatesReset();
}

void Content::appendCandidates(std::vector<view::CandidateRow> rows) {
  const size_t first = m_candidates.size();
  const size_t count = m_candidates.append(std::move(rows));
  if (count > 0) Q_EMIT candidatesAppended(first, count);
}

std::optional<view::CandidateId> Content::winner() const {
  const auto found = m_candidates.find(m_winnerKey);
  return found ? found : m_candidates.best();
}

void Content::setWinner(std::string key) {
  if (key == m_winnerKey) return;
  m_winnerKey = std::move(key);
  Q_EMIT winnerChanged();
}

void Content::setDevice(std::optional<DeviceInfo> device) {
  m_device = std::move(device);
  Q_EMIT deviceChanged();
}

void Content::setFinding(FindingWords finding) {
  if (finding.sentence == m_finding.sentence && finding.evidence == m_finding.evidence) return;
  m_finding = std::move(finding);
  Q_EMIT findingChanged();
}

void Content::setSession(SessionState session) {
  m_session = std::move(session);
  Q_EMIT sessionChanged();
}

void Content::setRunState(RunState state) {
  if (state == m_runState) return;
  m_runState = state;
  Q_EMIT runStateChanged();
}

void Content::setRun(RunFigures figures) {
  m_run = std::move(figures);
  Q_EMIT runChanged();
}

void Content::setDuels(std::vector<Duel> duels) {
  m_duels = std::move(duels);
  Q_EMIT duelsChanged();
}

const Profile* Content::profileOf(const Candidate& candidate) const {
  for (auto profile = m_profiles.rbegin(); profile != m_profiles.rend(); ++profile)
    if (profile->candidate == candidate && (!m_device || profile->deviceModel == m_device->model))
      return &*profile;
  return nullptr;
}

void Content::setProfiles(std::vector<Profile> profiles) {
  if (m_profiling) profiles.push_back(std::move(m_profiles.back()));
  // Those at another clock say nothing beside them.
  const int clock = profiles.empty() ? 0 : lockedClockOf(profiles.back().protocol);
  std::erase_if(profiles,
                [clock](const Profile& one) { return lockedClockOf(one.protocol) != clock; });
  m_profiles = std::move(profiles);
  Q_EMIT profilesChanged();
}

void Content::growProfile(Profile profile) {
  if (m_profiling)
    m_profiles.back() = std::move(profile);
  else
    m_profiles.push_back(std::move(profile));
  m_profiling = true;
  Q_EMIT profilesChanged();
}

void Content::takeProfile(Profile profile) {
  if (m_profiling) m_profiles.pop_back();
  m_profiling = false;
  m_profiles.push_back(std::move(profile));
  Q_EMIT profilesChanged();
}

void Content::dropGrowingProfile() {
  if (!m_profiling) return;
  m_profiling = false;
  m_profiles.pop_back();
  Q_EMIT profilesChanged();
}

void Content::setRecordedRuns(std::vector<view::RunSpan> runs) {
  if (runs == m_recordedRuns) return;
  m_recordedRuns = std::move(runs);
  Q_EMIT recordedRunsChanged();
}

void Content::setRounds(std::vector<Round> rounds) {
  if (rounds.empty() && m_rounds.empty()) return;
  m_rounds = std::move(rounds);
  Q_EMIT roundsChanged();
}

void Content::takeRound(const Round& round) {
  const auto known = std::find_if(m_rounds.begin(), m_rounds.end(),
                                  [&](const Round& one) { return one.id == round.id; });
  if (known == m_rounds.end())
    m_rounds.push_back(round);
  else
    *known = round;
  Q_EMIT roundsChanged();
}

void Content::setDetails(Id id, EvaluationPtr evaluation) {
  if (!m_details.emplace(id, std::move(evaluation)).second) return;
  m_detailsAge.push_back(id);
  if (m_detailsAge.size() > keptDetails) {
    m_details.erase(m_detailsAge.front());
    m_detailsAge.pop_front();
  }
  Q_EMIT detailsReady(id);
}

}  // namespace kw
