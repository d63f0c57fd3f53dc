// SPDX-License-Identifier: GPL-3.0-or-later
// Each block counts in shared memory first.
__global__ void histogram(unsigned* counts, const int* __restrict__ codes, int n, int bins) {
  extern __shared__ unsigned own[];
  for (int b = threadIdx.x; b < bins; b += BLOCK) own[b] = 0;
  __syncthreads();
  const int first = blockIdx.x * BLOCK * ITEMS;
  for (int k = 0; k < ITEMS; ++k) {
    const int i = first + k * BLOCK + threadIdx.x;
    if (i < n) atomicAdd(&own[codes[i]], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += BLOCK) {
    if (own[b] != 0) atomicAdd(&counts[b], own[b]);
  }
}
