// SPDX-License-Identifier: GPL-3.0-or-later
// engine_throughput [COUNT] [FOLDER|none]: tunes on a device that costs nothing, with a session
// file in FOLDER (or none), and prints how many evaluations a second went through engine, protocol
// and session, and how long it takes to read them all from the file.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files/files.h"
#include "client/engine/engine.h"
#include "support/null_problem.h"

namespace {

using namespace kw;

[[noreturn]] void giveUp(const Error& error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  std::exit(1);
}

template <class T>
T value(Result<T> result) {
  if (!result) giveUp(result.error());
  return std::move(*result);
}

// The null problem without the values of FAULT that make candidates fail.
LoadedProblem problemIn(const files::Path& folder) {
  LoadedProblem problem = value(test::makeNullProblem(folder));
  problem.problem.space->constraints.push_back(
      value(expression::Expression::parse("FAULT == 'none'")));
  return problem;
}

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void readAll(const files::Path& file) {
  const auto begin = std::chrono::steady_clock::now();
  const auto session = value(Session::open(file, Session::Mode::readOnly));
  const double opening = secondsSince(begin);
  const size_t count = value(session->evaluations()).size();
  std::printf("%zu evaluations read in %.0f ms, %.0f ms of that for opening\n", count,
              secondsSince(begin) * 1e3, opening * 1e3);
}

}  // namespace

int main(int argc, char** argv) {
  const size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 50'000;
  const files::TemporaryFolder temporary = value(files::TemporaryFolder::make());
  const files::Path folder = argc > 2 ? files::Path(argv[2]) : temporary.path();
  const LoadedProblem problem = problemIn(temporary.path() / "problem");
  std::unique_ptr<Session> session;
  const files::Path file = folder / "throughput.kwr";
  if (folder != "none") session = value(Session::open(file, Session::Mode::create));

  RunnerChoice choice;
  choice.commands = {KW_NULL_RUNNER};
  choice.device = "null";
  auto engine = value(Engine::open(choice, problem, 1, [](const std::string&) {}, {}));
  size_t events = 0;
  engine->subscribeLossless([&](const std::vector<Event>& batch) { events += batch.size(); });

  TuneOptions options;
  options.strategy = "random";
  options.budget.evaluations = count;
  const auto begin = std::chrono::steady_clock::now();
  const TuneSummary summary = value(engine->tune(options, session.get(), {}));
  const double seconds = secondsSince(begin);

  std::printf("%zu evaluations (%zu verified) in %.2f s: %.0f a second\n", summary.evaluated,
              summary.verified, seconds, static_cast<double>(summary.evaluated) / seconds);
  std::printf("%zu events\n", events);
  if (!session) return 0;
  const uint64_t commits = session->commits();
  session.reset();
  std::printf("%llu commits, %.1f MB of session\n", static_cast<unsigned long long>(commits),
              static_cast<double>(std::filesystem::file_size(file)) / 1e6);
  readAll(file);
  if (argc > 2) std::filesystem::remove(file);
  return 0;
}
