// SPDX-License-Identifier: GPL-3.0-or-later
// kw-session-actor COMMAND FILE …: another process at a session. Prints what came of it; status 1
// with the error's text where it could not.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/client/session/samples.h"

namespace {

using namespace kw;

int failed(const Error& error) {
  std::printf("%s\n", error.text().c_str());
  return 1;
}

void say(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

// Evaluates candidates for ever, saying each number after it was committed. Each third attempt is
// only begun, so that some are always unfinished.
int writeForEver(const std::string& file) {
  auto session = Session::open(file, Session::Mode::create);
  if (!session) return failed(session.error());
  for (int n = 0;; ++n) {
    AttemptRecord attempt;
    attempt.key = test::keyOf(n);
    attempt.candidate = test::candidate(n);
    const int64_t id = (*session)->beginAttempt(0, attempt, [n](const Status& status) {
      if (status) say("begun " + std::to_string(n));
    });
    (*session)->markStarted(id, "GPU-1");
    if (n % 3 == 2) continue;
    (*session)->storeEvaluation(id, test::evaluation(n), [n](const Status& status) {
      if (status) say("stored " + std::to_string(n));
    });
    if (n % 5 == 0)
      if (const Status flushed = (*session)->flush(); !flushed) return failed(flushed.error());
  }
}

// Opens for writing, says so, and keeps it until its input ends.
int hold(const std::string& file) {
  auto session = Session::open(file, Session::Mode::create);
  if (!session) return failed(session.error());
  say("holding");
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  return 0;
}

int count(const std::string& file) {
  auto session = Session::open(file, Session::Mode::readOnly);
  if (!session) return failed(session.error());
  const auto all = (*session)->evaluations();
  if (!all) return failed(all.error());
  say(std::to_string(all->size()) + " evaluations");
  return 0;
}

// On a small disk: a ballast file takes most of it, evaluations the rest, until a commit fails.
// Then the ballast goes, and everything must arrive.
int fillDisk(const std::string& folder) {
  const std::string ballast = folder + "/ballast";
  std::ofstream(ballast) << std::string(size_t{1} << 20, 'x');
  auto session = Session::open(folder + "/full.kwr", Session::Mode::create);
  if (!session) return failed(session.error());
  int n = 0;
  Status status;
  while (status && n < 10'000)
    status = test::storeWhole(**session, n++);
  if (status) return say("the disk never became full"), 1;
  say(status.error().message);
  const int more = n + 20;
  for (; n < more; ++n)
    (*session)->storeEvaluation(0, test::evaluation(n), {});
  std::filesystem::remove(ballast);
  while (!(*session)->flush()) {
  }
  const auto all = (*session)->evaluations();
  if (!all) return failed(all.error());
  say(all->size() == static_cast<size_t>(n)
          ? "nothing lost"
          : std::to_string(all->size()) + " of " + std::to_string(n) + " arrived");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string command = argv[1];
  const std::string file = argv[2];
  if (command == "write-for-ever") return writeForEver(file);
  if (command == "hold") return hold(file);
  if (command == "count") return count(file);
  if (command == "fill-disk") return fillDisk(file);
  return 2;
}
