// SPDX-License-Identifier: GPL-3.0-or-later
// The one thread that writes to a session, in batches.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/result/result.h"
#include "client/session/opening.h"
#include "client/session/row_writer.h"

namespace kw {

class Writer {
 public:
  struct Operation {
    // May throw SQLite::Exception; runs again where its transaction failed.
    std::function<void(RowWriter&)> apply;
    // On the writer's thread: with success once it is committed, or, after a fault that does not
    // heal, with an error. A fault that may heal (a full disk) is told once; success can then
    // follow.
    std::function<void(Status)> committed;
  };

  explicit Writer(WritableSession session);
  // Commits what is queued. What cannot be written even now is lost, and the log says how much.
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void add(Operation operation);
  // Until everything that was added before is committed, or the first failure after the call.
  Status flush();
  uint64_t commits() const;  // transactions so far

 private:
  struct Pending {
    Operation operation;
    bool told = false;  // of a fault that may heal
  };
  enum class Outcome { committed, mayHeal, hopeless };

  // On the writer's thread.
  void work();
  bool waitForWork();
  bool takeQueued();
  void commitBatch(bool growing);
  void commitSingly();
  Outcome tryCommit(bool growing);
  void transact(bool growing);
  void rollBack();
  void tellFault();
  void finish(const Status& status);
  bool worthRetrying();
  void abandon();

  WritableSession m_session;
  std::optional<RowWriter> m_rows;
  std::vector<Pending> m_batch;
  std::chrono::steady_clock::time_point m_lastCommit;
  Error m_fault;  // of the last try

  mutable std::mutex m_mutex;  // guards what follows
  std::condition_variable m_wake;
  std::condition_variable m_settled;
  std::deque<Operation> m_queue;
  bool m_ending = false;
  int m_flushing = 0;  // callers that wait
  uint64_t m_added = 0;
  uint64_t m_settledCount = 0;  // committed, or given up
  uint64_t m_failures = 0;
  uint64_t m_commits = 0;
  Error m_lastFailure;

  std::thread m_thread;  // last: it uses all of the above
};

}  // namespace kw
