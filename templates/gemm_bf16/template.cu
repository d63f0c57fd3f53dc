// SPDX-License-Identifier: GPL-3.0-or-later
// c = a * b^T in bf16 with sums in fp32, as a linear layer has it: a of m x k (tokens), b of n x k (weights), c of
// m x n, all row by row. A block computes a tile of TILE_M x TILE_N on tensor cores, each warp WARP_M x WARP_N of it.
// Strips of both matrices come into shared memory by asynchronous copies, STAGES of them at a time; rows there are 8
// elements longer than a strip, which keeps neighbours on different banks.
#include <cuda_bf16.h>
#include <cuda_pipeline_primitives.h>
#include <mma.h>

using namespace nvcuda;

constexpr int warpsAcross = TILE_N / WARP_N;
constexpr int warps = TILE_M / WARP_M * warpsAcross;
constexpr int threads = 32 * warps;
constexpr int stride = STRIP + 8;
constexpr int stageSize = (TILE_M + TILE_N) * stride;
constexpr int side = 16;  // of a fragment
constexpr int fragmentsDown = WARP_M / side;
constexpr int fragmentsAcross = WARP_N / side;

// `rows` rows and the STRIP elements from `start` on; zeros outside. A copy moves 16 bytes; rows that are not aligned
// for that go element by element, which no asynchronous copy is small enough for.
template <int rows>
__device__ inline void copyStrip(__nv_bfloat16* to, const __nv_bfloat16* __restrict__ from, int row, int start,
                                 int height, int k) {
  constexpr int count = 8;
  constexpr int perRow = STRIP / count;
  if (k % count == 0) {
#pragma unroll
    for (int i = static_cast<int>(threadIdx.x); i < rows * perRow; i += threads) {
      const int r = i / perRow;
      const int e = i % perRow * count;
      const bool inside = row + r < height && start + e < k;
      const __nv_bfloat16* place = inside ? from + static_cast<long long>(row + r) * k + start + e : from;
      __pipeline_memcpy_async(to + r * stride + e, place, 16, inside ? 0 : 16);
    }
  } else {
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < rows * STRIP; i += threads) {
      const int r = i / STRIP;
      const int e = i % STRIP;
      const bool inside = row + r < height && start + e < k;
      to[r * stride + e] = inside ? from[static_cast<long long>(row + r) * k + start + e] : __float2bfloat16(0.0f);
    }
  }
}

using Sum = wmma::fragment<wmma::accumulator, side, side, side, float>;

__device__ inline void multiply(Sum (&sum)[fragmentsDown][fragmentsAcross], const __nv_bfloat16* stage, int warpRow,
                                int warpColumn) {
  const __nv_bfloat16* left = stage + warpRow * stride;
  const __nv_bfloat16* right = stage + (TILE_M + warpColumn) * stride;
#pragma unroll
  for (int along = 0; along < STRIP; along += side) {
    wmma::fragment<wmma::matrix_a, side, side, side, __nv_bfloat16, wmma::row_major> x[fragmentsDown];
#pragma unroll
    for (int i = 0; i < fragmentsDown; ++i) wmma::load_matrix_sync(x[i], left + i * side * stride + along, stride);
#pragma unroll
    for (int j = 0; j < fragmentsAcross; ++j) {
      wmma::fragment<wmma::matrix_b, side, side, side, __nv_bfloat16, wmma::col_major> y;
      wmma::load_matrix_sync(y, right + j * side * stride + along, stride);
#pragma unroll
      for (int i = 0; i < fragmentsDown; ++i) wmma::mma_sync(sum[i][j], x[i], y, sum[i][j]);
    }
  }
}

// A warp's fragments go one by one through `place` in shared memory, where each lane finds half a row of it.
__device__ inline void store(__nv_bfloat16* __restrict__ c, const Sum (&sum)[fragmentsDown][fragmentsAcross],
                             float* place, int row, int column, int m, int n) {
  constexpr int placeStride = side + 4;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const float* mine = place + lane / 2 * placeStride + lane % 2 * 8;
#pragma unroll
  for (int i = 0; i < fragmentsDown; ++i) {
#pragma unroll
    for (int j = 0; j < fragmentsAcross; ++j) {
      wmma::store_matrix_sync(place, sum[i][j], placeStride, wmma::mem_row_major);
      __syncwarp();
      const int r = row + i * side + lane / 2;
      const int first = column + j * side + lane % 2 * 8;
      __nv_bfloat16* to = c + static_cast<long long>(r) * n + first;
      if (r < m && n % 8 == 0) {
        union {
          uint4 word;
          unsigned short bits[8];
        } eight;
#pragma unroll
        for (int e = 0; e < 8; ++e) eight.bits[e] = __bfloat16_as_ushort(__float2bfloat16(mine[e]));
        if (first < n) *reinterpret_cast<uint4*>(to) = eight.word;
      } else if (r < m) {
        for (int e = 0; e < 8; ++e) {
          if (first + e < n) to[e] = __float2bfloat16(mine[e]);
        }
      }
      __syncwarp();
    }
  }
}

__global__ void __launch_bounds__(threads)
    gemm_bf16(__nv_bfloat16* __restrict__ c, const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b,
              int m, int n, int k) {
  extern __shared__ __align__(128) __nv_bfloat16 stages[];
  // Blocks go along strips of GROUP rows of tiles: what runs together reads the same rows and columns.
  const int tilesDown = (m + TILE_M - 1) / TILE_M;
  const int tilesAcross = (n + TILE_N - 1) / TILE_N;
  const int strip = static_cast<int>(blockIdx.x) / (GROUP * tilesAcross);
  const int inStrip = static_cast<int>(blockIdx.x) % (GROUP * tilesAcross);
  const int stripHeight = min(GROUP, tilesDown - strip * GROUP);
  const int row = (strip * GROUP + inStrip % stripHeight) * TILE_M;
  const int column = inStrip / stripHeight * TILE_N;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int warpRow = warp / warpsAcross * WARP_M;
  const int warpColumn = warp % warpsAcross * WARP_N;

  const auto copy = [&](int s) {
    __nv_bfloat16* stage = stages + s % STAGES * stageSize;
    copyStrip<TILE_M>(stage, a, row, s * STRIP, m, k);
    copyStrip<TILE_N>(stage + TILE_M * stride, b, column, s * STRIP, n, k);
  };
  const int strips = (k + STRIP - 1) / STRIP;
#pragma unroll
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < strips) copy(s);
    __pipeline_commit();
  }
  Sum sum[fragmentsDown][fragmentsAcross];
#pragma unroll
  for (int i = 0; i < fragmentsDown; ++i) {
#pragma unroll
    for (int j = 0; j < fragmentsAcross; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
  }
  for (int s = 0; s < strips; ++s) {
#if STAGES == 1
    __syncthreads();
    copy(s);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
#else
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();  // strip s is here, and all are done with the one before it
    if (s + STAGES - 1 < strips) copy(s + STAGES - 1);
    __pipeline_commit();
#endif
    multiply(sum, stages + s % STAGES * stageSize, warpRow, warpColumn);
  }
  __pipeline_wait_prior(0);
  __syncthreads();  // the strips make room for results
  float* place = reinterpret_cast<float*>(stages) + warp * (side * (side + 4));
  store(c, sum, place, row + warpRow, column + warpColumn, m, n);
}
