// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/interrupt.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>

namespace kw::cli {

namespace {

constexpr std::array handled{SIGINT, SIGTERM, SIGHUP};
constexpr char finished = 0;
constexpr int cancelledStatus = 130;
// So long the first one has to be obeyed. Signals that come together, as a closed terminal sends
// them, count as one for it.
constexpr int64_t patience = 1'000'000'000;  // ns
std::atomic<int> pipeForHandler{-1};
std::atomic<int64_t> firstSignal{0};  // ns of the monotonic clock
static_assert(std::atomic<int64_t>::is_always_lock_free);

int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * int64_t{1'000'000'000} + time.tv_nsec;
}

void writeByte(int descriptor, char byte) {
  while (::write(descriptor, &byte, 1) < 0 && errno == EINTR) {
  }
}

void onSignal(int) {
  const int saved = errno;
  // The thread may be held up: by what the stop calls, by a reader who does not read.
  int64_t first = 0;
  if (!firstSignal.compare_exchange_strong(first, now()) && now() - first > patience)
    ::_exit(cancelledStatus);
  writeByte(pipeForHandler.load(), 1);
  errno = saved;
}

void setHandlers(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int number : handled)
    ::sigaction(number, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt(Output& output) : m_output(output) {
  auto pipe = process::makePipe();
  if (!pipe)
    return;  // without descriptors left, Ctrl-C simply ends the program: the session is safe by
             // design
  m_pipe = std::move(*pipe);
  pipeForHandler = m_pipe.write.get();
  firstSignal = 0;
  m_thread = std::thread([this] { serve(); });
  setHandlers(onSignal);
}

Interrupt::~Interrupt() {
  if (!m_thread.joinable()) return;
  setHandlers(SIG_DFL);
  writeByte(m_pipe.write.get(), finished);
  m_thread.join();
}

void Interrupt::serve() {
  char byte = finished;
  while (true) {
    const ssize_t got = ::read(m_pipe.read.get(), &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || byte == finished) return;
    // Nothing is lost: every result was committed before it was shown.
    if (m_source.stop_requested()) ::_exit(cancelledStatus);
    m_output.notice("Stopping, and writing what was measured. Ctrl-C again leaves at once.");
    m_source.request_stop();
  }
}

}  // namespace kw::cli
