// SPDX-License-Identifier: GPL-3.0-or-later
// A small problem, fake evaluators and a run over them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "client/engine/event_hub.h"
#include "client/engine/tune_run.h"
#include "core/client/engine/fake_evaluator.h"

namespace kw::test {

// 21 valid configurations of BLOCK and VEC, the performance case "large" and the correctness case
// "one".
LoadedProblem smallProblem(const std::string& name = "small");
inline constexpr size_t smallSpace = 21;

// What a run needs, and what came of it. Without a session until withSession().
class Tuning {
 public:
  explicit Tuning(size_t evaluators = 1);

  LoadedProblem problem = smallProblem();
  process::EventLoop loop;
  std::vector<std::unique_ptr<FakeEvaluator>> evaluators;  // GPU-1, GPU-2, …
  FakeEvaluator& evaluator() { return *evaluators.front(); }
  TuneOptions options;
  std::function<void(Evaluator&, std::function<void(Status)>)> restart;
  std::stop_source stop;
  TuneRun* running = nullptr;  // while run() runs
  std::chrono::milliseconds patience{60'000};
  std::function<void(const Event&)> onEvent;  // on the subscriber's thread

  // The session lies in a folder that goes with this object, or in `file`.
  void withSession(const std::filesystem::path& file = {});
  Session& session() { return *m_session; }
  void closeSession() { m_session.reset(); }
  std::filesystem::path sessionFile() const { return m_file; }

  Result<TuneSummary> run();
  // Must succeed.
  TuneSummary summary();
  // Must fail.
  Error fault();

  // Every event, in order.
  std::vector<Event> events;
  template <class Kind>
  std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const Event& event : events)
      if (const auto* one = std::get_if<Kind>(&event)) found.push_back(*one);
    return found;
  }

 private:
  std::optional<files::TemporaryFolder> m_folder;
  std::filesystem::path m_file;
  std::unique_ptr<Session> m_session;
};

}  // namespace kw::test
