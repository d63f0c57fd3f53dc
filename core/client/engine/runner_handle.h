// SPDX-License-Identifier: GPL-3.0-or-later
// A runner with the problem open on one of its devices, which can be started again when it was
// lost.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/engine/engine.h"
#include "client/engine/loop_timer.h"
#include "client/remote/remote_runner.h"

namespace kw {

class RunnerHandle final : public Evaluator {
 public:
  struct Options {
    std::string command;
    std::string device;  // "auto" until it was opened once
    const LoadedProblem* problem = nullptr;
    uint64_t seed = 1;
    std::function<void(const std::string&)> note;
    std::function<void(const std::string&)> silent;  // of a runner from which nothing comes
    // The runner was lost after start() had succeeded.
    std::function<void(const Error&)> lost;
  };

  RunnerHandle(process::EventLoop& loop, Options options);

  // Starts the runner, also again, and opens the problem. `done` is called later, once.
  void start(std::function<void(Status)> done);
  const std::string& command() const { return m_options.command; }
  const std::vector<std::string>& warnings() const { return m_warnings; }
  // The machine's name and the device that was asked for there; "" before the runner has greeted.
  std::string host() const { return m_runner ? m_runner->hello().host : std::string(); }
  const std::string& deviceName() const { return m_options.device; }

  const DeviceInfo& device() const override { return m_device; }
  const std::vector<std::string>& caseNames() const override { return m_runner->caseNames(); }
  bool usable() const override { return m_opened && m_runner->usable(); }
  size_t appetite() const override { return m_runner->appetite(); }
  Ticket evaluate(const EvaluationRequest& request, const Protocol& protocol,
                  Handlers handlers) override {
    return m_runner->evaluate(request, protocol, std::move(handlers));
  }
  void cancel(Ticket ticket) override { m_runner->cancel(ticket); }
  Ticket duel(const protocol::DuelRequest& request, RemoteRunner::DuelHandlers handlers) {
    return m_runner->duel(request, std::move(handlers));
  }
  Ticket profile(const protocol::ProfileRequest& request, RemoteRunner::ProfileHandlers handlers) {
    return m_runner->profile(request, std::move(handlers));
  }

 private:
  void startNow(std::function<void(Status)> done);
  void openDevice(std::function<void(Status)> done);
  Status opened(Result<protocol::Opened> reply);

  process::EventLoop& m_loop;
  Options m_options;
  std::unique_ptr<RemoteRunner> m_runner;
  DeviceInfo m_device;  // kept while the runner is away
  std::vector<std::string> m_warnings;
  bool m_opened = false;
  LoopTimer m_starting;
};

// What a choice stands for: its commands, or that of the runner beside this program.
std::vector<std::string> runnerCommands(const RunnerChoice& choice);

}  // namespace kw
