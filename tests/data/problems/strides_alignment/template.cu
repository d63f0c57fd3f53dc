// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void negate(float* __restrict__ out, const float* __restrict__ in, int* seen, int rows, int columns) {
  for (int row = blockIdx.x * ROWS; row < min(rows, static_cast<int>(blockIdx.x + 1) * ROWS); ++row) {
    for (int c = threadIdx.x; c < columns; c += BLOCK) out[row * (columns + 5) + c] = -in[c * rows + row];
    if (threadIdx.x == 0) atomicAdd(seen, 1);
  }
}
