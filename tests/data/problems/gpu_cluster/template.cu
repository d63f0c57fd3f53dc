// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a cluster share a segment and read each other's sums through distributed shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void sums(float* out, const float* __restrict__ in, int n) {
  __shared__ float total;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) total = 0.0f;
  __syncthreads();
  const int share = 4096 / CLUSTER;
  const int first = blockIdx.x / CLUSTER * 4096 + cluster.block_rank() * share;
  float sum = 0.0f;
  for (int i = threadIdx.x; i < share; i += BLOCK) sum += in[first + i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, sum);
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    float all = 0.0f;
    for (int b = 0; b < CLUSTER; ++b) all += *cluster.map_shared_rank(&total, b);
    out[blockIdx.x / CLUSTER] = all;
  }
  cluster.sync();
}
