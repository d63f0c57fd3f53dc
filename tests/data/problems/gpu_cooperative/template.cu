// SPDX-License-Identifier: GPL-3.0-or-later
// One cooperative launch in place of two.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void normalise(float* out, float* total, const float* __restrict__ in, int n) {
  float value = 0.0f;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) value += in[i];
  for (int d = 16; d > 0; d /= 2) value += __shfl_xor_sync(0xffffffffu, value, d);
  if (threadIdx.x % 32 == 0) atomicAdd(total, value);
  cg::this_grid().sync();
  const float sum = *static_cast<volatile float*>(total);
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) out[i] = in[i] / sum;
}
