// SPDX-License-Identifier: GPL-3.0-or-later
// What a run reports, gathered on the engine's thread until the window's thread takes it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "client/engine/engine.h"
#include "view/candidates/candidate_row.h"

namespace kw {

struct RunBatch {
  std::optional<RunStarted> started;
  std::vector<view::CandidateRow> rows;
  // The source kernel's and each new best, whole, in order: the finding is made from them.
  std::vector<std::shared_ptr<const Evaluation>> notable;
  std::optional<Progress> progress;
  std::string phase;  // of the candidate that was started last
  std::vector<std::string> notices;
  size_t missed = 0;  // events that were dropped: rows have to be read from the session
  bool empty() const;
};

class EventInbox {
 public:
  // `ready` is called on the engine's thread when something lies in an inbox that was empty.
  explicit EventInbox(std::function<void()> ready) : m_ready(std::move(ready)) {}

  void setCases(std::vector<std::string> performanceCases);
  void push(const std::vector<Event>& events);
  // At most `rows` rows; the rest stays for the next call, and `ready` is not called for it.
  RunBatch take(size_t rows);
  bool idle();  // nothing waits

 private:
  void add(const CandidateDone& event);
  void add(const Event& event);

  std::function<void()> m_ready;
  std::mutex m_mutex;
  std::vector<std::string> m_cases;
  RunBatch m_batch;
};

}  // namespace kw
