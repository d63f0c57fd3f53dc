// SPDX-License-Identifier: GPL-3.0-or-later
// An evaluator without a device, for runs: it says what a test wants, in the order that a test
// wants.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/process/event_loop.h"
#include "client/evaluator/evaluator.h"

namespace kw::test {

class FakeEvaluator final : public Evaluator {
 public:
  explicit FakeEvaluator(process::EventLoop& loop, std::string uuid = "GPU-1");

  // --- what a test sets
  DeviceInfo info;
  size_t wanted = 4;  // appetite
  bool alive = true;
  // Milliseconds that a candidate takes; by default some function of its configuration.
  std::function<double(const Candidate&)> time;
  std::function<Verdict(const Candidate&)> verdict;
  // Which of the `waiting` finishes next; by default the oldest.
  std::function<size_t(size_t waiting)> choose;
  // Candidates for which this holds never finish by themselves.
  std::function<bool(const Candidate&)> stuck;
  // Called as a request comes in, before anything else happens with it.
  std::function<void(const EvaluationRequest&)> onRequest;
  // Called after `started` was said; may call lose().
  std::function<void(const EvaluationRequest&)> onDevice;

  // --- what a test sees
  std::vector<std::string> requests;  // labels, in the order of coming in
  size_t cancels = 0;
  size_t inFlight() const { return m_waiting.size(); }

  // Fails what is stuck, staying alive.
  void failStuck(const std::string& why);
  // After `stuck` has changed its mind.
  void wake();
  // Everything in flight fails, and alive becomes false.
  void lose(const std::string& why = "the connection broke");

  // --- Evaluator
  const DeviceInfo& device() const override { return info; }
  const std::vector<std::string>& caseNames() const override { return m_cases; }
  bool usable() const override { return alive; }
  size_t appetite() const override { return wanted; }
  Ticket evaluate(const EvaluationRequest& request, const Protocol& protocol,
                  Handlers handlers) override;
  void cancel(Ticket ticket) override;

 private:
  struct Waiting {
    Ticket ticket = 0;
    EvaluationRequest request;
    Protocol protocol;
    Handlers handlers;
    bool started = false;
  };
  void step();
  void stepLater();
  void start(Waiting& waiting);
  Evaluation evaluationOf(const Waiting& waiting) const;

  process::EventLoop& m_loop;
  std::vector<std::string> m_cases{"large", "one"};
  std::vector<Waiting> m_waiting;
  Ticket m_next = 1;
  std::shared_ptr<bool> m_exists = std::make_shared<bool>(true);
};

}  // namespace kw::test
