// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void saxpy(float* __restrict__ y, const float* __restrict__ x, float a, int n) {
  int i = blockIdx.x * BLOCK * ITEMS + threadIdx.x;
#pragma unroll
  for (int k = 0; k < ITEMS; ++k, i += BLOCK) {
    if (i < n) y[i] = a * x[i] + y[i];
  }
}
