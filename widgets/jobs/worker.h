// SPDX-License-Identifier: GPL-3.0-or-later
// A thread with a queue: its tasks run one after the other, in order. What must stay on one thread
// (an engine) or in order (a session's changes) goes through one.
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace kw {

class Worker {
 public:
  Worker();
  // Finishes the tasks that were posted.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // From any thread.
  void post(std::function<void()> task);
  // Nothing waits and nothing runs.
  bool idle() const;

  // On the thread of `context`: `work` runs on the worker, then `done` gets its result on this
  // thread, unless `context` is gone.
  template <class Work, class Done>
  void post(QObject* context, Work work, Done done) {
    // std::function wants what can be copied.
    auto shared = std::make_shared<std::pair<Work, Done>>(std::move(work), std::move(done));
    post([context = QPointer<QObject>(context), shared] {
      auto result = std::make_shared<decltype(shared->first())>(shared->first());
      QMetaObject::invokeMethod(
          QCoreApplication::instance(),
          [context, shared, result] {
            if (context) shared->second(std::move(*result));
          },
          Qt::QueuedConnection);
    });
  }

 private:
  void run();

  mutable std::mutex m_mutex;
  std::condition_variable m_wake;
  std::deque<std::function<void()>> m_tasks;
  bool m_ending = false, m_running = false;
  std::thread m_thread;
};

}  // namespace kw
