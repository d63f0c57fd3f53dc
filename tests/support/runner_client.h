// SPDX-License-Identifier: GPL-3.0-or-later
// Drives a RemoteRunner from a test: each call turns the event loop until its answer is there. The
// limits are far beyond what anything takes, and only keep a test that fails from waiting for ever.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "client/remote/remote_runner.h"

namespace kw::test {

class RunnerClient {
 public:
  // `lostText` then holds why the runner was lost.
  static Result<std::unique_ptr<RunnerClient>> start(const std::string& command) {
    return start(RemoteOptions{command});
  }
  static Result<std::unique_ptr<RunnerClient>> start(RemoteOptions options);

  RemoteRunner& runner() { return *m_runner; }
  process::EventLoop& loop() { return m_loop; }
  const std::string& lostText() const { return m_lostText; }

  // Turns the loop until the condition holds; false after a minute.
  bool until(const std::function<bool()>& condition);

  // An evaluation under way.
  struct Asked {
    Evaluator::Ticket ticket = 0;
    std::vector<std::string> phases;
    std::optional<Result<Evaluation>> answer;
    bool reached(const std::string& phase) const;
  };
  std::shared_ptr<Asked> ask(const Candidate& candidate, const std::string& key = "key");
  Result<Evaluation> evaluate(const Candidate& candidate, const std::string& key = "key");
  Result<Evaluation> finish(const std::shared_ptr<Asked>& asked);

  Result<protocol::Opened> open(const LoadedProblem& problem, const std::string& device = "null");
  Result<protocol::Devices> devices(bool peaks = false);
  const std::vector<std::string>& notes() const { return m_notes; }
  // The runner goes, with whatever is in flight.
  void drop() { m_runner.reset(); }

 private:
  template <class T>
  Result<T> answerTo(const std::function<void(std::function<void(Result<T>)>)>& request);

  process::EventLoop m_loop;
  std::unique_ptr<RemoteRunner> m_runner;
  std::string m_lostText;
  std::vector<std::string> m_notes;
  Protocol m_protocol{.warmups = 1, .launches = 3};
};

// The runner built here whose only device is the null device, with options.
std::string nullRunner(const std::string& options = {});

// The processes whose parent is `parent`, told apart by what their command lines hold
// ("--device-worker").
std::vector<pid_t> childrenOf(pid_t parent, const std::string& commandPart = {});
bool isRunning(pid_t process);

}  // namespace kw::test
