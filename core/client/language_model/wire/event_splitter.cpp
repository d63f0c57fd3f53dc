// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/wire/event_splitter.h"

#include <utility>

namespace kw::language {

void LineSplitter::give(const std::function<void(std::string_view)>& onLine) {
  constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
  std::string_view line = m_line;
  if (m_isFirst && line.starts_with(byteOrderMark)) line.remove_prefix(byteOrderMark.size());
  m_isFirst = false;
  onLine(line);
  m_line.clear();
}

bool LineSplitter::feed(std::string_view bytes,
                        const std::function<void(std::string_view)>& onLine) {
  while (!bytes.empty() && m_line.size() <= m_longest) {
    if (std::exchange(m_endedByReturn, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const size_t end = bytes.find_first_of("\r\n");
    m_line += bytes.substr(0, end);
    if (end == std::string_view::npos) break;
    m_endedByReturn = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    if (m_line.size() <= m_longest) give(onLine);
  }
  return m_line.size() <= m_longest;
}

void LineSplitter::finish(const std::function<void(std::string_view)>& onLine) {
  if (!m_line.empty() && m_line.size() <= m_longest) give(onLine);
}

bool EventSplitter::feed(std::string_view bytes, const std::function<void(const Event&)>& onEvent) {
  const bool fits = m_lines.feed(bytes, [&](std::string_view line) { take(line, onEvent); });
  return fits && m_event.data.size() <= m_longest;
}

void EventSplitter::finish(const std::function<void(const Event&)>& onEvent) {
  m_lines.finish([&](std::string_view line) { take(line, onEvent); });
  dispatch(onEvent);
}

void EventSplitter::take(std::string_view line, const std::function<void(const Event&)>& onEvent) {
  if (line.empty()) return dispatch(onEvent);
  const size_t colon = line.find(':');
  if (colon == 0) return;  // a comment
  const std::string_view field = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "event") m_event.name = value;
  // Beyond the limit nothing is kept; feed() says so.
  if (field != "data" || m_event.data.size() > m_longest) return;
  if (std::exchange(m_hasData, true)) m_event.data += '\n';
  m_event.data += value;
}

void EventSplitter::dispatch(const std::function<void(const Event&)>& onEvent) {
  if (m_hasData && m_event.data.size() <= m_longest) onEvent(m_event);
  if (m_event.data.size() > m_longest) return;
  m_event = {};
  m_hasData = false;
}

}  // namespace kw::language
