// SPDX-License-Identifier: GPL-3.0-or-later
// Why an attempt failed, and whether another may help.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "base/result/result.h"

namespace kw::language {

struct Fault {
  Error error;
  bool isTransient = false;                            // another attempt may help
  std::optional<std::chrono::milliseconds> leastWait;  // before it, as the server asks
};

template <class T>
using Attempted = Expected<T, Fault>;

inline Unexpected<Fault> lasting(Error error) {
  return Unexpected<Fault>(Fault{std::move(error), false, std::nullopt});
}
inline Unexpected<Fault> transient(Error error) {
  return Unexpected<Fault>(Fault{std::move(error), true, std::nullopt});
}

}  // namespace kw::language
