// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void compact(int* out, unsigned* count, const int* __restrict__ in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) out[atomicAdd(count, 1u)] = in[i];
}
