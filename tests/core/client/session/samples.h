// SPDX-License-Identifier: GPL-3.0-or-later
// What tests put into sessions, and the program that uses them from another process.
#pragma once

#include <string>
#include <vector>

#include "base/process/child.h"
#include "client/session/session.h"

namespace kw::test {

// Number `n` of any number of different candidates, and its evaluation with samples.
Candidate candidate(int n);
Evaluation evaluation(int n);
std::string keyOf(int n);

// A problem with two parameters, written to a folder and read from there.
LoadedProblem problemIn(const std::filesystem::path& folder, const std::string& name);

// Fails the test where it cannot be opened.
std::unique_ptr<Session> opened(const std::filesystem::path& path, Session::Mode mode);
// The error of trying to open it; an empty one where it opens.
Error openingFault(const std::filesystem::path& path, Session::Mode mode);

// Begins, starts and evaluates candidate `n`; returns when all of it is committed.
Status storeWhole(Session& session, int n);

// kw-session-actor with these arguments; `before` goes in front of it (bwrap and its options).
process::ChildOptions actor(std::vector<std::string> arguments,
                            std::vector<std::string> before = {});
// Runs it to its end; gives what it printed, or says why it failed.
std::string ran(process::ChildOptions options);

// Why bwrap cannot be used here, or "".
std::string noSandbox();

}  // namespace kw::test
