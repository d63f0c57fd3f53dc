// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/json/text.h"

namespace kw::cli {

namespace {

void put(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

bool statusLineWanted(bool json) {
  const char* terminal = std::getenv("TERM");
  return !json && ::isatty(STDERR_FILENO) != 0 && terminal && std::string_view(terminal) != "dumb";
}

}  // namespace

Output::Output(bool json) : m_json(json), m_statusLine(statusLineWanted(json)) {}

void Output::say(std::string_view text) {
  if (m_json) return;
  const std::lock_guard lock(m_mutex);
  wipeStatus();
  put(stdout, text);
  put(stdout, "\n");
  leaveIfClosed();
  drawStatus();
}

void Output::event(const json::Value& object) {
  if (!m_json) return;
  const std::string line = json::writeLine(object) + "\n";
  const std::lock_guard lock(m_mutex);
  put(stdout, line);
  leaveIfClosed();
}

void Output::notice(std::string_view text) {
  event(json::Value::object({{"event", "notice"}, {"text", text}}));
  if (!m_json) toErrors(text);
}

void Output::fault(std::string_view text) {
  toErrors("kwr: " + std::string(text));
}

void Output::toErrors(std::string_view text) {
  const std::lock_guard lock(m_mutex);
  wipeStatus();
  put(stderr, text);
  put(stderr, "\n");
  drawStatus();
}

void Output::setStatus(std::string_view text) {
  if (!m_statusLine) return;
  const std::lock_guard lock(m_mutex);
  wipeStatus();
  m_status = text;
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

// A reader that has gone (`kwr … | head`) or a full disk: going on would only waste the device.
void Output::leaveIfClosed() {
  if (std::fflush(stdout) == 0) return;
  std::perror("kwr: standard output");
  std::_Exit(1);
}

}  // namespace kw::cli
