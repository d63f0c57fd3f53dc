// SPDX-License-Identifier: GPL-3.0-or-later
// Small helpers around system calls. Internal to process/.
#pragma once

#include <cerrno>
#include <string_view>

#include "base/result/result.h"

namespace kw::process {

// "cannot WHAT: Too many open files", of ErrorKind::failed.
Unexpected<Error> failedCall(std::string_view what, int number = errno);

void setNonBlocking(int descriptor);

// Calls again when a signal interrupted it.
template <class Call>
auto retried(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR)
    result = call();
  return result;
}

}  // namespace kw::process
