// SPDX-License-Identifier: GPL-3.0-or-later
// c = a * b in fp32, a of m x k, b of k x n, all row by row. A block computes a tile of TILE_M x TILE_N, each thread
// THREAD_M x THREAD_N of it. Strips of both matrices come into shared memory by asynchronous copies, STAGES of them at
// a time. A warp is 4 threads high and 8 wide. Its threads take rows and groups of four columns in turns, so that
// they read neighbours; rows of the left strip are 4 elements longer, which keeps neighbours on different banks.
#include <cuda_pipeline_primitives.h>

constexpr int threadsDown = TILE_M / THREAD_M;
constexpr int threadsAcross = TILE_N / THREAD_N;
constexpr int threads = threadsDown * threadsAcross;
constexpr int stepsAtOnce = UNROLL;  // a name, since nvcc replaces no macros in pragmas
constexpr int leftStride = STRIP + 4;
constexpr int leftSize = TILE_M * leftStride;
constexpr int stageSize = leftSize + STRIP * TILE_N;

// Copies `rows` x `columns` elements, `count` of them with one copy, from a matrix whose rows are `width` elements
// long. What lies outside of its `height` x `width` elements becomes 0.
template <int count, int rows, int columns, int stride>
__device__ inline void copyTile(float* to, const float* __restrict__ from, int row, int column, int height,
                                int width) {
  constexpr int perRow = columns / count;
  constexpr int turns = (rows * perRow + threads - 1) / threads;
  // Single elements take many turns, whose addresses would take many registers.
#pragma unroll (count == 1 ? 1 : 4)
  for (int turn = 0; turn < turns; ++turn) {
    const int i = turn * threads + static_cast<int>(threadIdx.x);
    if (rows * perRow % threads != 0 && i >= rows * perRow) break;
    const int r = i / perRow;
    const int c = i % perRow * count;
    const bool inside = row + r < height && column + c < width;
    const float* place = inside ? from + static_cast<long long>(row + r) * width + column + c : from;
    __pipeline_memcpy_async(to + r * stride + c, place, sizeof(float) * count, inside ? 0 : sizeof(float) * count);
  }
}

// The matrices, and what rows of each are aligned for: four elements at a time, or one.
struct Matrices {
  const float* a;
  const float* b;
  int m, n, k;
};

__device__ inline void copyStrips(float* stage, const Matrices& of, int row, int column, int start) {
  if (of.k % 4 == 0) {
    copyTile<4, TILE_M, STRIP, leftStride>(stage, of.a, row, start, of.m, of.k);
  } else {
    copyTile<1, TILE_M, STRIP, leftStride>(stage, of.a, row, start, of.m, of.k);
  }
  if (of.n % 4 == 0) {
    copyTile<4, STRIP, TILE_N, TILE_N>(stage + leftSize, of.b, start, column, of.k, of.n);
  } else {
    copyTile<1, STRIP, TILE_N, TILE_N>(stage + leftSize, of.b, start, column, of.k, of.n);
  }
}

union Four {
  float4 word;
  float value[4];
};

// Adds the product of the strips in `stage`.
__device__ inline void multiply(float (&sum)[THREAD_M][THREAD_N], const float* stage, int down, int across) {
  const float* left = stage + down * leftStride;
  const float* right = stage + leftSize + across * 4;
#pragma unroll stepsAtOnce
  for (int start = 0; start < STRIP; start += 4) {
    Four x[THREAD_M];
#pragma unroll
    for (int i = 0; i < THREAD_M; ++i) {
      x[i].word = *reinterpret_cast<const float4*>(left + i * threadsDown * leftStride + start);
    }
#pragma unroll
    for (int along = 0; along < 4; ++along) {
      Four y[THREAD_N / 4];
#pragma unroll
      for (int j = 0; j < THREAD_N / 4; ++j) {
        y[j].word = *reinterpret_cast<const float4*>(right + (start + along) * TILE_N + j * threadsAcross * 4);
      }
#pragma unroll
      for (int i = 0; i < THREAD_M; ++i) {
#pragma unroll
        for (int j = 0; j < THREAD_N; ++j) sum[i][j] += x[i].value[along] * y[j / 4].value[j % 4];
      }
    }
  }
}

__device__ inline void store(float* __restrict__ c, const float (&sum)[THREAD_M][THREAD_N], int row, int column, int m,
                             int n) {
#pragma unroll
  for (int i = 0; i < THREAD_M; ++i) {
    const int r = row + i * threadsDown;
    if (r >= m) break;
#pragma unroll
    for (int j = 0; j < THREAD_N; j += 4) {
      const int first = column + j * threadsAcross;
      float* to = c + static_cast<long long>(r) * n + first;
      if (n % 4 == 0) {
        const float4 four = make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
        if (first < n) *reinterpret_cast<float4*>(to) = four;
      } else {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          if (first + e < n) to[e] = sum[i][j + e];
        }
      }
    }
  }
}

__global__ void __launch_bounds__(threads)
    gemm(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  extern __shared__ __align__(16) float stages[];
  // Blocks go along strips of GROUP rows of tiles: what runs together reads the same rows and columns.
  const int tilesDown = (m + TILE_M - 1) / TILE_M;
  const int tilesAcross = (n + TILE_N - 1) / TILE_N;
  const int strip = static_cast<int>(blockIdx.x) / (GROUP * tilesAcross);
  const int inStrip = static_cast<int>(blockIdx.x) % (GROUP * tilesAcross);
  const int stripHeight = min(GROUP, tilesDown - strip * GROUP);
  const int row = (strip * GROUP + inStrip % stripHeight) * TILE_M;
  const int column = inStrip / stripHeight * TILE_N;

  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int down = warp / (threadsAcross / 8) * 4 + lane / 8;
  const int across = warp % (threadsAcross / 8) * 8 + lane % 8;

  const Matrices matrices{a, b, m, n, k};
  const int strips = (k + STRIP - 1) / STRIP;
#pragma unroll
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < strips) copyStrips(stages + s * stageSize, matrices, row, column, s * STRIP);
    __pipeline_commit();
  }
  float sum[THREAD_M][THREAD_N] = {};
  for (int s = 0; s < strips; ++s) {
#if STAGES == 1
    __syncthreads();
    copyStrips(stages, matrices, row, column, s * STRIP);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    multiply(sum, stages, down, across);
#else
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();  // strip s is here, and all are done with the one before it
    const int next = s + STAGES - 1;
    if (next < strips) copyStrips(stages + next % STAGES * stageSize, matrices, row, column, next * STRIP);
    __pipeline_commit();
    multiply(sum, stages + s % STAGES * stageSize, down, across);
#endif
  }
  store(c, sum, row + down, column + across * 4, m, n);
}
