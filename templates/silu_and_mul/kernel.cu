// SPDX-License-Identifier: GPL-3.0-or-later
// out[t][i] = silu(x[t][i]) * x[t][width + i], the gated activation of a transformer's feed-forward
// block. One block walks one token's row.
#include <cuda_bf16.h>

__global__ void silu_and_mul(__nv_bfloat16* __restrict__ out, const __nv_bfloat16* __restrict__ x,
                             int width) {
  const long long token = blockIdx.x;
  const __nv_bfloat16* gate = x + token * 2 * width;
  const __nv_bfloat16* up = gate + width;
  __nv_bfloat16* row = out + token * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    const float g = __bfloat162float(gate[i]);
    const float u = __bfloat162float(up[i]);
    row[i] = __float2bfloat16(g / (1.0f + expf(-g)) * u);
  }
}
