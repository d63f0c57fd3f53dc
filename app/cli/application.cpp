// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/application.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <new>
#include <string_view>

#include "base/process/broken_pipe.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/json_forms.h"

namespace kw::cli {

namespace {

constexpr std::string_view statuses =
    "Exit status: 0 done, 1 the work failed (no candidate verified, say), 2 wrong usage or input,\n"
    "3 no such device or a needed part is missing, 130 cancelled.\n"
    "PROBLEM is a folder, a problem.json, or the name of a kernel in the library.";

bool asksForJson(const std::vector<std::string>& arguments) {
  return std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
}

// Prints an Error for people and, with --json, as the summary that scripts read.
int report(Output& output, const Error& error) {
  output.fault(error.text());
  output.event(summaryOf(error));
  return exitStatus(error.kind);
}

// The help and the version were printed by the parser.
int endOfHelp(Output& output) {
  if (std::cout.flush().good() && std::fflush(stdout) == 0) return 0;
  output.fault("standard output cannot be written");
  return exitStatus(ErrorKind::failed);
}

void declare(Commands& commands) {
  addDevices(commands);
  addCheck(commands);
  addSpace(commands);
  addTune(commands);
  addVerify(commands);
  addCompare(commands);
  addProfile(commands);
  addListing(commands);
  addExport(commands);
  addImport(commands);
  addVerifyExport(commands);
  addSimulate(commands);
  addLearnTree(commands);
  addNew(commands);
  addLift(commands);
  addPropose(commands);
}

int runChosen(const Action& chosen, Output& output, std::vector<std::string> arguments) {
  Interrupt interrupt(output);
  output.whenClosed([&interrupt] { interrupt.stop(); });
  Context context{output, interrupt.token(), std::move(arguments)};
  const Result<int> status = [&]() -> Result<int> {
    try {
      return chosen(context);
    } catch (const std::bad_alloc&) {
      return fail("this machine has not enough memory for it",
                  "try a smaller file or budget, or a machine with more memory");
    }
  }();
  output.clearStatus();
  output.whenClosed({});
  // Why it stopped was said when the output closed.
  if (!status && output.isClosed()) return exitStatus(ErrorKind::failed);
  const int code = status ? *status : report(output, status.error());
  return output.isClosed() ? exitStatus(ErrorKind::failed) : code;
}

}  // namespace

int runApplication(int argc, char** argv) {
  process::ignoreBrokenPipes();
  std::vector<std::string> arguments(argv, argv + argc);
  Output output(asksForJson(arguments));
  Action chosen;
  ArgumentParser parser("Makes a GPU kernel fast and proves that it is.",
                        std::string("kwr ") + KW_VERSION, std::string(statuses));
  Commands commands{parser, chosen};
  declare(commands);
  const Result<bool> parsed = parser.parse(argc, argv);
  if (!parsed) return report(output, parsed.error());
  if (!*parsed) return endOfHelp(output);
  return runChosen(chosen, output, std::move(arguments));
}

}  // namespace kw::cli
