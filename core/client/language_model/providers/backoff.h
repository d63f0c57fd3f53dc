// SPDX-License-Identifier: GPL-3.0-or-later
// When a call that failed is made again.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

#include "client/language_model/wire/fault.h"

namespace kw::language {

struct Backoff {
  int attempts = 5;  // in all
  std::chrono::milliseconds first{1'000};
  std::chrono::milliseconds most{30'000};
  // A server that asks for a longer wait is not waited for.
  std::chrono::milliseconds longestAsked{120'000};
  // Waits, or gives false once a stop is requested. Tests put something quicker here.
  std::function<bool(std::chrono::milliseconds, const std::stop_token&)> wait;
};

// Before the attempt after `failed` (from 1): first · 2^(failed - 1), at most `most`, of which
// `random` in [0, 1) takes up to half away so that many callers do not come back at once; at least
// what the server asks for.
std::chrono::milliseconds waitAfter(const Backoff& backoff, int failed,
                                    std::optional<std::chrono::milliseconds> asked, double random);

// Backoff::wait, or a real wait where it is not set.
bool waitFor(const Backoff& backoff, std::chrono::milliseconds length, const std::stop_token& stop);

// Nothing where another attempt is to be made; else the error that the call ends with.
std::optional<Error> givingUp(const Backoff& backoff, int failed, const Fault& fault);

}  // namespace kw::language
