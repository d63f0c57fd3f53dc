// SPDX-License-Identifier: GPL-3.0-or-later
// The order of additions changes from launch to launch, and so do the last digits.
__global__ void binSums(float* out, const float* in, int n) {
#if KERNEL == 101  // each thread on its own
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) atomicAdd(out + i % 16, in[i]);
#else  // 102: a block adds up first
  __shared__ float sums[16];
  if (threadIdx.x < 16) sums[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) atomicAdd(sums + i % 16, in[i]);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(out + threadIdx.x, sums[threadIdx.x]);
#endif
}
