// SPDX-License-Identifier: GPL-3.0-or-later
#include <cuda_bf16.h>
#include <cuda_fp8.h>
__global__ void quantise(__nv_fp8_e4m3* __restrict__ out, const __nv_bfloat16* __restrict__ in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __nv_fp8_e4m3(__bfloat162float(in[i]) * 0.5f);
}
