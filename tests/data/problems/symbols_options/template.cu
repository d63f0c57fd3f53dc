// SPDX-License-Identifier: GPL-3.0-or-later
#include "clamp.h"
__constant__ float taps[2 * RADIUS + 1];
__device__ float gain;
__global__ void smooth(float* __restrict__ out, const float* __restrict__ in, int n) {
  __shared__ float tile[BLOCK + 2 * RADIUS];
  const int first = blockIdx.x * BLOCK;
  for (int t = threadIdx.x; t < BLOCK + 2 * RADIUS; t += BLOCK) tile[t] = in[clamped(first + t - RADIUS, n)];
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k <= 2 * RADIUS; ++k) sum += taps[k] * tile[threadIdx.x + k];
  out[i] = gain * sum;
}
