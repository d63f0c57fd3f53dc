// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/pausable_runs.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace kw::host {

namespace {

constexpr size_t mostErrors = size_t{1} << 20;
constexpr std::chrono::milliseconds slice{50};

// Reads what is there within a slice; false at the end.
bool readSome(int descriptor, std::string& to) {
  pollfd ready{descriptor, POLLIN, 0};
  if (::poll(&ready, 1, static_cast<int>(slice.count())) <= 0) return true;
  std::array<char, 16384> buffer;
  const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  if (to.size() < mostErrors) to.append(buffer.data(), static_cast<size_t>(got));
  return got > 0;
}

}  // namespace

Result<process::Child> PausableRuns::start(const process::ChildOptions& options,
                                           std::stop_token stop) {
  std::unique_lock lock(m_mutex);
  if (!m_resumed.wait(lock, stop, [this] { return !m_paused; })) return failCancelled();
  return process::Child::start(options);
}

void PausableRuns::setPaused(bool paused) {
  const std::scoped_lock lock(m_mutex);
  if (m_paused == paused) return;
  m_paused = paused;
  for (process::Child* child : m_running)
    paused ? child->suspend() : child->resume();
  if (!paused) m_resumed.notify_all();
}

bool PausableRuns::isPaused() {
  const std::scoped_lock lock(m_mutex);
  return m_paused;
}

void PausableRuns::forget(process::Child& child) {
  const std::scoped_lock lock(m_mutex);
  m_running.erase(&child);
}

Result<PausableRuns::Finished> PausableRuns::run(const process::ChildOptions& options,
                                                 std::chrono::milliseconds limit,
                                                 std::stop_token stop) {
  KW_ASSIGN(process::Child child, start(options, stop));
  {
    const std::scoped_lock lock(m_mutex);
    m_running.insert(&child);
    if (m_paused) child.suspend();
  }
  Finished finished;
  auto left = limit;
  auto last = std::chrono::steady_clock::now();
  bool open = true;
  while (open && left.count() > 0 && !stop.stop_requested()) {
    open = readSome(child.errors().get(), finished.errors);
    const auto now = std::chrono::steady_clock::now();
    if (!isPaused()) left -= std::chrono::duration_cast<std::chrono::milliseconds>(now - last);
    last = now;
  }
  finished.timedOut = open && !stop.stop_requested();
  if (open) child.kill();
  finished.exit = child.wait();
  forget(child);
  if (open && !finished.timedOut) return failCancelled();
  return finished;
}

}  // namespace kw::host
