// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/writer.h"

#include <sqlite3.h>

#include <chrono>
#include <string>
#include <utility>

#include "base/log/log.h"
#include "base/result/message.h"
#include "client/session/owner.h"
#include "client/session/sqlite_fault.h"

namespace kw {
namespace {

using Clock = std::chrono::steady_clock;

// A batch is committed as soon as nothing more waits, at the latest after this.
constexpr std::chrono::milliseconds batchLimit{33};
// From one commit to the next, so that a stream of changes shares commits (each synchronises the
// disk) while a single change waits for nothing.
constexpr std::chrono::milliseconds commitInterval{10};
constexpr std::chrono::milliseconds retryDelay{500};
// Operations taken at a time between two looks at the clock.
constexpr size_t takenAtOnce = 64;

}  // namespace

Writer::Writer(WritableSession session) : m_session(std::move(session)) {
  m_rows.emplace(*m_session.database);
  m_thread = std::thread([this] { work(); });
}

Writer::~Writer() {
  {
    const std::lock_guard lock(m_mutex);
    m_ending = true;
  }
  m_wake.notify_all();
  m_thread.join();
  m_rows.reset();  // its statements, before their database
  closeWriting(m_session);
}

void Writer::add(Operation operation) {
  bool wasEmpty = false;
  {
    const std::lock_guard lock(m_mutex);
    wasEmpty = m_queue.empty();
    m_queue.push_back(std::move(operation));
    ++m_added;
  }
  if (wasEmpty) m_wake.notify_one();
}

Status Writer::flush() {
  std::unique_lock lock(m_mutex);
  const uint64_t wanted = m_added;
  const uint64_t failures = m_failures;
  ++m_flushing;
  m_wake.notify_all();
  m_settled.wait(lock, [&] { return m_settledCount >= wanted || m_failures > failures; });
  --m_flushing;
  if (m_failures > failures) return fail(m_lastFailure);
  return {};
}

uint64_t Writer::commits() const {
  const std::lock_guard lock(m_mutex);
  return m_commits;
}

void Writer::work() {
  while (waitForWork()) {
    takeQueued();
    commitBatch(true);
  }
}

// Also returns when the owner's row is due to be refreshed: an empty batch does that.
bool Writer::waitForWork() {
  std::unique_lock lock(m_mutex);
  m_wake.wait_for(lock, std::chrono::seconds(ownerRefreshSeconds),
                  [this] { return m_ending || !m_queue.empty(); });
  m_wake.wait_until(lock, m_lastCommit + commitInterval,
                    [this] { return m_ending || m_flushing > 0; });
  return !m_ending || !m_queue.empty();
}

bool Writer::takeQueued() {
  const std::lock_guard lock(m_mutex);
  size_t taken = 0;
  for (; taken < takenAtOnce && !m_queue.empty(); ++taken) {
    m_batch.push_back(Pending{std::move(m_queue.front())});
    m_queue.pop_front();
  }
  return taken > 0;
}

void Writer::commitBatch(bool growing) {
  while (true) {
    switch (tryCommit(growing)) {
      case Outcome::committed:
        return finish({});
      case Outcome::hopeless:
        return m_batch.size() > 1 ? commitSingly() : finish(fail(m_fault));
      case Outcome::mayHeal:
        if (m_batch.empty()) return;
        tellFault();
        if (!worthRetrying()) return abandon();
    }
  }
}

// One operation that can never be written must not take the others with it.
void Writer::commitSingly() {
  std::vector<Pending> all = std::exchange(m_batch, {});
  for (Pending& pending : all) {
    m_batch.push_back(std::move(pending));
    commitBatch(false);
  }
}

Writer::Outcome Writer::tryCommit(bool growing) {
  try {
    transact(growing);
    return Outcome::committed;
  } catch (const SQLite::Exception& fault) {
    rollBack();
    m_fault = sqliteFault(fault, m_session.path, "writing to it");
    if (mayHeal(fault)) return Outcome::mayHeal;
    m_fault.kind = ErrorKind::badInput;
    return Outcome::hopeless;
  }
}

void Writer::transact(bool growing) {
  SQLite::Database& database = *m_session.database;
  // Only what is added brings a removed file back: whoever removes one that is idle means it.
  if (!m_batch.empty() && !m_session.copy && wasRemoved(m_session)) putBack(m_session);
  database.exec("BEGIN IMMEDIATE");
  if (!refreshOwner(database, m_session.owner))
    throw SQLite::Exception("another program has taken the session over", SQLITE_AUTH);
  const auto end = Clock::now() + batchLimit;
  size_t applied = 0;
  do {
    for (; applied < m_batch.size(); ++applied)
      m_batch[applied].operation.apply(*m_rows);
  } while (growing && Clock::now() < end && takeQueued());
  database.exec("COMMIT");
  m_lastCommit = Clock::now();
}

void Writer::rollBack() {
  // Some faults have ended the transaction already; then there is nothing to roll back.
  if (sqlite3_get_autocommit(m_session.database->getHandle()) == 0)
    m_session.database->tryExec("ROLLBACK");
}

void Writer::tellFault() {
  for (Pending& pending : m_batch) {
    if (std::exchange(pending.told, true)) continue;
    if (pending.operation.committed) pending.operation.committed(fail(m_fault));
  }
  {
    const std::lock_guard lock(m_mutex);
    ++m_failures;
    m_lastFailure = m_fault;
  }
  m_settled.notify_all();
}

void Writer::finish(const Status& status) {
  const std::vector<Pending> finished = std::exchange(m_batch, {});
  for (const Pending& pending : finished)
    if (pending.operation.committed) pending.operation.committed(status);
  {
    const std::lock_guard lock(m_mutex);
    m_settledCount += finished.size();
    if (status) {
      ++m_commits;
    } else {
      ++m_failures;
      m_lastFailure = status.error();
    }
  }
  m_settled.notify_all();
}

// Waits a little. False after the last try, the one that follows the order to end.
bool Writer::worthRetrying() {
  std::unique_lock lock(m_mutex);
  if (m_ending) return false;
  m_wake.wait_for(lock, retryDelay, [this] { return m_ending; });
  return true;
}

void Writer::abandon() {
  while (takeQueued()) {
  }
  log::error("session",
             counted(m_batch.size(), "change") + " could not be written: " + m_fault.message);
  finish(fail(m_fault));
}

}  // namespace kw
