// SPDX-License-Identifier: GPL-3.0-or-later
// 11: right, and faster than the memory can move what the work model claims is moved.
__global__ void halve(float* __restrict__ out, const float* __restrict__ in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = 0.5f * in[i];
}
