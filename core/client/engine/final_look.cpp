// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/final_look.h"

#include <utility>

#include "model/formats/wording.h"

namespace kw {

namespace {

Result<Evaluation> figuresOf(Engine& engine, const Standing& standing, const Candidate& candidate,
                             Session& session, const std::function<void(const std::string&)>& note,
                             std::stop_token stop) {
  const Protocol protocol = finalProtocol(engine.device());
  const Evaluation* known = finalOf(standing.finals, candidate);
  if (known && known->protocol == protocol.text() && known->deviceId == engine.device().uuid)
    return *known;
  if (note)
    note("Looking thoroughly at " + configurationText(candidate.configuration) +
         " and timing it cold, warm and in series");
  const Depth depth = candidate.isTemplate ? Depth::thorough : Depth::quick;
  return engine.evaluate(candidate, protocol, &session, std::move(stop), {.depth = depth});
}

}  // namespace

Result<Evaluation> finalLook(Engine& engine, const LoadedProblem& problem, const Standing& standing,
                             const FinalLook& look, Session& session,
                             const std::function<void(const std::string&)>& note,
                             std::stop_token stop) {
  KW_ASSIGN(Evaluation seen, figuresOf(engine, standing, look.candidate, session, note, stop));
  const bool isDone = !seen.verdict.ok() || !seen.verdict.sanitizers.empty();
  if (isDone || !look.sanitizing || !look.candidate.isTemplate) return seen;
  const size_t before = seen.verdict.unchecked.size();
  KW_TRY(runSanitizers(*look.sanitizing, problem, engine.device(), seen, note, std::move(stop)));
  const bool isChanged = !seen.verdict.ok() || !seen.verdict.sanitizers.empty() ||
                         seen.verdict.unchecked.size() != before;
  if (!isChanged) return seen;
  seen.key += " under sanitizers";
  session.storeEvaluation(0, seen, {});
  KW_TRY(session.flush());
  return seen;
}

}  // namespace kw
