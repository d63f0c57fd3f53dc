// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void sum(float* total, const float* __restrict__ in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i < n ? in[i] : 0.0f;
  for (int d = 16; d > 0; d /= 2) value += __shfl_xor_sync(0xffffffffu, value, d);
  if (threadIdx.x % 32 == 0) atomicAdd(total, value);
}
__global__ void divide(float* out, const float* total, const float* __restrict__ in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / total[0];
}
