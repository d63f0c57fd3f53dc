// SPDX-License-Identifier: GPL-3.0-or-later
// What a run reads from its session and writes to it, on the event loop's thread. Without a session
// it knows nothing and commits at once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include "client/engine/mailbox.h"
#include "client/engine/work.h"
#include "client/session/session.h"

namespace kw {

class Ledger {
 public:
  struct Handlers {
    // A commit failed and is being tried again.
    std::function<void(const Error&)> trouble;
    // All is well again.
    std::function<void()> recovered;
    // The session cannot be written any more.
    std::function<void(const Error&)> broken;
  };

  // The session may be null.
  Ledger(Session* session, process::EventLoop& loop, Handlers handlers);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  bool hasSession() const { return m_session != nullptr; }
  bool isBroken() const { return m_broken; }
  // Notes what earlier runs evaluated and what they left unfinished; before anything else.
  Status readEarlierRuns();
  // How often earlier runs began this on a device and never came to its end.
  int unfinishedBefore(const std::string& key) const;
  Result<std::optional<Evaluation>> find(const std::string& key);

  void storeProblem(const LoadedProblem& problem);
  void storeDevice(const DeviceInfo& device);
  void beginRun(const RunRecord& run);
  void endRun(const std::string& outcome);

  // `committed` is called later, never from inside the call, once it is safe on the disk.
  using Committed = std::function<void()>;
  void beginAttempt(const WorkPtr& work, Committed committed);
  void markStarted(const Work& work, const std::string& device);
  void endAttempt(const Work& work, const std::string& outcome);
  void store(const Work& work, std::shared_ptr<const Evaluation> evaluation, Committed committed);

  // Blocks until everything is committed or a commit fails.
  Status flush();

 private:
  // What to give to the session so that `committed`, or a handler, is called on the loop's thread.
  Session::Committed reporting(Committed committed);
  void failed(const Error& fault);
  void succeeded();

  Session* m_session;
  Handlers m_handlers;
  std::shared_ptr<Mailbox> m_mailbox;
  std::map<std::string, int> m_unfinished;
  // What the session may have: a run asks for thousands of keys that it has not, and this program
  // alone writes to it.
  std::unordered_set<std::string> m_evaluated;
  int64_t m_run = 0;
  bool m_broken = false;
  size_t m_waiting = 0;  // commits that failed and are being tried again
};

}  // namespace kw
