// SPDX-License-Identifier: GPL-3.0-or-later
// Takes streams apart: lines (Ollama's NDJSON) and server-sent events (everybody else's, as WHATWG
// HTML, section "Server-sent events", has them), however they are cut.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace kw::language {

struct StreamLimits {
  size_t lineBytes = size_t{4} << 20;     // of a line, and of an event
  size_t streamBytes = size_t{64} << 20;  // of all
  size_t textBytes = size_t{8} << 20;     // of the reply in it
};

// Lines that end with LF, CR or CRLF. A byte order mark before the first is left out.
class LineSplitter {
 public:
  explicit LineSplitter(size_t longest) : m_longest(longest) {}

  // False once a line is longer than the limit; nothing more is taken then.
  bool feed(std::string_view bytes, const std::function<void(std::string_view)>& onLine);
  // The line that nothing ended, if it has any bytes.
  void finish(const std::function<void(std::string_view)>& onLine);

 private:
  void give(const std::function<void(std::string_view)>& onLine);
  size_t m_longest;
  std::string m_line;
  bool m_isFirst = true;
  bool m_endedByReturn = false;  // a line feed now belongs to that end
};

struct Event {
  std::string name;  // "" where it has none
  std::string data;  // its data lines with LF between
};

class EventSplitter {
 public:
  explicit EventSplitter(size_t longest) : m_lines(longest), m_longest(longest) {}

  // False once an event is longer than the limit.
  bool feed(std::string_view bytes, const std::function<void(const Event&)>& onEvent);
  // The event that no empty line ended. Browsers drop it; some servers leave out the last line.
  void finish(const std::function<void(const Event&)>& onEvent);

 private:
  void take(std::string_view line, const std::function<void(const Event&)>& onEvent);
  void dispatch(const std::function<void(const Event&)>& onEvent);
  LineSplitter m_lines;
  size_t m_longest;
  Event m_event;
  bool m_hasData = false;
};

}  // namespace kw::language
