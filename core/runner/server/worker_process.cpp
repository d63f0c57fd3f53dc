// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/worker_process.h"

#include <chrono>
#include <utility>

#include "base/log/log.h"

namespace kw {

namespace {

// A worker whose pipe has closed is about to end; one that does not is killed.
constexpr std::chrono::milliseconds reapInterval{2};
constexpr int pollsBeforeKill = 250;

}  // namespace

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(process::EventLoop& loop,
                                                            const std::vector<std::string>& command,
                                                            Handlers handlers) {
  process::ChildOptions options;
  options.arguments = command;
  KW_ASSIGN(process::Child child, process::Child::start(options));
  return std::unique_ptr<WorkerProcess>(
      new WorkerProcess(loop, std::move(child), std::move(handlers)));
}

WorkerProcess::WorkerProcess(process::EventLoop& loop, process::Child child, Handlers handlers)
    : m_loop(loop), m_child(std::move(child)), m_handlers(std::move(handlers)) {
  m_channel.emplace(m_loop, std::move(m_child.output()), std::move(m_child.input()),
                    process::LineChannel::Handlers{[this](std::string_view line) { read(line); },
                                                   [this](const std::string&) { reap(); }});
}

WorkerProcess::~WorkerProcess() {
  m_loop.cancelTimer(m_timer);
}

void WorkerProcess::send(const worker::Order& order) {
  m_channel->send(worker::encode(order));
}

void WorkerProcess::kill() {
  m_child.kill();
}

void WorkerProcess::read(std::string_view line) {
  auto report = worker::decodeReport(line);
  if (report) return m_handlers.report(std::move(*report));
  // Whoever waits for this report would wait for ever.
  log::error("runner", "a worker sent what cannot be read: " + report.error().text());
  kill();
}

void WorkerProcess::reap() {
  if (const auto exit = m_child.poll()) {
    const auto gone = std::move(m_handlers.gone);
    return gone(*exit);
  }
  if (++m_polls == pollsBeforeKill) m_child.kill();
  m_timer = m_loop.after(reapInterval, [this] { reap(); });
}

}  // namespace kw
