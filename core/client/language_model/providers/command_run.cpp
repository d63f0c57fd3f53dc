// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/command_run.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>

#include "base/process/descendants.h"
#include "base/process/event_loop.h"
#include "base/result/message.h"

namespace kw::language {

namespace {

using process::Descriptor;
using process::EventLoop;

constexpr size_t keptErrors = 2000;  // bytes of the end of standard error
// After the end: as much as a pipe holds at most (1 MiB, see pipe(7)), in reads of 16 KiB. Whoever
// left the group with the pipe may write for ever.
constexpr int mostReadsLeft = 64;

void makeNonBlocking(const Descriptor& descriptor) {
  ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

class CommandRun {
 public:
  CommandRun(process::Child& child, std::string_view input, const CommandLimits& limits,
             const std::function<void(std::string_view)>& onOutput)
      : m_child(child), m_input(input), m_limits(limits), m_onOutput(onOutput) {
    for (const Descriptor* each : {&child.input(), &child.output(), &child.errors()})
      makeNonBlocking(*each);
    watchAll();
    hearSomething();
    endAfterAll();
  }

  Result<CommandEnd> toEnd(const std::stop_token& stop) {
    const std::stop_callback waker(stop, [this] { m_loop.stop(); });
    if (!stop.stop_requested()) m_loop.run();
    const std::string left = m_exit ? std::string() : endAll();
    m_end.exit = m_child.wait();
    if (stop.stop_requested()) return cancelled(left);
    for (int i = 0; i < mostReadsLeft && readOutput(); ++i) {
    }
    for (int i = 0; i < mostReadsLeft && readErrors(); ++i) {
    }
    if (m_fault) m_fault->message += left;
    if (m_fault) return fail(*m_fault);
    return m_end;
  }

 private:
  // With what left the group. Gives what could not be ended, in words.
  std::string endAll() {
    std::string names;
    for (const std::string& one : process::endDescendants(m_child.id()))
      names += (names.empty() ? "" : ", ") + one;
    m_child.kill();
    return names.empty() ? names : "; what it has started may still run: " + names;
  }

  static Unexpected<Error> cancelled(const std::string& left) {
    Status status = failCancelled();
    status.error().message += left;
    return fail(std::move(status).error());
  }

  void watchAll() {
    m_inputWatch = m_loop.watch(m_child.input().get(), EventLoop::writable,
                                [this](unsigned) { writeInput(); });
    m_outputWatch = m_loop.watch(m_child.output().get(), EventLoop::readable, [this](unsigned) {
      if (!readOutput()) m_loop.unwatch(m_outputWatch);
    });
    m_errorsWatch = m_loop.watch(m_child.errors().get(), EventLoop::readable, [this](unsigned) {
      if (!readErrors()) m_loop.unwatch(m_errorsWatch);
    });
    if (m_child.exitDescriptor() >= 0)
      m_loop.watch(m_child.exitDescriptor(), EventLoop::readable,
                   [this](unsigned) { lookForExit(); });
    else
      lookAgain();
  }

  void lookForExit() {
    m_exit = m_child.poll();
    if (m_exit) m_loop.stop();
  }

  // Where the kernel has no descriptor for it.
  void lookAgain() {
    lookForExit();
    if (!m_exit) m_loop.after(std::chrono::milliseconds(20), [this] { lookAgain(); });
  }

  void hearSomething() {
    if (m_silence) m_loop.cancelTimer(*m_silence);
    m_silence = m_loop.after(m_limits.silence, [this] {
      const double seconds = std::chrono::duration<double>(m_limits.silence).count();
      end("it wrote nothing for " + secondsText(seconds) + " and was ended",
          "raise silence_seconds in the provider's limits");
    });
  }

  void endAfterAll() {
    m_loop.after(m_limits.whole, [this] {
      const double seconds = std::chrono::duration<double>(m_limits.whole).count();
      end("it had not ended after " + secondsText(seconds) + " and was ended",
          "raise whole_seconds in the provider's limits");
    });
  }

  void end(std::string message, std::string advice) {
    if (!m_fault) m_fault = Error{ErrorKind::failed, std::move(message), {}, std::move(advice)};
    m_loop.stop();
  }

  void writeInput() {
    const ssize_t written = ::write(m_child.input().get(), m_input.data(), m_input.size());
    if (written < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (written > 0) m_input.remove_prefix(static_cast<size_t>(written));
    if (written > 0 && !m_input.empty()) return;
    // All is written, or it does not want the rest.
    m_loop.unwatch(m_inputWatch);
    m_child.input().reset();
  }

  // False where there is nothing to read, now or ever.
  template <class Take>
  bool readSome(const Descriptor& from, const Take& take) {
    std::array<char, 16384> buffer;
    const ssize_t got = ::read(from.get(), buffer.data(), buffer.size());
    if (got > 0) take(std::string_view(buffer.data(), static_cast<size_t>(got)));
    return got > 0 || (got < 0 && errno == EINTR);
  }

  bool readOutput() {
    return readSome(m_child.output(), [this](std::string_view bytes) {
      hearSomething();
      const size_t room = m_limits.outputBytes - m_written;
      if (bytes.size() > room)
        end("its reply went over " + std::to_string(m_limits.outputBytes) + " bytes",
            "raise reply_bytes in the provider's limits");
      bytes = bytes.substr(0, room);
      m_written += bytes.size();
      if (!bytes.empty()) m_onOutput(bytes);
    });
  }

  bool readErrors() {
    return readSome(m_child.errors(), [this](std::string_view bytes) {
      hearSomething();
      m_end.errors += bytes;
      if (m_end.errors.size() > 2 * keptErrors)
        m_end.errors.erase(0, m_end.errors.size() - keptErrors);
    });
  }

  process::Child& m_child;
  std::string_view m_input;
  const CommandLimits& m_limits;
  const std::function<void(std::string_view)>& m_onOutput;
  EventLoop m_loop;
  EventLoop::WatchId m_inputWatch = 0;
  EventLoop::WatchId m_outputWatch = 0;
  EventLoop::WatchId m_errorsWatch = 0;
  std::optional<EventLoop::TimerId> m_silence;
  size_t m_written = 0;
  std::optional<process::Exit> m_exit;
  std::optional<Error> m_fault;
  CommandEnd m_end;
};

}  // namespace

Result<CommandEnd> runCommand(const std::vector<std::string>& words, std::string_view input,
                              const CommandLimits& limits,
                              const std::function<void(std::string_view)>& onOutput,
                              std::stop_token stop) {
  process::ChildOptions options;
  options.arguments = words;
  options.pipeErrors = true;
  options.beforeExec = process::keepOrphans;
  KW_ASSIGN(process::Child child, process::Child::start(options));
  CommandRun run(child, input, limits, onOutput);
  return run.toEnd(stop);
}

}  // namespace kw::language
