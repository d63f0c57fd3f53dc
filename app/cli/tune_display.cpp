// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/tune_display.h"

#include "base/result/message.h"
#include "cli/json_forms.h"
#include "cli/progress_bar.h"
#include "model/formats/wording.h"

namespace kw::cli {

void TuneDisplay::show(const std::vector<Event>& events) {
  for (const Event& event : events) {
    m_output.event(eventJson(event));
    if (!m_output.isJson()) std::visit([this](const auto& which) { on(which); }, event);
  }
}

void TuneDisplay::on(const RunStarted& event) {
  for (const std::string& warning : event.warnings)
    m_output.notice("Warning: " + readable(warning));
  std::string where;
  for (const DeviceInfo& device : event.devices)
    where += (where.empty() ? "" : ", ") + device.model;
  std::string text = "Tuning " + event.problem + " on " + where + ": " +
                     countText(event.validConfigurations, "valid configuration") + " of " +
                     numberText(event.cartesian) + ", budget " + event.budget.text() + ".";
  if (event.resumed > 0) text += " " + countText(event.resumed, "candidate") + " kept from before.";
  m_output.notice(text);
}

void TuneDisplay::on(const CandidateStarted& event) {
  if (event.candidate.isTemplate) return;
  m_output.setStatus("Source kernel: " + event.phase);
}

void TuneDisplay::on(const CandidateDone& event) {
  const Evaluation& evaluation = event.evaluation;
  if (!evaluation.candidate.isTemplate) {
    m_sourceMilliseconds = evaluation.geomean;
    m_output.notice("Source kernel" + (event.place.empty() ? "" : " on " + event.place) + ": " +
                    verdictText(evaluation.verdict) +
                    (evaluation.geomean > 0 ? ", " + timeText(evaluation.geomean) : "") + ".");
    return;
  }
  if (!evaluation.verdict.ok()) {
    Failures& failures = m_failures[evaluation.verdict.kind];
    if (failures.count++ == 0)
      failures.example = configurationText(evaluation.candidate.configuration) + " " +
                         verdictText(evaluation.verdict);
  } else if (event.newBest) {
    std::string text =
        configurationText(evaluation.candidate.configuration) + ": " + timeText(evaluation.geomean);
    if (m_sourceMilliseconds > 0)
      text += ", " + ratioText(m_sourceMilliseconds / evaluation.geomean) + " over the source";
    m_output.notice(text);
  }
}

void TuneDisplay::on(const Progress& event) {
  m_output.setStatus(progressLine(event, m_timeBudget, m_output.width()));
}

void TuneDisplay::on(const Notice& event) {
  m_output.notice(event.text);
}

void TuneDisplay::showResult(const Problem& problem, const TuneSummary& result) const {
  m_output.clearStatus();
  m_output.say("");
  if (result.device.isHost()) m_output.say(hostHeading);
  if (result.best) {
    const Finding finding{
        &problem,
        result.device.isHost(),
        result.device.model,
        result.source ? &*result.source : nullptr,
        &*result.best,
        {result.speedup, {result.speedupLow, result.speedupHigh}, result.speedupBlocks}};
    m_output.say(findingText(finding));
    for (const std::string& baseline : baselineTexts(finding))
      m_output.say(baseline);
  }
  sayCounts(result);
}

void TuneDisplay::sayCounts(const TuneSummary& result) const {
  std::string text = countText(result.evaluated, "candidate") + " in " +
                     durationText(result.wallSeconds) + ": " + std::to_string(result.verified) +
                     " verified, " + std::to_string(result.failed) + " failed";
  if (result.resumed > 0)
    text += "; " + std::to_string(result.resumed) + " of them kept from before";
  if (result.sourceResumed)
    text += std::string(result.resumed > 0 ? " and" : ";") + " the source kernel's times too";
  if (result.unsaved > 0)
    text += "; " + std::to_string(result.unsaved) + " of what was measured could not be saved";
  m_output.say(text + "." + (result.exhausted ? " The whole space was tried." : ""));
  for (const auto& [kind, failures] : m_failures)
    m_output.say("  " + std::to_string(failures.count) + " " + std::string(name(kind)) +
                 ", such as " + failures.example);
}

}  // namespace kw::cli
