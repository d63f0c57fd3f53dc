// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/round_play.h"

#include <algorithm>
#include <utility>

#include "client/agent/proposed_problem.h"
#include "client/agent/rewrite_prompt.h"
#include "client/language_model/extract_json.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

std::vector<std::string> sizeNames(const Problem& problem) {
  std::vector<std::string> names;
  for (const Case& one : problem.cases)
    for (const auto& [size, value] : one.sizes)
      if (std::ranges::find(names, size) == names.end()) names.push_back(size);
  return names;
}

bool isFaulty(const ProposalCall& call) {
  return !call.reply.empty() && !call.fault.empty();
}

}  // namespace

// The last reply, about which nothing was said yet.
bool RoundPlay::hasReply() const {
  return !m_round.calls.empty() && !m_round.calls.back().reply.empty() &&
         m_round.calls.back().fault.empty();
}

Status RoundPlay::play(language::Request request) {
  const std::filesystem::path& prompts = m_parts.options.prompts;
  int faults = 0;
  for (const ProposalCall& call : m_round.calls)
    if (isFaulty(call)) {
      KW_ASSIGN(request, repairPrompt(std::move(request), call.reply, call.fault, prompts));
      ++faults;
    }
  for (; faults <= m_parts.options.repairs; ++faults) {
    if (!hasReply()) {
      m_round.proposal.reset();
      m_round.decision = ReviewDecision::waiting;
      KW_TRY(m_calls.ask(request, m_round));
    }
    KW_ASSIGN(const Judged judged, judge());
    if (judged.isUsable) return {};
    ProposalCall& call = m_round.calls.back();
    call.fault = judged.fault;
    m_parts.store(m_round);
    KW_ASSIGN(request, repairPrompt(std::move(request), call.reply, call.fault, prompts));
  }
  m_round.ending = RoundEnding::unfit;
  m_round.message = "no usable reply in " + countText(m_round.calls.size(), "attempt") + ": " +
                    m_round.calls.back().fault;
  return {};
}

// Reads the last reply, has it reviewed, and measures it.
Result<RoundPlay::Judged> RoundPlay::judge() {
  if (!m_round.proposal) {
    auto proposal = read(m_round.calls.back());
    if (!proposal) return Judged{false, proposal.error().text()};
    m_round.proposal = std::move(*proposal);
  }
  auto proposed = withProposal(m_before.problem, *m_round.proposal);
  if (!proposed) {
    m_round.proposal.reset();
    return Judged{false, proposed.error().text()};
  }
  return review(std::move(*proposed));
}

Result<RoundPlay::Judged> RoundPlay::review(LoadedProblem proposed) {
  for (;;) {
    if (m_round.decision == ReviewDecision::waiting) {
      KW_ASSIGN(const bool isDecided, askReviewer(proposed));
      if (!isDecided) continue;
    }
    if (m_round.decision == ReviewDecision::rejected) {
      m_round.ending = RoundEnding::rejected;
      return Judged{true, {}};
    }
    KW_ASSIGN(const std::string fault, measure(proposed));
    if (fault.empty()) return Judged{true, {}};
    if (m_round.decision != ReviewDecision::edited) return Judged{false, fault};
    // A person's fault is the person's to mend.
    m_round.decision = ReviewDecision::waiting;
    m_round.message = "The proposal as it was edited: " + fault;
    m_parts.tell(m_round.message);
  }
}

// False where what was edited is no problem, which the round's message then says.
Result<bool> RoundPlay::askReviewer(LoadedProblem& proposed) {
  m_parts.store(m_round);
  KW_ASSIGN(ReviewAnswer answer, m_parts.hooks.review(m_round, m_before.problem, proposed));
  m_round.note = answer.note;
  m_round.message.clear();
  if (answer.decision == ReviewDecision::rejected) {
    m_round.decision = ReviewDecision::rejected;
    return true;
  }
  if (answer.edited) {
    auto edited = withProposal(m_before.problem, *answer.edited);
    if (!edited) {
      m_round.message = "The proposal as it was edited cannot be used: " + edited.error().text();
      m_parts.tell(m_round.message);
      return false;
    }
    m_round.proposal = std::move(*answer.edited);
    proposed = std::move(*edited);
  }
  m_round.decision = isEdited() ? ReviewDecision::edited : ReviewDecision::accepted;
  m_parts.store(m_round);
  return true;
}

bool RoundPlay::isEdited() const {
  const auto replied = read(m_round.calls.back());
  return !replied || replied->templateText != m_round.proposal->templateText ||
         replied->spaceText != m_round.proposal->spaceText;
}

Result<Proposal> RoundPlay::read(const ProposalCall& call) const {
  auto object = language::extractJson(call.reply);
  if (object) return readProposal(object->value, sizeNames(m_before.problem.problem));
  if (call.fault.empty()) return fail(object.error());
  return failInput(call.fault + "; " + object.error().message);
}

// What is wrong with it, "" where nothing is.
Result<std::string> RoundPlay::measure(const LoadedProblem& proposed) {
  m_round.templateAfter = proposed.templateHash;
  KW_ASSIGN(MeasuredProblem after,
            measureProblem(m_parts.options.measuring, proposed, defaultPolicy(), m_parts.session,
                           m_parts.hooks.note, m_parts.stop));
  if (!after.fault.empty()) return std::move(after.fault);
  KW_TRY(compare(proposed, std::move(after)));
  return std::string();
}

Status RoundPlay::compare(const LoadedProblem& proposed, MeasuredProblem after) {
  KW_ASSIGN(const Speedup gain,
            measureGain(m_parts.options.measuring, m_before.problem, m_before.measured, proposed,
                        after, m_parts.hooks.note, m_parts.stop));
  m_round.measuredSpeedup = gain.ratio;
  m_round.low = gain.interval95.low;
  m_round.high = gain.interval95.high;
  if (const Evaluation* best = after.standing.bestEvaluation()) {
    m_round.bestAfter = best->geomean;
    m_round.configuration = best->candidate.configuration.text();
  }
  m_round.ending = m_round.low > 1    ? RoundEnding::gained
                   : m_round.high < 1 ? RoundEnding::lost
                                      : RoundEnding::level;
  if (m_round.ending == RoundEnding::gained) m_gain = AgentState{proposed, std::move(after)};
  return {};
}

}  // namespace kw
