// SPDX-License-Identifier: GPL-3.0-or-later
// The agent loop: profile, ask, review, search, judge, again and again. Each step is in the session
// before the next one begins.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/agent/measured_problem.h"
#include "client/language_model/language_model.h"
#include "client/language_model/spending.h"
#include "model/proposal/round.h"

namespace kw {

// How many calls a round takes: one that rewrites, or one each for analysis, planning, templating
// and testing.
enum class AgentRoles { one, split };

struct AgentOptions {
  MeasuringOptions measuring;
  int rounds = 3;
  AgentRoles roles = AgentRoles::one;
  int repairs = 2;   // replies that may be asked for anew in a round, with the fault
  int patience = 2;  // rounds without a gain, one after the other, after which it ends; 0: never
  // So long in all: then what is being done is stopped. A round that is open then can be gone on
  // with.
  std::optional<std::chrono::milliseconds> time;
  // A round's id: begins with the template that it left, where that was measured, else with the one
  // it began with, and grows a branch from there. 0: with the problem as it is given. Unset: goes
  // on from what was gained last, or with the round that is open.
  std::optional<int64_t> from;
  std::string provider;                      // its name, as it stands in the session
  std::filesystem::path prompts;             // of the user's; may be empty
  std::vector<std::filesystem::path> notes;  // folders besides resources/guidance
  size_t mostNotes = 4;
};

// What a person says to a proposal.
struct ReviewAnswer {
  ReviewDecision decision = ReviewDecision::accepted;
  std::optional<Proposal> edited;  // with ReviewDecision::edited
  std::string note;
};

// Called on the thread that runs the loop; all but `review` may be empty.
struct AgentHooks {
  std::function<void(const std::string&)> note;  // what is being done
  language::Listener listener;                   // of the model's reply
  // Before the first call: what it would send, and where. An error keeps it from being sent.
  std::function<Status(const language::Outgoing&)> leaves;
  // Before anything of the proposal is compiled. The second problem is the first with the proposal.
  // Asked again, with what is wrong in the round's message, where an edited proposal is no problem
  // or none of its candidates is right. ErrorKind::cancelled stops the run; the next one asks for a
  // review of the same reply.
  std::function<Result<ReviewAnswer>(const Round&, const LoadedProblem& before,
                                     const LoadedProblem& proposed)>
      review;
  std::function<void(const Round&)> changed;  // it was stored
};

struct AgentSummary {
  std::vector<Round> rounds;  // of this run
  LoadedProblem problem;      // with the best template
  MeasuredProblem measured;   // of it
  Speedup speedup;            // over the source, of the best
  std::string ended;          // why it ended, one sentence
  int usable = 0;             // rounds with a reply that could be used
  bool cancelled = false;     // by a person; the end of time or a budget is none
};

// A round that an earlier run left open is gone on with where it stands: a reply that is there is
// not asked for anew. With another provider or template it is ended as cancelled. What an earlier
// run gained is gone on from, where the problem's template is the one that it began with. The best
// verified candidate is kept whatever comes later: the session's problem is the best one in the
// end, of all its branches. A budget and prompts that cannot be used are refused before a device is
// opened. ErrorKind::failed where the source cannot be verified.
Result<AgentSummary> runAgent(const AgentOptions& options, const LoadedProblem& problem,
                              language::LanguageModel& model, const language::Prices& prices,
                              language::Spending& spending, Session& session,
                              const AgentHooks& hooks, std::stop_token stop);

}  // namespace kw
