// SPDX-License-Identifier: GPL-3.0-or-later
// c = a * b^T in bf16 with sums in fp32, as a linear layer has it: a of m x k (tokens), b of n x k (weights), c of
// m x n, all row by row. A block of four warps computes a tile of 64 x 64 on tensor cores from strips of 32 in shared
// memory, each warp 32 x 32 of it.
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int tile = 64;
constexpr int strip = 32;
constexpr int stride = strip + 8;  // keeps rows on different banks

// Rows row to row + 64 and 32 elements from `start` on, eight at a time where rows are aligned for that; zeros outside.
__device__ void copyStrip(__nv_bfloat16* to, const __nv_bfloat16* from, int row, int start, int height, int k) {
  if (k % 8 == 0) {
    for (int i = threadIdx.x; i < tile * strip / 8; i += 128) {
      const int r = i / (strip / 8);
      const int e = i % (strip / 8) * 8;
      uint4 eight = make_uint4(0, 0, 0, 0);
      if (row + r < height && start + e < k) {
        eight = *reinterpret_cast<const uint4*>(from + static_cast<long long>(row + r) * k + start + e);
      }
      *reinterpret_cast<uint4*>(to + r * stride + e) = eight;
    }
  } else {
    for (int i = threadIdx.x; i < tile * strip; i += 128) {
      const int r = i / strip;
      const int e = i % strip;
      to[r * stride + e] = row + r < height && start + e < k ? from[static_cast<long long>(row + r) * k + start + e]
                                                             : __float2bfloat16(0.0f);
    }
  }
}

__global__ void __launch_bounds__(128)
    gemm_bf16(__nv_bfloat16* __restrict__ c, const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b,
              int m, int n, int k) {
  __shared__ __align__(128) __nv_bfloat16 left[tile * stride];
  __shared__ __align__(128) __nv_bfloat16 right[tile * stride];
  __shared__ __align__(128) float results[tile * tile];
  const int row = blockIdx.y * tile;
  const int column = blockIdx.x * tile;
  const int warp = threadIdx.x / 32;
  const int warpRow = warp / 2 * 32;
  const int warpColumn = warp % 2 * 32;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
  }
  for (int start = 0; start < k; start += strip) {
    copyStrip(left, a, row, start, m, k);
    copyStrip(right, b, column, start, n, k);
    __syncthreads();
#pragma unroll
    for (int along = 0; along < strip; along += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> x[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> y[2];
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(x[i], left + (warpRow + 16 * i) * stride + along, stride);
        wmma::load_matrix_sync(y[i], right + (warpColumn + 16 * i) * stride + along, stride);
      }
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], x[i], y[j], sum[i][j]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      wmma::store_matrix_sync(results + (warpRow + 16 * i) * tile + warpColumn + 16 * j, sum[i][j], tile,
                              wmma::mem_row_major);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < tile * tile; i += 128) {
    const int r = row + i / tile;
    const int to = column + i % tile;
    if (r < m && to < n) c[static_cast<long long>(r) * n + to] = __float2bfloat16(results[i]);
  }
}
