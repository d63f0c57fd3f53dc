// SPDX-License-Identifier: GPL-3.0-or-later
// c = a * b^T in bf16 with sums in fp32, as a linear layer has it: a of m x k (tokens), b of n x k (weights), c of
// m x n, all row by row. A block computes a tile of TILE_M x TILE_N on tensor cores, each warp WARP_M x WARP_N of it.
// Strips of both matrices come into shared memory by asynchronous copies, STAGES of them at a time. With WGMMA the
// instructions of Hopper are used, in which four warps multiply 64 rows by the whole width of the tile right from
// shared memory; otherwise each warp loads fragments of 16 x 16.
#include <cuda_bf16.h>
#include <cuda_pipeline_primitives.h>
#include <mma.h>

using namespace nvcuda;

constexpr int warpsAcross = TILE_N / WARP_N;
constexpr int warps = TILE_M / WARP_M * warpsAcross;
constexpr int threads = 32 * warps;
#if WGMMA
// Rows of 128 bytes whose eight words of 16 bytes are exchanged by the row's number modulo 8, as wgmma wants them.
constexpr int stride = STRIP;
__device__ inline int placeOf(int row, int element) {
  return row * stride + ((element / 8) ^ (row % 8)) * 8 + element % 8;
}
#else
// Rows that are 8 elements longer than a strip, which keeps neighbours on different banks.
constexpr int stride = STRIP + 8;
__device__ inline int placeOf(int row, int element) { return row * stride + element; }
#endif
constexpr int stageSize = (TILE_M + TILE_N) * stride;

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
      __pipeline_memcpy_async(to + placeOf(r, e), place, 16, inside ? 0 : 16);
    }
  } else {
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < rows * STRIP; i += threads) {
      const int r = i / STRIP;
      const int e = i % STRIP;
      const bool inside = row + r < height && start + e < k;
      to[placeOf(r, e)] = inside ? from[static_cast<long long>(row + r) * k + start + e] : __float2bfloat16(0.0f);
    }
  }
}

#if WGMMA
constexpr int sums = TILE_N / 2;
struct Sum {
  float value[sums];
};

__device__ inline void clear(Sum& sum) {
#pragma unroll
  for (int i = 0; i < sums; ++i) sum.value[i] = 0.0f;
}

// Where a matrix begins in shared memory, for wgmma: eight rows are 1024 bytes, words are exchanged over 128 bytes.
__device__ inline unsigned long long descriptionOf(const __nv_bfloat16* matrix) {
  const unsigned long long address = static_cast<unsigned>(__cvta_generic_to_shared(matrix));
  return (address & 0x3ffffu) >> 4 | 1ull << 16 | static_cast<unsigned long long>(1024 >> 4) << 32 | 1ull << 62;
}

// sum += 64 rows of the left matrix times TILE_N rows of the right one, over 16 elements of each.
__device__ inline void multiplyAdd(Sum& sum, unsigned long long left, unsigned long long right) {
#define TWO(i) "+f"(sum.value[i]), "+f"(sum.value[i + 1])
#define EIGHT(i) TWO(i), TWO(i + 2), TWO(i + 4), TWO(i + 6)
#if TILE_N == 64
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
      "%32, %33, 1, 1, 1, 0, 0;"
      : EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24)
      : "l"(left), "l"(right));
#elif TILE_N == 128
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
      "%64, %65, 1, 1, 1, 0, 0;"
      : EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24), EIGHT(32), EIGHT(40), EIGHT(48), EIGHT(56)
      : "l"(left), "l"(right));
#elif TILE_N == 256
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
      "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
      "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
      "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
      "%128, %129, 1, 1, 1, 0, 0;"
      : EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24), EIGHT(32), EIGHT(40), EIGHT(48), EIGHT(56), EIGHT(64), EIGHT(72),
        EIGHT(80), EIGHT(88), EIGHT(96), EIGHT(104), EIGHT(112), EIGHT(120)
      : "l"(left), "l"(right));
#endif
#undef EIGHT
#undef TWO
}

// Begins to multiply what is in `stage`; `warpRow` is the first row of the warp's four.
__device__ inline void multiply(Sum& sum, const __nv_bfloat16* stage, int warpRow, int) {
  const unsigned long long left = descriptionOf(stage + warpRow / 64 * 64 * stride);
  const unsigned long long right = descriptionOf(stage + TILE_M * stride);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int along = 0; along < STRIP; along += 16) multiplyAdd(sum, left + along / 8, right + along / 8);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// What threads wrote to shared memory becomes visible to wgmma after the next barrier.
