// SPDX-License-Identifier: GPL-3.0-or-later
// LANES threads of a warp share a row.
__global__ void multiply(float* out, const int* offsets, const int* columns, const float* values, const float* x, int rows) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES;
  const int lane = threadIdx.x % LANES;
  float sum = 0.0f;
  if (row < rows) {
    for (int k = offsets[row] + lane; k < offsets[row + 1]; k += LANES) sum += values[k] * x[columns[k]];
  }
#pragma unroll
  for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (row < rows && lane == 0) out[row] = sum;
}
