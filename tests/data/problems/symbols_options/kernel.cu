// SPDX-License-Identifier: GPL-3.0-or-later
#include "clamp.h"
__constant__ float taps[2 * RADIUS + 1];
__device__ float gain;
__global__ void smooth(float* __restrict__ out, const float* __restrict__ in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; ++k) sum += taps[k + RADIUS] * in[clamped(i + k, n)];
  out[i] = gain * sum;
}
