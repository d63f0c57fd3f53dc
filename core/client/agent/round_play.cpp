// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/round_play.h"

#include <algorithm>
#include <utility>

#include "client/agent/further_cases.h"
#include "client/agent/proposed_problem.h"
#include "client/agent/rewrite_prompt.h"
#include "client/language_model/extract_json.h"

namespace kw {

namespace {

std::vector<std::string> sizeNames(const Problem& problem) {
  std::vector<std::string> names;
  for (const Case& one : problem.cases)
    for (const auto& [size, value] : one.sizes)
      if (std::ranges::find(names, size) == names.end()) names.push_back(size);
  return names;
}

}  // namespace

Status RoundPlay::play(PromptFacts facts) {
  // What a session holds as accepted may be somebody else's word: it is asked for again.
  m_round.decision = ReviewDecision::waiting;
  // A template that was written without a plan needs none any more.
  const bool needsNone =
      answered(m_round, CallRole::templating) && !answered(m_round, CallRole::analysis);
  if (m_parts.options.roles == AgentRoles::split && !needsNone) KW_TRY(plan(facts));
  if (m_round.ending != RoundEnding::open) return {};
  return writeTemplate(facts);
}

// What the profiler's values mean, and what to do about it. Without a usable reply, the round has
// ended.
Status RoundPlay::plan(PromptFacts& facts) {
  KW_ASSIGN(facts.analysis, m_calls.words(CallRole::analysis, facts, m_round));
  if (m_round.ending != RoundEnding::open) return {};
  KW_ASSIGN(facts.plan, m_calls.words(CallRole::planning, facts, m_round));
  return {};
}

Status RoundPlay::writeTemplate(const PromptFacts& facts) {
  const std::filesystem::path& prompts = m_parts.options.prompts;
  KW_ASSIGN(const language::Request first, rewritePrompt(facts, prompts));
  for (;;) {
    KW_ASSIGN(const GoneOn gone, afterFaults(first, CallRole::templating, m_round, prompts));
    if (gone.faults > m_parts.options.repairs) break;
    if (!answered(m_round, CallRole::templating)) {
      m_round.proposal.reset();
      m_round.decision = ReviewDecision::waiting;
      KW_TRY(m_calls.ask(gone.request, CallRole::templating, m_round));
    }
    KW_ASSIGN(const Judged judged, judge(facts));
    if (judged.isUsable) return {};
    templating().fault = judged.fault;
    m_parts.store(m_round);
  }
  endUnfit(m_round, CallRole::templating);
  return {};
}

ProposalCall& RoundPlay::templating() const {
  return *std::find_if(m_round.calls.rbegin(), m_round.calls.rend(),
                       [](const ProposalCall& call) { return call.role == CallRole::templating; });
}

// Reads the last reply, has it reviewed, and measures it.
Result<RoundPlay::Judged> RoundPlay::judge(const PromptFacts& facts) {
  if (!m_round.proposal) {
    auto proposal = read(templating());
    if (!proposal) return Judged{false, proposal.error().text()};
    m_round.proposal = std::move(*proposal);
  }
  auto proposed = withProposal(m_before.problem, *m_round.proposal);
  if (!proposed) {
    m_round.proposal.reset();
    return Judged{false, proposed.error().text()};
  }
  return review(std::move(*proposed), facts);
}

Result<RoundPlay::Judged> RoundPlay::review(LoadedProblem proposed, const PromptFacts& facts) {
  for (;;) {
    if (m_round.decision == ReviewDecision::waiting) {
      KW_ASSIGN(const bool isDecided, askReviewer(proposed));
      if (!isDecided) continue;
    }
    if (m_round.decision == ReviewDecision::rejected) {
      m_round.ending = RoundEnding::rejected;
      return Judged{true, {}};
    }
    KW_ASSIGN(const std::string fault, measure(proposed, facts));
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
  const auto replied = read(templating());
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
Result<std::string> RoundPlay::measure(const LoadedProblem& proposed, const PromptFacts& facts) {
  m_round.templateAfter = proposed.templateHash;
  KW_ASSIGN(MeasuredProblem after,
            measureProblem(m_parts.options.measuring, proposed, defaultPolicy(), m_parts.session,
                           m_parts.hooks.note, m_parts.stop));
  if (!after.fault.empty()) return std::move(after.fault);
  if (m_parts.options.roles == AgentRoles::split) {
    KW_ASSIGN(std::string fault, test(proposed, after, facts));
    if (!fault.empty()) return fault;
  }
  KW_TRY(compare(proposed, std::move(after)));
  return std::string();
}

// What further cases show to be wrong with it; "" where nothing is, or where there are none.
Result<std::string> RoundPlay::test(const LoadedProblem& proposed, const MeasuredProblem& after,
                                    PromptFacts facts) {
  facts.candidate = &proposed.problem;
  KW_ASSIGN(const TestCases tests, furtherCases(facts));
  if (tests.cases.empty()) return std::string();
  KW_ASSIGN(FurtherFindings found,
            tryFurtherCases(m_parts.options.measuring, proposed, after, tests, m_parts.session,
                            m_parts.hooks.note, m_parts.stop));
  std::string& remark = m_round.calls.back().remark;
  remark.clear();
  for (const std::string& text : found.remarks)
    remark += (remark.empty() ? "" : "; ") + text;
  m_parts.store(m_round);
  return std::move(found.fault);
}

// None where no reply to that can be used: the template is verified without them.
Result<TestCases> RoundPlay::furtherCases(const PromptFacts& facts) {
  const auto without = [this](const std::string& why) {
    m_parts.tell("No further cases: " + why);
    return TestCases();
  };
  // What an earlier run asked for the same template.
  if (m_round.calls.back().role != CallRole::testing || m_round.calls.back().reply.empty()) {
    KW_ASSIGN(const language::Request request,
              rolePrompt(CallRole::testing, facts, m_parts.options.prompts));
    const std::string spent = m_parts.spending.limitReached(request, m_parts.prices);
    if (!spent.empty()) return without(spent);
    const Status asked = m_calls.ask(request, CallRole::testing, m_round);
    if (!asked && asked.error().kind == ErrorKind::cancelled) return fail(asked.error());
    if (!asked) return without(asked.error().text());
  }
  ProposalCall& call = m_round.calls.back();
  const auto object = language::extractJson(call.reply);
  auto tests = object ? readTestCases(object->value, m_before.problem.problem.sizeNames)
                      : Result<TestCases>(fail(object.error()));
  if (tests) return tests;
  call.fault = tests.error().text();
  m_parts.store(m_round);
  return without(call.fault);
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
