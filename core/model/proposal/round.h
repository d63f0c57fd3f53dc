// SPDX-License-Identifier: GPL-3.0-or-later
// One round of the agent loop: what was asked, what came back, what a person said to it, and what
// was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/proposal/proposal.h"

namespace kw {

// What a call asks for. A round of one call has a templating one alone.
enum class CallRole {
  analysis,    // what the profiler's figures mean
  planning,    // the next step, and what it is to gain
  templating,  // the template and its space
  testing,     // cases that could show the template to be wrong
};
std::string_view name(CallRole role);
std::optional<CallRole> callRole(std::string_view name);

// One call of a model. The prompt stands whole, so that it can be seen again.
struct ProposalCall {
  CallRole role = CallRole::templating;
  std::string prompt;      // as text: roles and messages
  std::string promptHash;  // SHA-256 of it
  std::string model;       // as the server names it
  std::string reply;       // raw
  std::string fault;       // why the reply could not be taken; "" where it was
  std::string remark;      // what came of it, where that is not the round's outcome
  int64_t inputTokens = 0, outputTokens = 0;
  double money = 0;  // by the provider's prices; 0: unknown
  double milliseconds = 0;
};

enum class ReviewDecision { waiting, accepted, edited, rejected };
std::string_view name(ReviewDecision decision);
std::optional<ReviewDecision> reviewDecision(std::string_view name);

// How a round ended.
enum class RoundEnding {
  open,      // not yet
  gained,    // a verified candidate is faster than the best before, by its whole 95 % interval
  level,     // none is, and the best one is not clearly slower
  lost,      // the best one of the new space is clearly slower
  unfit,     // no reply parsed, compiled and was verified
  rejected,  // by a person
  cancelled,
};
std::string_view name(RoundEnding ending);
std::optional<RoundEnding> roundEnding(std::string_view name);

struct Round {
  int64_t id = 0;      // of its row; not in its JSON
  int64_t parent = 0;  // the round it goes on from; 0: the problem as it was
  int number = 0;      // from 1, in the order they began
  std::string provider;
  std::string regime;  // of the profile that the prompt rests on
  std::vector<ProposalCall> calls;
  std::optional<Proposal> proposal;
  ReviewDecision decision = ReviewDecision::waiting;
  std::string note;  // of the reviewer; goes into the next prompt
  // Template hashes before and after, and what they were measured to be.
  std::string templateBefore, templateAfter;
  double bestBefore = 0, bestAfter = 0;           // milliseconds, geometric mean; 0: none
  double measuredSpeedup = 0, low = 0, high = 0;  // before over after, with its 95 % interval
  std::string configuration;                      // of the best of the new space
  RoundEnding ending = RoundEnding::open;
  std::string message;       // one sentence: why it ended so
  std::string begun, ended;  // UTC, ISO 8601
};

// "expected 1.20×, measured 1.08× (95 %: 1.07 to 1.10): less than expected".
std::string expectationText(const Round& round);

json::Value toJson(const Round& round);
Result<Round> roundFromJson(const json::Value& value);

}  // namespace kw
