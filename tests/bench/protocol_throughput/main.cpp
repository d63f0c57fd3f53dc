// SPDX-License-Identifier: GPL-3.0-or-later
// protocol_throughput [EVALUATIONS]: evaluations a second through client, protocol, supervisor and
// both workers, with a device that costs nothing. Each has its own configuration, three samples and
// two cases.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "support/null_problem.h"
#include "support/runner_client.h"

namespace {

using namespace kw;
using namespace kw::test;

Result<double> measure(int evaluations) {
  KW_ASSIGN(const auto folder, files::TemporaryFolder::make());
  KW_ASSIGN(const LoadedProblem problem, makeNullProblem(folder.path()));
  KW_ASSIGN(const auto client, RunnerClient::start(nullRunner()));
  KW_TRY(client->open(problem));
  RemoteRunner& runner = client->runner();
  const Protocol protocol{.warmups = 1, .launches = 3};
  int asked = 0;
  int done = 0;
  Status outcome;
  std::function<void()> ask = [&] {
    const EvaluationRequest request{nullCandidate(problem, "none", 1, asked),
                                    std::to_string(asked)};
    ++asked;
    runner.evaluate(request, protocol, {{}, [&](Result<Evaluation> evaluation) {
                                          ++done;
                                          if (!evaluation) outcome = fail(evaluation.error());
                                          if (asked < evaluations) ask();
                                        }});
  };
  const auto begin = std::chrono::steady_clock::now();
  while (asked < evaluations && static_cast<size_t>(asked) < runner.appetite())
    ask();
  while (done < evaluations && outcome)
    client->loop().runOnce(std::chrono::milliseconds(100));
  KW_TRY(outcome);
  return evaluations /
         std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

int main(int argc, char** argv) {
  const int evaluations = argc > 1 ? std::atoi(argv[1]) : 10'000;
  const auto rate = measure(evaluations);
  if (!rate) {
    std::fprintf(stderr, "%s\n", rate.error().text().c_str());
    return 1;
  }
  std::printf("%d evaluations, %.0f a second\n", evaluations, *rate);
  return 0;
}
