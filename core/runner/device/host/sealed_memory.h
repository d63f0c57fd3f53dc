// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "base/files/descriptor.h"
#include "base/result/result.h"

namespace kw::host {

// Zeroed memory behind a descriptor, whose size nobody can change any more (or another process
// could make our own accesses fault).
Result<files::Descriptor> sealedMemory(const std::string& name, size_t bytes);
// The same memory behind a descriptor that allows reading only.
Result<files::Descriptor> readOnly(const files::Descriptor& memory);

}  // namespace kw::host
