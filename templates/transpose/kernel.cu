// SPDX-License-Identifier: GPL-3.0-or-later
// out[c][r] = in[r][c]. A block moves one 32 x 32 tile through shared memory; the extra column keeps its
// columns on different banks.
__global__ void transpose(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  __shared__ float tile[32][33];
  int column = blockIdx.x * 32 + threadIdx.x;
  int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < rows && column < columns) {
      tile[threadIdx.y + i][threadIdx.x] = in[static_cast<long long>(row + i) * columns + column];
    }
  }
  __syncthreads();
  column = blockIdx.y * 32 + threadIdx.x;
  row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) {
    if (row + i < columns && column < rows) {
      out[static_cast<long long>(row + i) * rows + column] = tile[threadIdx.x][threadIdx.y + i];
    }
  }
}
