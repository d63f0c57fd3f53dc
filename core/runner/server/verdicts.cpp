// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/verdicts.h"

namespace kw {

namespace {

Evaluation begin(const EvaluationFrame& frame, const CompileOutcome& outcome) {
  Evaluation evaluation;
  evaluation.candidate = frame.candidate;
  evaluation.key = frame.key;
  evaluation.deviceId = frame.device->uuid;
  evaluation.deviceModel = frame.device->model;
  evaluation.protocol = frame.protocol.text();
  evaluation.seed = frame.seed;
  evaluation.started = frame.started;
  evaluation.verdict.allCases = frame.cases;
  evaluation.resources = outcome.artefact.resources;
  evaluation.costs.compile = outcome.milliseconds;
  return evaluation;
}

}  // namespace

Evaluation deathOnDevice(const EvaluationFrame& frame, const CompileOutcome& outcome,
                         const WorkerDeath& death) {
  Evaluation evaluation = begin(frame, outcome);
  const std::string when = death.phase.empty() ? "" : " while " + death.phase;
  evaluation.verdict.kind = death.hung ? VerdictKind::hung : VerdictKind::crashed;
  evaluation.verdict.message =
      death.hung ? "nothing moved on the device for too long" + when + "; its process was killed"
                 : "the device's process ended with " + death.how + when;
  return evaluation;
}

}  // namespace kw
