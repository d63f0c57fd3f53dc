// SPDX-License-Identifier: GPL-3.0-or-later
// A proposal changed by a person, in the editor that they use.
#pragma once

#include "cli/command.h"
#include "model/problem/problem_file.h"
#include "model/proposal/proposal.h"

namespace kw::cli {

// Opens $VISUAL, else $EDITOR, else vi on the template and the space, in a folder that nobody else
// can read and that is removed afterwards, and gives the proposal with what they then hold.
// ErrorKind::missing without such a program, ErrorKind::failed where it ends with a failure.
Result<Proposal> editedProposal(const Proposal& proposal, const Context& context);

}  // namespace kw::cli
