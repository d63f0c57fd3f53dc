// SPDX-License-Identifier: GPL-3.0-or-later
// What a command gets, gives and declares.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "cli/arguments.h"
#include "cli/output.h"

namespace kw::cli {

struct Context {
  Output& output;
  std::stop_token stop;                // requested by the first Ctrl-C
  std::vector<std::string> arguments;  // the whole command line, for "go on with …"
};

// Runs a command and gives its exit status. It has then printed its summary itself; an Error is
// printed by the caller, with a summary that holds it.
using Action = std::function<Result<int>(Context&)>;

// Declares a command: its options, and what it does when it is the one that was chosen.
struct Commands {
  ArgumentParser& parser;
  Action& chosen;
};

void addDevices(Commands& commands);
void addCheck(Commands& commands);
void addSpace(Commands& commands);
void addTune(Commands& commands);
void addVerify(Commands& commands);
void addCompare(Commands& commands);
void addProfile(Commands& commands);
void addListing(Commands& commands);
void addExport(Commands& commands);
void addImport(Commands& commands);
void addVerifyExport(Commands& commands);
void addSimulate(Commands& commands);
void addLearnTree(Commands& commands);
void addNew(Commands& commands);
void addLift(Commands& commands);
void addPropose(Commands& commands);

}  // namespace kw::cli
