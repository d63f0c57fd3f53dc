// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/log/log.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace kw::log {

namespace {

constexpr std::string_view names[] = {"debug", "info", "warning", "error", "off"};

Level levelFromEnvironment() {
  const char* wanted = std::getenv("KERNELWRIGHT_LOG");
  for (int i = 0; wanted && i < static_cast<int>(std::size(names)); ++i)
    if (names[i] == wanted) return static_cast<Level>(i);
  return Level::warning;
}

std::atomic<Level>& current() {
  static std::atomic<Level> level{levelFromEnvironment()};
  return level;
}

// Local time, "12:34:56.789".
std::string timeOfDay() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto sinceEpoch =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
  std::tm local{};
  ::localtime_r(&seconds, &local);
  char text[32];
  const int length =
      std::snprintf(text, sizeof text, "%02d:%02d:%02d.%03d", local.tm_hour, local.tm_min,
                    local.tm_sec, static_cast<int>(sinceEpoch.count() % 1000));
  return std::string(text, static_cast<size_t>(length));
}

}  // namespace

void setLevel(Level level) {
  current() = level;
}
Level level() {
  return current();
}

void write(Level level, std::string_view part, std::string_view text) {
  if (level < current() || level == Level::off) return;
  std::string line = timeOfDay();
  line.append(" ").append(names[static_cast<size_t>(level)]).append(" ");
  line.append(part).append(": ").append(text).append("\n");
  // One call, so that lines of several threads and processes do not mix. There is nobody to tell
  // where it fails.
  const ssize_t ignored = ::write(STDERR_FILENO, line.data(), line.size());
  static_cast<void>(ignored);
}

}  // namespace kw::log
