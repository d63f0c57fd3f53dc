// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/json/text.h"
#include "base/result/printable.h"

namespace kw::cli {

namespace {

bool put(std::FILE* stream, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stream) == text.size();
}

bool statusLineWanted(bool json) {
  const char* terminal = std::getenv("TERM");
  return !json && ::isatty(STDERR_FILENO) != 0 && terminal && std::string_view(terminal) != "dumb";
}

// Notices can come long before the next result: they find out too that nobody reads results any
// more.
bool readerHasGone() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

Output::Output(bool json) : m_json(json), m_statusLine(statusLineWanted(json)) {}

void Output::say(std::string_view text) {
  if (!m_json) print(printable(text) + "\n");
}

void Output::event(const json::Value& object) {
  if (m_json) print(json::writeLine(object) + "\n");
}

void Output::print(std::string_view text) {
  if (m_closed) return;
  int fault = 0;
  {
    const std::lock_guard lock(m_mutex);
    wipeStatus();
    // What does not fit into the buffer is written, and may be lost, by put() itself.
    if (!put(stdout, text) || std::fflush(stdout) != 0) fault = errno;
    drawStatus();
  }
  if (fault != 0) close(std::strerror(fault));
}

void Output::whenClosed(std::function<void()> callback) {
  const std::lock_guard lock(m_mutex);
  m_whenClosed = std::move(callback);
}

// Going on would only waste the device; ending at once would leave the session in several files.
void Output::close(const char* reason) {
  if (m_closed.exchange(true)) return;
  toErrors(std::string("kwr: standard output cannot be written any more (") + reason +
           "); stopping, what was measured is kept");
  std::function<void()> callback;
  {
    const std::lock_guard lock(m_mutex);
    callback = m_whenClosed;
  }
  if (callback) callback();
}

void Output::notice(std::string_view text) {
  event(json::Value::object({{"event", "notice"}, {"text", text}}));
  if (!m_json) toErrors(text);
}

void Output::fault(std::string_view text) {
  toErrors("kwr: " + std::string(text));
}

void Output::toErrors(std::string_view text) {
  {
    const std::lock_guard lock(m_mutex);
    wipeStatus();
    put(stderr, printable(text) + "\n");
    drawStatus();
  }
  if (!m_closed && readerHasGone()) close(std::strerror(EPIPE));
}

void Output::setStatus(std::string_view text) {
  if (!m_statusLine) return;
  const std::lock_guard lock(m_mutex);
  wipeStatus();
  m_status = printable(text);
  drawStatus();
}

void Output::clearStatus() {
  setStatus({});
}

size_t Output::width() const {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

void Output::wipeStatus() {
  if (!m_status.empty()) put(stderr, "\r\x1b[K");
}

void Output::drawStatus() {
  if (m_status.empty()) return;
  put(stderr, m_status);
  std::fflush(stderr);
}

}  // namespace kw::cli
