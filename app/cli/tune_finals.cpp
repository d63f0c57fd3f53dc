// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/tune_finals.h"

#include "cli/json_forms.h"
#include "cli/run_options.h"
#include "client/session/session_standing.h"
#include "model/formats/checks.h"
#include "model/formats/duel_texts.h"
#include "model/formats/final_figures.h"

namespace kw::cli {

Result<Standing> settle(Engine& engine, const LoadedProblem& problem, Session& session,
                        const TuneSummary& result, const std::optional<FinalsOptions>& finals,
                        Context& context) {
  if (finals && engine.canDuel() && result.verified > 0)
    return runFinals(engine, problem, session, *finals, progressNotes(context.output),
                     context.stop);
  return standingIn(session, problem, result.device.uuid, result.protocol);
}

void takeStanding(TuneSummary& result, const Standing& standing) {
  if (standing.refuted > 0) {
    result.verified = standing.verified;
    result.failed = standing.failed;
    if (!standing.bestEvaluation()) result.best.reset();
  }
  if (standing.duels.empty() && standing.refuted == 0) return;
  if (!standing.bestEvaluation() || !standing.sourceEvaluation()) return;
  result.best = *standing.bestEvaluation();
  result.source = *standing.sourceEvaluation();
  result.speedup = standing.speedup.ratio;
  result.speedupLow = standing.speedup.interval95.low;
  result.speedupHigh = standing.speedup.interval95.high;
  result.speedupBlocks = standing.speedup.blocks;
}

namespace {

void tellLastLook(const Standing& standing, Context& context) {
  if (!standing.bestEvaluation()) return;
  const Evaluation* seen = finalOf(standing.finals, standing.bestEvaluation()->candidate);
  if (!seen) return;
  if (const std::string text = sanitizersText(seen->verdict); !text.empty())
    context.output.say("  " + text);
  for (const std::string& text : seen->verdict.unchecked)
    context.output.say("  not checked: " + text);
}

}  // namespace

void tellFinals(const Problem& problem, const Standing& standing, Context& context,
                json::Value& line) {
  const std::string text = finalsText(standing);
  if (!text.empty()) context.output.say(text);
  for (const std::string& figures : finalFigureTexts(problem, standing))
    context.output.say("  " + figures);
  tellLastLook(standing, context);
  line.set("final", finalFiguresJson(problem, standing));
  json::Array lines;
  for (const Duel& duel : standing.duels)
    lines.push_back(duelJson(duel));
  line.set("duels", std::move(lines));
}

}  // namespace kw::cli
