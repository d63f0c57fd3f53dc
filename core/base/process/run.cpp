// SPDX-License-Identifier: GPL-3.0-or-later
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/process/broken_pipe.h"
#include "base/process/child.h"
#include "base/process/system_call.h"

namespace kw::process {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Moves data in both directions until the child has ended, without waiting for one stream while
// another is full.
class Pump {
 public:
  Pump(Child& child, std::string_view input, size_t outputLimit, std::stop_token stop)
      : m_child(child),
        m_input(input),
        m_limit(outputLimit),
        m_stop(std::move(stop)),
        m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    for (Descriptor* end : {&child.input(), &child.output(), &child.errors()})
      if (end->valid()) setNonBlocking(end->get());
    if (m_input.empty()) m_child.input().reset();
  }

  // False at the time limit or when stop was requested.
  bool toEnd(Clock::time_point end, Output& output) {
    const std::stop_callback waker(m_stop, [this] { ::eventfd_write(m_wake.get(), 1); });
    while (!m_stop.stop_requested()) {
      if (m_child.poll()) {
        // Nothing of its group is left to write; a process that left the group may hold the pipes
        // open, but is not waited for.
        readAll(output);
        return true;
      }
      const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
      if (left <= milliseconds::zero()) return false;
      step(left, output);
    }
    return false;
  }

  void readAll(Output& output) {
    while (readSome(m_child.output(), output.output, output.truncated)) {
    }
    while (readSome(m_child.errors(), output.errors, output.truncated)) {
    }
  }

 private:
  void step(milliseconds left, Output& output) {
    const bool canWatchExit = m_child.exitDescriptor() >= 0;
    const milliseconds slice =
        std::min(left, canWatchExit ? milliseconds(60'000) : milliseconds(5));
    // Negative descriptors are passed over.
    std::array<pollfd, 5> watched{{{m_wake.get(), POLLIN, 0},
                                   {m_child.exitDescriptor(), POLLIN, 0},
                                   {m_child.input().get(), POLLOUT, 0},
                                   {m_child.output().get(), POLLIN, 0},
                                   {m_child.errors().get(), POLLIN, 0}}};
    if (::poll(watched.data(), watched.size(), static_cast<int>(slice.count())) <= 0) return;
    if (watched[2].revents) writeSome();
    if (watched[3].revents) readSome(m_child.output(), output.output, output.truncated);
    if (watched[4].revents) readSome(m_child.errors(), output.errors, output.truncated);
  }

  void writeSome() {
    const ssize_t written =
        retried([&] { return ::write(m_child.input().get(), m_input.data(), m_input.size()); });
    if (written > 0) m_input.remove_prefix(static_cast<size_t>(written));
    // A child need not read all it is given (EPIPE).
    const bool refused = written < 0 && errno != EAGAIN;
    if (refused || m_input.empty()) m_child.input().reset();
  }

  // Whether there may be more at once.
  bool readSome(Descriptor& from, std::string& into, bool& truncated) {
    if (!from.valid()) return false;
    std::array<char, 65536> buffer;
    const ssize_t got = retried([&] { return ::read(from.get(), buffer.data(), buffer.size()); });
    if (got < 0 && errno == EAGAIN) return false;
    if (got <= 0) {
      from.reset();
      return false;
    }
    const size_t kept =
        std::min(static_cast<size_t>(got), m_limit - std::min(m_limit, into.size()));
    into.append(buffer.data(), kept);
    truncated = truncated || kept < static_cast<size_t>(got);
    return true;
  }

  Child& m_child;
  std::string_view m_input;
  size_t m_limit;
  std::stop_token m_stop;
  Descriptor m_wake;
};

Clock::time_point deadline(milliseconds limit) {
  const Clock::time_point now = Clock::now();
  // Limits such as milliseconds::max() mean none.
  constexpr std::chrono::hours longest(24 * 365);
  return now + std::min<Clock::duration>(std::min<milliseconds>(limit, longest), longest);
}

}  // namespace

Result<Output> run(ChildOptions options, std::string_view input, milliseconds limit,
                   std::stop_token stop, size_t outputLimit) {
  ignoreBrokenPipes();
  if (stop.stop_requested()) return failCancelled();
  options.pipeInput = !input.empty();
  options.pipeOutput = true;
  options.pipeErrors = true;
  KW_ASSIGN(Child child, Child::start(options));
  Output output;
  Pump pump(child, input, outputLimit, stop);
  if (!pump.toEnd(deadline(limit), output)) {
    child.kill();
    output.exit = child.wait();
    if (stop.stop_requested()) return failCancelled();
    output.timedOut = true;
    pump.readAll(output);
  }
  output.exit = child.wait();
  return output;
}

}  // namespace kw::process
