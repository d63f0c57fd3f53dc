// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>

#include "base/result/result.h"

namespace kw::host {

// The instructions of a shared object with its source lines, by objdump in a sandbox.
// ErrorKind::missing where there is no objdump.
Result<std::string> assemblyOf(const std::string& sharedObject, bool consentToNoSandbox,
                               std::stop_token stop);

}  // namespace kw::host
