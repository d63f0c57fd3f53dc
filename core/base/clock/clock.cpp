// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock/clock.h"

#include <array>
#include <chrono>
#include <ctime>
#include <string>

namespace kw {

namespace {

// Times are asked for thousands of times a second, and writing one costs more than remembering it.
const std::string& secondText(std::time_t second) {
  thread_local std::time_t known = -1;
  thread_local std::string text;
  if (second == known) return text;
  std::tm parts{};
  gmtime_r(&second, &parts);
  std::array<char, 32> date{};
  std::strftime(date.data(), date.size(), "%FT%T", &parts);
  known = second;
  return text = date.data();
}

}  // namespace

std::string utcNow() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::string text = secondText(seconds) + ".000Z";
  auto digit = text.end() - 2;
  for (auto rest = milliseconds; rest > 0; rest /= 10)
    *digit-- = static_cast<char>('0' + rest % 10);
  return text;
}

}  // namespace kw
