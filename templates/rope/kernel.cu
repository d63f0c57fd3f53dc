// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary position embedding of queries and keys, in place, in the order of GPT-NeoX: element i of a head and element
// i + pairs are turned by the angle of pair i at the token's position. A row of the cache holds the cosines of a
// position, then its sines. One block per token.
#include <cuda_bf16.h>

__device__ void turn(__nv_bfloat16* x, __nv_bfloat16* y, __nv_bfloat16 cosine, __nv_bfloat16 sine) {
  const float a = __bfloat162float(*x);
  const float b = __bfloat162float(*y);
  const float c = __bfloat162float(cosine);
  const float s = __bfloat162float(sine);
  *x = __float2bfloat16(a * c - b * s);
  *y = __float2bfloat16(b * c + a * s);
}

__global__ void rope(__nv_bfloat16* __restrict__ query, __nv_bfloat16* __restrict__ key,
                     const __nv_bfloat16* __restrict__ cache, const long long* __restrict__ positions, int heads,
                     int key_heads, int pairs) {
  const long long token = blockIdx.x;
  const __nv_bfloat16* cosines = cache + positions[token] * 2 * pairs;
  const __nv_bfloat16* sines = cosines + pairs;
  for (int i = threadIdx.x; i < heads * pairs; i += blockDim.x) {
    const int pair = i % pairs;
    __nv_bfloat16* head = query + (token * heads + i / pairs) * 2 * pairs;
    turn(head + pair, head + pairs + pair, cosines[pair], sines[pair]);
  }
  for (int i = threadIdx.x; i < key_heads * pairs; i += blockDim.x) {
    const int pair = i % pairs;
    __nv_bfloat16* head = key + (token * key_heads + i / pairs) * 2 * pairs;
    turn(head + pair, head + pairs + pair, cosines[pair], sines[pair]);
  }
}
