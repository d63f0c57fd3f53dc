// SPDX-License-Identifier: GPL-3.0-or-later
// A configuration in, an evaluation out: all that the client knows of a device. remote/ implements
// it with a runner somewhere, replay/ (later) with a recording.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/records/records.h"

namespace kw {

struct EvaluationRequest {
  Candidate candidate;
  std::string key;  // evaluationKey, filled by the engine
  Scrutiny scrutiny;
  RivalTimes rival;  // of the best so far; may be empty
};

class Evaluator {
 public:
  using Ticket = uint64_t;
  struct Handlers {
    std::function<void(const std::string& phase)>
        started;  // compiling, verifying, timing; may never come
    // Once: the evaluation, or an Error: cancelled; or failed when the evaluator itself was lost
    // (then usable() is false or it has been restarted, and the same candidate may be asked again
    // elsewhere).
    std::function<void(Result<Evaluation>)> done;
  };

  virtual ~Evaluator() = default;
  virtual const DeviceInfo& device() const = 0;
  virtual const std::vector<std::string>& caseNames() const = 0;
  virtual bool usable() const = 0;
  // How many requests are worth having in flight, so that compiling runs ahead of measuring.
  virtual size_t appetite() const = 0;
  // Handlers are called on the event loop's thread, never from inside this call.
  virtual Ticket evaluate(const EvaluationRequest& request, const Protocol& protocol,
                          Handlers handlers) = 0;
  // `done` then comes with ErrorKind::cancelled, unless it was finished already.
  virtual void cancel(Ticket ticket) = 0;
};

}  // namespace kw
