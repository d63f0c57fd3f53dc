// SPDX-License-Identifier: GPL-3.0-or-later
// libclang, loaded when a source is first read, so that the programs start where it is not
// installed. Internal to source_reading/.
#pragma once

#include "base/result/result.h"

namespace kw::reading {

// Must have succeeded before any function of clang-c/Index.h is called; these then are those of the
// library found first: what KERNELWRIGHT_LIBCLANG names, else LLVM 14 to 19 by their usual names.
// ErrorKind::missing where there is none, with what to install.
Status loadLibclang();

}  // namespace kw::reading
