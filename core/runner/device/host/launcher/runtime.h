// SPDX-License-Identifier: GPL-3.0-or-later
// The state and functions of abi.h that candidates use, under the names their headers give them.
#pragma once

#include "kernelwright/abi.h"

#define KW_EXPORTED __attribute__((visibility("default")))

extern "C" {
extern __thread KwThread kwThread KW_EXPORTED;
extern __thread KwIndex kwThreadIndex KW_EXPORTED;
extern __thread KwIndex kwBlockIndex KW_EXPORTED;
extern KwIndex kwBlockDim KW_EXPORTED;
extern KwIndex kwGridDim KW_EXPORTED;
}
