// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void negate(float* __restrict__ out, const float* __restrict__ in, int* seen, int rows, int columns) {
  const int row = blockIdx.x;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[row * (columns + 5) + c] = -in[c * rows + row];
  if (threadIdx.x == 0) atomicAdd(seen, 1);
}
