// SPDX-License-Identifier: GPL-3.0-or-later
// A proposal put before a person at a terminal.
#pragma once

#include "cli/command.h"
#include "client/agent/agent_run.h"

namespace kw::cli {

// Shows the reasons, what is expected and the difference of template and space, and asks: accept,
// edit (after which it shows and asks anew), reject (with a note), or stop. ErrorKind::cancelled
// where the person stops.
Result<ReviewAnswer> reviewAtTerminal(const Round& round, const LoadedProblem& before,
                                      const LoadedProblem& proposed, Context& context);

// Says where the first prompt goes and how large it is, and lets a person read it and say no
// (ErrorKind::cancelled).
Status showOutgoing(const language::Outgoing& outgoing, bool asks, Context& context);

// What a proposal says and changes, for people.
std::string proposalText(const Round& round, const LoadedProblem& before,
                         const LoadedProblem& proposed);

}  // namespace kw::cli
