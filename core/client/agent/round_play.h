// SPDX-License-Identifier: GPL-3.0-or-later
// One round: asks until a reply can be used, has it reviewed, and measures it. A round that an
// earlier run left open is gone on with where it stands.
#pragma once

#include <optional>
#include <string>

#include "base/result/result.h"
#include "client/agent/model_calls.h"
#include "model/proposal/role_replies.h"

namespace kw {

// A problem with a template, and how it does.
struct AgentState {
  LoadedProblem problem;
  MeasuredProblem measured;
};

class RoundPlay {
 public:
  // Goes on from the state `before`. All must outlive it.
  RoundPlay(const AgentParts& parts, ModelCalls& calls, const AgentState& before, Round& round)
      : m_parts(parts), m_calls(calls), m_before(before), m_round(round) {}

  // `facts` is what the prompts tell. In the end, the round has an ending. An error is what kept it
  // from that: ErrorKind::cancelled where it can be gone on with.
  Status play(PromptFacts facts);

  // After a gain: the new state.
  std::optional<AgentState>& gain() { return m_gain; }

 private:
  // Whether a reply could be used, and what is wrong with it for whoever wrote it.
  struct Judged {
    bool isUsable = false;
    std::string fault;
  };

  Status plan(PromptFacts& facts);
  Status writeTemplate(const PromptFacts& facts);
  Result<Judged> judge(const PromptFacts& facts);
  Result<Judged> review(LoadedProblem proposed, const PromptFacts& facts);
  Result<bool> askReviewer(LoadedProblem& proposed);
  Result<std::string> measure(const LoadedProblem& proposed, const PromptFacts& facts);
  Result<std::string> test(const LoadedProblem& proposed, const MeasuredProblem& after,
                           PromptFacts facts);
  Result<TestCases> furtherCases(const PromptFacts& facts);
  Status compare(const LoadedProblem& proposed, MeasuredProblem after);

  bool isEdited() const;
  ProposalCall& templating() const;  // the last one of that role
  Result<Proposal> read(const ProposalCall& call) const;

  const AgentParts& m_parts;
  ModelCalls& m_calls;
  const AgentState& m_before;
  Round& m_round;
  std::optional<AgentState> m_gain;
};

}  // namespace kw
