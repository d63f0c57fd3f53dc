// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void sums(float* out, const float* __restrict__ in, int n) {
  __shared__ float partial[8];
  float sum = 0.0f;
  for (int i = threadIdx.x; i < 4096; i += 256) sum += in[blockIdx.x * 4096 + i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; ++w) sum += partial[w];
    out[blockIdx.x] = sum;
  }
}
