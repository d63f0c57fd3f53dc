// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for <cuda.h> under NVRTC, where the driver's functions cannot be called: the type that
// kernels take as a tensor map, 128 opaque bytes.
#pragma once
typedef struct alignas(64) CUtensorMap_st {
  unsigned long long opaque[16];
} CUtensorMap;
