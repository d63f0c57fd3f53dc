// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void multiply(float* out, const int* offsets, const int* columns, const float* values, const float* x, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) sum += values[k] * x[columns[k]];
  out[row] = sum;
}
