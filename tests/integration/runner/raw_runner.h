// SPDX-License-Identifier: GPL-3.0-or-later
// A runner spoken to line by line, for what no proper client would say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/text.h"
#include "base/process/child.h"
#include "base/process/event_loop.h"
#include "base/process/line_channel.h"

namespace kw::test {

class RawRunner {
 public:
  explicit RawRunner(process::Child child) : m_child(std::move(child)) {
    m_channel.emplace(
        m_loop, std::move(m_child.output()), std::move(m_child.input()),
        process::LineChannel::Handlers{[this](std::string_view line) { take(line); },
                                       [this](const std::string&) { m_closed = true; }});
  }

  static Result<std::unique_ptr<RawRunner>> start(const std::string& command) {
    process::ChildOptions options;
    KW_ASSIGN(options.arguments, process::splitCommand(command));
    KW_ASSIGN(process::Child child, process::Child::start(options));
    return std::make_unique<RawRunner>(std::move(child));
  }

  void send(const json::Value& message) { m_channel->send(json::writeLine(message)); }
  void sendLine(std::string_view line) { m_channel->send(line); }
  void closeInput() { m_channel.reset(); }

  // The next reply of this type, in whatever order it comes; null once the runner has gone or after
  // a minute.
  json::Value next(std::string_view type) {
    const auto end = process::EventLoop::Clock::now() + std::chrono::minutes(1);
    for (;;) {
      for (size_t i = 0; i < m_replies.size(); ++i) {
        if (m_replies[i]["type"].asString() != type) continue;
        json::Value reply = std::move(m_replies[i]);
        m_replies.erase(m_replies.begin() + static_cast<std::ptrdiff_t>(i));
        return reply;
      }
      if (m_closed || process::EventLoop::Clock::now() > end) return {};
      m_loop.runOnce(std::chrono::milliseconds(20));
    }
  }

  std::optional<process::Exit> waitForEnd() {
    const auto end = process::EventLoop::Clock::now() + std::chrono::minutes(1);
    std::optional<process::Exit> exit;
    while (!(exit = m_child.poll()) && process::EventLoop::Clock::now() < end)
      m_loop.runOnce(std::chrono::milliseconds(20));
    return exit;
  }
  // Lines that were no JSON objects: there must never be one.
  const std::vector<std::string>& noise() const { return m_noise; }

 private:
  void take(std::string_view line) {
    auto value = json::parse(line);
    if (value && value->isObject())
      m_replies.push_back(std::move(*value));
    else
      m_noise.emplace_back(line);
  }

  process::EventLoop m_loop;
  process::Child m_child;
  std::vector<json::Value> m_replies;
  std::vector<std::string> m_noise;
  bool m_closed = false;
  std::optional<process::LineChannel> m_channel;
};

}  // namespace kw::test
