// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/engine/tuning.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "model/space/space_file.h"

namespace kw::test {
namespace {

template <class T>
T mustHave(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().text().c_str());
  std::abort();
}

}  // namespace

LoadedProblem smallProblem(const std::string& name) {
  LoadedProblem loaded;
  loaded.problem.name = name;
  loaded.problem.space = mustHave(readSpace(R"json({
    "format": "kernelwright-space/1",
    "parameters": [
      { "name": "BLOCK", "values": [32, 64, 128, 256, 512, 1024] },
      { "name": "VEC", "values": [1, 2, 4, 8] }
    ],
    "constraints": ["BLOCK * VEC <= 2048"]
  })json",
                                            "space.json"));
  Case large, one;
  large.name = "large";
  large.performance = true;
  one.name = "one";
  loaded.problem.cases = {large, one};
  loaded.parts = {{"problem.json", "{}"}};
  loaded.problemHash = "problem";
  loaded.oracleHash = "oracle";
  loaded.sourceHash = "source";
  loaded.templateHash = "template";
  return loaded;
}

Tuning::Tuning(size_t count) {
  for (size_t i = 0; i < count; ++i)
    evaluators.push_back(std::make_unique<FakeEvaluator>(loop, "GPU-" + std::to_string(i + 1)));
}

void Tuning::withSession(const std::filesystem::path& file) {
  m_file = file;
  if (file.empty()) {
    m_folder.emplace(mustHave(files::TemporaryFolder::make()));
    m_file = m_folder->path() / "s.kwr";
  }
  m_session = mustHave(Session::open(m_file, Session::Mode::create));
}

Result<TuneSummary> Tuning::run() {
  EventHub hub;
  hub.addLossless([this](const std::vector<Event>& batch) {
    events.insert(events.end(), batch.begin(), batch.end());
    if (onEvent) std::for_each(batch.begin(), batch.end(), onEvent);
  });
  TuneRun::Setup setup{.problem = problem, .loop = loop, .events = hub};
  for (const auto& one : evaluators)
    setup.evaluators.push_back(one.get());
  setup.session = m_session.get();
  setup.options = options;
  setup.restart = restart;
  setup.patience = patience;
  TuneRun run(std::move(setup));
  running = &run;
  auto result = run.run(stop.get_token());
  running = nullptr;
  return result;
}

TuneSummary Tuning::summary() {
  return mustHave(run());
}

Error Tuning::fault() {
  auto result = run();
  if (!result) return result.error();
  if (result->fault) return *result->fault;
  std::fprintf(stderr, "the run succeeded\n");
  std::abort();
}

}  // namespace kw::test
