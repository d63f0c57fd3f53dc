// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void histogram(unsigned* counts, const int* __restrict__ codes, int n, int bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[codes[i]], 1u);
}
