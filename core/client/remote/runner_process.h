// SPDX-License-Identifier: GPL-3.0-or-later
// The command that reaches a runner, started here: messages in both directions, and what it says on
// standard error.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/process/child.h"
#include "base/process/event_loop.h"
#include "base/process/line_channel.h"
#include "base/result/result.h"

namespace kw {

class RunnerProcess {
 public:
  struct Handlers {
    std::function<void(std::string_view line)> line;
    // Once: why nothing more will come, with the last lines on standard error.
    std::function<void(Error)> ended;
  };

  static Result<std::unique_ptr<RunnerProcess>> start(process::EventLoop& loop,
                                                      const std::string& command,
                                                      Handlers handlers);
  ~RunnerProcess();  // lets it end by itself for a second, then kills it
  RunnerProcess(const RunnerProcess&) = delete;
  RunnerProcess& operator=(const RunnerProcess&) = delete;

  void send(std::string_view line) { m_channel->send(line); }
  void kill() { m_child.kill(); }
  size_t queuedBytes() const { return m_channel->queuedBytes(); }
  const std::string& command() const { return m_command; }
  // The last lines on standard error, indented, for messages; "" if there are none.
  std::string lastWords() const;

 private:
  RunnerProcess(process::EventLoop& loop, process::Child child, std::string command,
                Handlers handlers);
  void readErrors();
  void takeErrors(std::string_view bytes);
  void keep(std::string line);
  void ending(const std::string& reason);
  void end(const std::string& how);

  process::EventLoop& m_loop;
  process::Child m_child;
  std::string m_command;
  Handlers m_handlers;
  process::EventLoop::WatchId m_errorWatch = 0;
  std::string m_partialLine;
  std::deque<std::string> m_lastLines;
  process::EventLoop::TimerId m_timer = 0;
  int m_polls = 0;
  std::optional<process::LineChannel> m_channel;
};

}  // namespace kw
