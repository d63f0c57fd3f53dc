// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/backoff.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <ctime>
#include <mutex>

#include "base/result/message.h"

namespace kw::language {

using std::chrono::milliseconds;

namespace {

// "14:05 UTC", with the date where it is another day.
std::string clockText(milliseconds fromNow) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t today = std::chrono::system_clock::to_time_t(now);
  const std::time_t then = std::chrono::system_clock::to_time_t(now + fromNow);
  std::tm begin{};
  std::tm end{};
  gmtime_r(&today, &begin);
  gmtime_r(&then, &end);
  std::array<char, 40> text{};
  const bool isSameDay = begin.tm_yday == end.tm_yday && begin.tm_year == end.tm_year;
  std::strftime(text.data(), text.size(), isSameDay ? "%H:%M UTC" : "%F %H:%M UTC", &end);
  return text.data();
}

std::string waitText(milliseconds length) {
  return secondsText(std::chrono::duration<double>(length).count());
}

}  // namespace

milliseconds waitAfter(const Backoff& backoff, int failed, std::optional<milliseconds> asked,
                       double random) {
  constexpr int mostDoublings = 20;
  const double doubled = static_cast<double>(backoff.first.count()) *
                         static_cast<double>(1 << std::clamp(failed - 1, 0, mostDoublings));
  const double full = std::min(doubled, static_cast<double>(backoff.most.count()));
  const milliseconds own(static_cast<int64_t>(full * (1 - random / 2)));
  // Jitter comes on top of what is asked for, which is a minimum.
  return asked ? std::max(own, *asked + own / 10) : own;
}

bool waitFor(const Backoff& backoff, milliseconds length, const std::stop_token& stop) {
  if (backoff.wait) return backoff.wait(length, stop);
  std::mutex mutex;
  std::condition_variable_any condition;
  std::unique_lock lock(mutex);
  condition.wait_for(lock, stop, length, [] { return false; });
  return !stop.stop_requested();
}

std::optional<Error> givingUp(const Backoff& backoff, int failed, const Fault& fault) {
  Error error = fault.error;
  if (!fault.isTransient) return error;
  if (fault.leastWait && *fault.leastWait > backoff.longestAsked) {
    error.message += "; it asks to wait " + waitText(*fault.leastWait);
    error.advice = "try again after " + clockText(*fault.leastWait) + " (waits of up to " +
                   waitText(backoff.longestAsked) + " are made by themselves)";
    return error;
  }
  if (failed < backoff.attempts) return std::nullopt;
  if (failed > 1) error.message = "after " + counted(failed, "attempt") + ": " + error.message;
  return error;
}

}  // namespace kw::language
