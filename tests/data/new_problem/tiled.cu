#include <cuda_runtime.h>
#define TILE 32
#define FULL_MASK 0xffffffff
#define WARP_SIZE 32
#define VERSION_MAJOR 2
#ifdef SLOW
#define STAGES 1
#else
#define STAGES 2
#endif
constexpr int kItemsPerThread = 4;
static const unsigned rowsPerBlock = 8;
constexpr int elements = kItemsPerThread * TILE;
constexpr int answer = 42;

static_assert(TILE % rowsPerBlock == 0, "whole rows");

__global__ void __launch_bounds__(256) tiled(float* out, const float* in, int n, int width) {
  __shared__ float tile[TILE][TILE + 1];
  __shared__ float sums[256];
  sums[threadIdx.x] = STAGES + answer + elements + WARP_SIZE + (FULL_MASK != 0) + VERSION_MAJOR;
  tile[threadIdx.x % TILE][0] = 0.0f;
#pragma unroll 4
  for (int k = 0; k < TILE; k += rowsPerBlock) sums[threadIdx.x] += tile[k][0];
#pragma unroll 1
  for (int k = 0; k < n; ++k) sums[threadIdx.x] += in[k % width];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = sums[threadIdx.x];
}

void run(float* out, const float* in, int n, int width) { tiled<<<(n + TILE - 1) / TILE, 256>>>(out, in, n, width); }
