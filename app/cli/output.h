// SPDX-License-Identifier: GPL-3.0-or-later
// Where a command prints. For people: results on standard output, notices and a status line on
// standard error. With --json: one object a line on standard output, the last being the summary.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/json/value.h"

namespace kw::cli {

// All members may be called from any thread.
class Output {
 public:
  explicit Output(bool json);

  bool isJson() const { return m_json; }
  bool hasStatusLine() const { return m_statusLine; }  // people, and a terminal on standard error

  void say(std::string_view text);        // a result for people; nothing with --json
  void event(const json::Value& object);  // a line for scripts; nothing without --json
  void notice(std::string_view
                  text);  // what happens meanwhile: people on standard error, scripts as an event
  void fault(std::string_view text);      // standard error in any case
  void setStatus(std::string_view text);  // replaces the status line; nothing where there is none
  void clearStatus();
  size_t width() const;  // columns of the terminal; 80 where it is unknown

  // Called once, on the thread that noticed it: the reader of standard output has gone (`kwr … |
  // head`), or its disk is full. What is printed afterwards is dropped.
  void whenClosed(std::function<void()> callback);
  bool isClosed() const { return m_closed; }

 private:
  void print(std::string_view text);
  void close(const char* reason);
  void toErrors(std::string_view text);
  void wipeStatus();
  void drawStatus();

  const bool m_json;
  const bool m_statusLine;
  std::mutex m_mutex;
  std::string m_status;
  std::atomic<bool> m_closed{false};
  std::function<void()> m_whenClosed;
};

}  // namespace kw::cli