__device__ inline void showToTensorCores() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Waits until all but the last `underWay` multiplications have ended.
template <int underWay>
__device__ inline void waitForTensorCores() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(underWay) : "memory");
}

// A thread has two neighbours of every eight columns, in its warp's rows lane / 4 and lane / 4 + 8.
__device__ inline void store(__nv_bfloat16* __restrict__ c, const Sum& sum, float*, int row, int column, int m,
                             int n) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int r = row + lane / 4 + half * 8;
    if (r >= m) break;
    __nv_bfloat16* to = c + static_cast<long long>(r) * n;
#pragma unroll
    for (int i = 0; i < TILE_N / 8; ++i) {
      const int first = column + i * 8 + lane % 4 * 2;
      const __nv_bfloat162 two = __floats2bfloat162_rn(sum.value[i * 4 + half * 2], sum.value[i * 4 + half * 2 + 1]);
      if (n % 2 == 0) {
        if (first < n) *reinterpret_cast<__nv_bfloat162*>(to + first) = two;
      } else {
        if (first < n) to[first] = two.x;
        if (first + 1 < n) to[first + 1] = two.y;
      }
    }
  }
}

#else
constexpr int side = 16;  // of a fragment
constexpr int fragmentsDown = WARP_M / side;
constexpr int fragmentsAcross = WARP_N / side;
struct Sum {
  wmma::fragment<wmma::accumulator, side, side, side, float> value[fragmentsDown][fragmentsAcross];
};

__device__ inline void clear(Sum& sum) {
#pragma unroll
  for (int i = 0; i < fragmentsDown; ++i) {
#pragma unroll
    for (int j = 0; j < fragmentsAcross; ++j) wmma::fill_fragment(sum.value[i][j], 0.0f);
  }
}

__device__ inline void multiply(Sum& sum, const __nv_bfloat16* stage, int warpRow, int warpColumn) {
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
      for (int i = 0; i < fragmentsDown; ++i) wmma::mma_sync(sum.value[i][j], x[i], y, sum.value[i][j]);
    }
  }
}

// A warp's fragments go one by one through `place` in shared memory, where each lane finds half a row of it.
__device__ inline void store(__nv_bfloat16* __restrict__ c, const Sum& sum, float* place, int row, int column, int m,
                             int n) {
  constexpr int placeStride = side + 4;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const float* mine = place + lane / 2 * placeStride + lane % 2 * 8;
#pragma unroll
  for (int i = 0; i < fragmentsDown; ++i) {
#pragma unroll
    for (int j = 0; j < fragmentsAcross; ++j) {
      wmma::store_matrix_sync(place, sum.value[i][j], placeStride, wmma::mem_row_major);
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
#endif

__global__ void __launch_bounds__(threads)
    gemm_bf16(__nv_bfloat16* __restrict__ c, const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b,
              int m, int n, int k) {
  extern __shared__ __align__(1024) __nv_bfloat16 stages[];
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
  // Strips that are asked for ahead. Of wgmma, the last multiplication may still be reading its strip.
  constexpr int ahead = STAGES - 1 - WGMMA;
#pragma unroll
  for (int s = 0; s < ahead; ++s) {
    if (s < strips) copy(s);
    __pipeline_commit();
  }
  Sum sum;
  clear(sum);
  for (int s = 0; s < strips; ++s) {
    const __nv_bfloat16* stage = stages + s % STAGES * stageSize;
#if WGMMA
    __pipeline_wait_prior(ahead - 1);
    showToTensorCores();
    __syncthreads();  // strip s is here, and all are done with the one before the last
    multiply(sum, stage, warpRow, warpColumn);
    if (s + ahead < strips) copy(s + ahead);
    __pipeline_commit();
    waitForTensorCores<1>();
#else
    __pipeline_wait_prior(ahead - 1);
    __syncthreads();  // strip s is here, and all are done with the one before it
    if (s + ahead < strips) copy(s + ahead);
    __pipeline_commit();
    multiply(sum, stage, warpRow, warpColumn);
#endif
  }
#if WGMMA
  waitForTensorCores<0>();
#endif
  __pipeline_wait_prior(0);
  __syncthreads();  // the strips make room for results
  float* place = reinterpret_cast<float*>(stages) + warp * (16 * (16 + 4));
  store(c, sum, place, row + warpRow, column + warpColumn, m, n);
}
