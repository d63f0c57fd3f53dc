// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/job.h"

namespace kw {

uint64_t Job::begin() {
  m_stop.request_stop();
  m_stop = std::stop_source();
  if (!m_running) {
    m_running = true;
    Q_EMIT runningChanged(true);
  }
  return ++m_generation;
}

void Job::cancel() {
  m_stop.request_stop();
  ++m_generation;
  if (!m_running) return;
  m_running = false;
  Q_EMIT runningChanged(false);
}

void Job::finish(uint64_t generation, const std::function<void()>& deliver) {
  if (generation != m_generation) return;
  m_running = false;
  deliver();
  if (!m_running) Q_EMIT runningChanged(false);
}

}  // namespace kw
