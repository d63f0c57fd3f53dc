// SPDX-License-Identifier: GPL-3.0-or-later
// Where a candidate's static shared memory lies: its __shared__ variables are thread_local, and
// nothing else in it is.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kw::host {

// Of a candidate that dlopen has loaded; for all OS threads, before they run blocks.
void findStaticShared(void* library);

// Fills this OS thread's static shared memory, that of all kernels, apart from variables that have
// an initial value. Nothing where the candidate has none, or where it was compiled with sanitizers:
// its __shared__ variables lie among others then.
void poisonStaticShared(uint32_t pattern);

}  // namespace kw::host
