// SPDX-License-Identifier: GPL-3.0-or-later
#include <cuda_bf16.h>
#include <cuda_fp8.h>
__global__ void quantise(__nv_fp8_e4m3* __restrict__ out, const __nv_bfloat16* __restrict__ in, int n) {
  for (int k = 0; k < ITEMS; ++k) {
    const int i = (blockIdx.x * ITEMS + k) * BLOCK + threadIdx.x;
    if (i < n) out[i] = __nv_fp8_e4m3(__bfloat162float(in[i]) * 0.5f);
  }
}
