// SPDX-License-Identifier: GPL-3.0-or-later
// The supervisor's end of one worker: this program started again, with a pipe in each direction.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/process/child.h"
#include "base/process/event_loop.h"
#include "base/process/line_channel.h"
#include "runner/server/worker_messages.h"

namespace kw {

class WorkerProcess {
 public:
  struct Handlers {
    std::function<void(worker::Report)> report;
    // Once, after the process was reaped. All its reports have come before. The object may be
    // destroyed from within.
    std::function<void(const process::Exit& exit)> gone;
  };

  static Result<std::unique_ptr<WorkerProcess>> start(process::EventLoop& loop,
                                                      const std::vector<std::string>& command,
                                                      Handlers handlers);
  ~WorkerProcess();  // kills it; `gone` does not come
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  void send(const worker::Order& order);
  void kill();  // `gone` comes later
  pid_t id() const { return m_child.id(); }

 private:
  WorkerProcess(process::EventLoop& loop, process::Child child, Handlers handlers);
  void read(std::string_view line);
  void reap();

  process::EventLoop& m_loop;
  process::Child m_child;
  Handlers m_handlers;
  std::optional<process::LineChannel> m_channel;
  process::EventLoop::TimerId m_timer = 0;
  int m_polls = 0;
};

}  // namespace kw
