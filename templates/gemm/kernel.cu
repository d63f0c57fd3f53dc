// SPDX-License-Identifier: GPL-3.0-or-later
// c = a * b in fp32, a of m x k, b of k x n, all row by row. A block of 256 threads computes a tile of 64 x 64 from
// strips of 16 in shared memory, each thread 4 x 4 of it.
constexpr int tile = 64;
constexpr int strip = 16;

__global__ void __launch_bounds__(256)
    gemm(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  __shared__ __align__(16) float left[strip][tile + 4];
  __shared__ __align__(16) float right[strip][tile];
  const int thread = threadIdx.x;
  const int row = blockIdx.y * tile;
  const int column = blockIdx.x * tile;
  const int threadRow = thread / 16 * 4;
  const int threadColumn = thread % 16 * 4;
  float sum[4][4] = {};
  for (int start = 0; start < k; start += strip) {
    for (int i = thread; i < tile * strip; i += 256) {
      const int r = row + i / strip;
      const int along = start + i % strip;
      left[i % strip][i / strip] = r < m && along < k ? a[static_cast<long long>(r) * k + along] : 0.0f;
    }
    for (int i = thread; i < tile * strip; i += 256) {
      const int along = start + i / tile;
      const int to = column + i % tile;
      right[i / tile][i % tile] = along < k && to < n ? b[static_cast<long long>(along) * n + to] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int along = 0; along < strip; ++along) {
      const float4 x = *reinterpret_cast<const float4*>(&left[along][threadRow]);
      const float4 y = *reinterpret_cast<const float4*>(&right[along][threadColumn]);
      const float xs[4] = {x.x, x.y, x.z, x.w};
      const float ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
      for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] += xs[i] * ys[j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    const int r = row + threadRow + i;
    for (int j = 0; j < 4; ++j) {
      const int to = column + threadColumn + j;
      if (r < m && to < n) c[static_cast<long long>(r) * n + to] = sum[i][j];
    }
  }
}
