// SPDX-License-Identifier: GPL-3.0-or-later
// One atomic for each warp, or for each element.
__global__ void compact(int* out, unsigned* count, const int* __restrict__ in, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const bool keep = i < n && in[i] % 3 == 0;
#if PER_WARP
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  const int lane = threadIdx.x % 32;
  unsigned start = 0;
  if (lane == 0 && kept != 0) start = atomicAdd(count, static_cast<unsigned>(__popc(kept)));
  start = __shfl_sync(0xffffffffu, start, 0);
  if (keep) out[start + __popc(kept & ((1u << lane) - 1))] = in[i];
#else
  if (keep) out[atomicAdd(count, 1u)] = in[i];
#endif
}
