// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/remote/greeting.h"

#include <utility>

#include "base/result/message.h"

namespace kw {

namespace {

using std::chrono::milliseconds;

constexpr size_t mostNoiseLines = 100;
constexpr size_t mostNoiseBytes = size_t{64} << 10;
constexpr size_t quotedBytes = 80;
constexpr const char* advice =
    "the command has to end in kwr-runner; tried in a terminal, it should print a line that begins "
    "with {\"type\":\"hello\"";

std::string seconds(milliseconds time) {
  return secondsText(static_cast<double>(time.count()) / 1000);
}

// What a program printed is not to steer the terminal that shows it.
std::string printable(std::string_view line) {
  std::string text(line);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  return shortened(text, quotedBytes);
}

}  // namespace

Greeting::Greeting(process::EventLoop& loop, const std::string& command, Limits limits,
                   Handlers handlers)
    : m_loop(loop),
      m_command(readable(command)),
      m_limits(limits),
      m_handlers(std::move(handlers)) {
  limit(m_limits.all);
  m_reminder = m_loop.after(m_limits.notice, [this] { remind(); });
}

Greeting::~Greeting() {
  over();
}

void Greeting::over() {
  m_over = true;
  m_loop.cancelTimer(m_end);
  m_loop.cancelTimer(m_reminder);
}

std::string Greeting::heard() const {
  return m_lines == 0 ? "" : "; its first line was '" + m_firstLine + "'";
}

void Greeting::remind() {
  const auto waited =
      std::chrono::round<std::chrono::seconds>(std::chrono::steady_clock::now() - m_begun);
  if (m_handlers.note)
    m_handlers.note("waiting for the runner '" + m_command + "' to greet, for " + seconds(waited) +
                    " now, at most " + seconds(m_limits.all) + heard());
  m_reminder = m_loop.after(m_limits.notice * 5, [this] { remind(); });
}

void Greeting::limit(milliseconds delay) {
  m_loop.cancelTimer(m_end);
  m_end = m_loop.after(delay, [this, delay] {
    if (m_lines > 0) return refuse("no greeting came within " + seconds(delay) + " of it");
    m_handlers.giveUp(Error{ErrorKind::failed,
                            "the runner '" + m_command + "' has said nothing for " + seconds(delay),
                            {},
                            advice});
  });
}

void Greeting::noise(std::string_view line) {
  if (m_over) return;
  m_bytes += line.size();
  if (m_lines++ == 0) {
    m_firstLine = printable(line);
    limit(m_limits.noise);
  }
  if (line.starts_with("{")) return refuse("'" + printable(line) + "' is no message of a runner");
  if (m_lines > mostNoiseLines || m_bytes > mostNoiseBytes)
    refuse(counted(m_lines, "line") + " came and no greeting");
}

void Greeting::refuse(const std::string& why) {
  m_handlers.giveUp(Error{ErrorKind::badInput,
                          "the command '" + m_command + "' starts something that is no runner" +
                              heard() + ", and " + why,
                          {},
                          advice});
}

}  // namespace kw
