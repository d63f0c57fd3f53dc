// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/remote/runner_process.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include "base/log/log.h"

namespace kw {

namespace {

constexpr size_t keptLines = 20;
constexpr size_t longestLine = 2000;
// After its output has closed, the command gets so long to end and tell its exit status.
constexpr std::chrono::milliseconds endInterval{5};
constexpr int pollsForEnd = 100;
constexpr std::chrono::milliseconds farewellLimit{1000};

}  // namespace

Result<std::unique_ptr<RunnerProcess>> RunnerProcess::start(process::EventLoop& loop,
                                                            const std::string& command,
                                                            Handlers handlers) {
  process::ChildOptions options;
  KW_ASSIGN(options.arguments, process::splitCommand(command));
  if (options.arguments.empty()) return failInput("the runner's command line is empty");
  options.pipeErrors = true;
  auto child = process::Child::start(options);
  if (!child) {
    Error error = std::move(child).error();
    error.message = "the runner '" + command + "' cannot be started: " + error.message;
    return fail(std::move(error));
  }
  return std::unique_ptr<RunnerProcess>(
      new RunnerProcess(loop, std::move(*child), command, std::move(handlers)));
}

RunnerProcess::RunnerProcess(process::EventLoop& loop, process::Child child, std::string command,
                             Handlers handlers)
    : m_loop(loop),
      m_child(std::move(child)),
      m_command(std::move(command)),
      m_handlers(std::move(handlers)) {
  const int errors = m_child.errors().get();
  fcntl(errors, F_SETFL, fcntl(errors, F_GETFL) | O_NONBLOCK);
  m_errorWatch =
      m_loop.watch(errors, process::EventLoop::readable, [this](unsigned) { readErrors(); });
  m_channel.emplace(
      m_loop, std::move(m_child.output()), std::move(m_child.input()),
      process::LineChannel::Handlers{[this](std::string_view line) { m_handlers.line(line); },
                                     [this](const std::string& reason) { ending(reason); }});
}

RunnerProcess::~RunnerProcess() {
  m_loop.cancelTimer(m_timer);
  m_loop.unwatch(m_errorWatch);
  // A runner whose input ends cleans up after itself, at the far end of an ssh too.
  m_channel.reset();
  m_child.waitFor(farewellLimit);
}

// --- standard error

void RunnerProcess::readErrors() {
  std::array<char, 4096> chunk;
  for (;;) {
    const ssize_t got = ::read(m_child.errors().get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) break;
    takeErrors({chunk.data(), static_cast<size_t>(got)});
  }
  m_loop.unwatch(m_errorWatch);
  if (!m_partialLine.empty()) keep(std::exchange(m_partialLine, {}));
}

void RunnerProcess::takeErrors(std::string_view bytes) {
  for (const char c : bytes) {
    if (c == '\n' || m_partialLine.size() >= longestLine) keep(std::exchange(m_partialLine, {}));
    if (c != '\n' && c != '\r') m_partialLine += c;
  }
}

void RunnerProcess::keep(std::string line) {
  log::info("runner", line);
  m_lastLines.push_back(std::move(line));
  if (m_lastLines.size() > keptLines) m_lastLines.pop_front();
}

std::string RunnerProcess::lastWords() const {
  std::string text;
  for (const std::string& line : m_lastLines)
    text += "\n  " + line;
  return text;
}

// --- the end

void RunnerProcess::ending(const std::string& reason) {
  if (const auto exit = m_child.poll()) return end("ended with " + exit->text());
  if (++m_polls > pollsForEnd) return end("closed the connection: " + reason);
  m_timer = m_loop.after(endInterval, [this, reason] { ending(reason); });
}

void RunnerProcess::end(const std::string& how) {
  readErrors();
  const std::string words = lastWords();
  Error error{
      ErrorKind::failed,
      "the runner '" + m_command + "' " + how + (words.empty() ? "" : "; it said last:" + words),
      {},
      {}};
  const auto ended = std::move(m_handlers.ended);
  ended(std::move(error));
}

}  // namespace kw
