// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/worker.h"

namespace kw {

Worker::Worker() : m_thread([this] { run(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(m_mutex);
    m_ending = true;
  }
  m_wake.notify_one();
  m_thread.join();
}

void Worker::post(std::function<void()> task) {
  {
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
  }
  m_wake.notify_one();
}

bool Worker::idle() const {
  const std::lock_guard lock(m_mutex);
  return m_tasks.empty() && !m_running;
}

void Worker::run() {
  while (true) {
    std::function<void()> task;
    {
      std::unique_lock lock(m_mutex);
      m_running = false;
      m_wake.wait(lock, [this] { return m_ending || !m_tasks.empty(); });
      if (m_tasks.empty()) return;
      task = std::move(m_tasks.front());
      m_tasks.pop_front();
      m_running = true;
    }
    task();
  }
}

}  // namespace kw
