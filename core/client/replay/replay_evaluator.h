// SPDX-License-Identifier: GPL-3.0-or-later
// What was evaluated once answers in a device's place.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/process/event_loop.h"
#include "client/evaluator/evaluator.h"

namespace kw {

class ReplayEvaluator final : public Evaluator {
 public:
  // `evaluations`: of a session, or of an imported recording; of several for one configuration the
  // last counts. They answer with their verdict, samples and costs, at once. A configuration that
  // is not among them, or a source kernel where there is none, gets the verdict "could not judge":
  // it is no success, and nothing is stored of it.
  ReplayEvaluator(process::EventLoop& loop, DeviceInfo device, std::vector<std::string> caseNames,
                  std::vector<Evaluation> evaluations);
  ~ReplayEvaluator() override;

  const DeviceInfo& device() const override { return m_device; }
  const std::vector<std::string>& caseNames() const override { return m_caseNames; }
  bool usable() const override { return true; }
  size_t appetite() const override { return 1; }  // nothing is gained by asking ahead
  Ticket evaluate(const EvaluationRequest& request, const Protocol& protocol,
                  Handlers handlers) override;
  void cancel(Ticket ticket) override;

 private:
  struct Waiting {
    Evaluation answer;
    Handlers handlers;
    bool cancelled = false;
  };

  Evaluation answerTo(const EvaluationRequest& request) const;
  void finish(Ticket ticket);

  process::EventLoop& m_loop;
  const DeviceInfo m_device;
  const std::vector<std::string> m_caseNames;
  std::unordered_map<std::string, Evaluation> m_known;  // by Candidate::label()
  std::map<Ticket, Waiting> m_waiting;
  Ticket m_next = 1;
  // Calls that are posted when this goes must not come back to it.
  std::shared_ptr<bool> m_exists = std::make_shared<bool>(true);
};

}  // namespace kw
