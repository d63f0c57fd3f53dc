// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the attention over two parts of the keys, each with the logarithm of its sum of exponentials (lse):
// out = (prefix * exp(prefix_lse) + suffix * exp(suffix_lse)) / (exp(prefix_lse) + exp(suffix_lse)), and the lse of
// both together. A part without keys has an lse of -infinity (+infinity counts as that); where both have, the prefix
// is what comes out. Outputs are [token][head][size], lses [head][token]. One thread per pack of elements, eight to
// a pack where heads are aligned for that; there are fewer than 2^32 packs.
#include <cuda_bf16.h>

template <int count>
struct alignas(2 * count) Pack {
  __nv_bfloat16 value[count];
};

template <int count>
__device__ void merge(Pack<count>* out, float* outLse, const Pack<count>* prefix, const float* prefixLse,
                      const Pack<count>* suffix, const float* suffixLse, int tokens, int heads, int size) {
  const unsigned packs = size / count;
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= static_cast<unsigned>(tokens) * heads * packs) return;
  const unsigned row = index / packs;
  const unsigned at = row % heads * tokens + row / heads;

  float p = prefixLse[at];
  float s = suffixLse[at];
  if (isinf(p)) p = -INFINITY;
  if (isinf(s)) s = -INFINITY;
  const float largest = fmaxf(p, s);
  if (isinf(largest)) {
    out[index] = prefix[index];
    if (index % packs == 0) outLse[at] = largest;
    return;
  }
  p = expf(p - largest);
  s = expf(s - largest);
  const float sum = p + s;
  const float prefixShare = p / sum;
  const float suffixShare = s / sum;

  const Pack<count> a = prefix[index];
  const Pack<count> b = suffix[index];
  Pack<count> result;
  for (int e = 0; e < count; ++e) {
    result.value[e] = __float2bfloat16(__bfloat162float(a.value[e]) * prefixShare +
                                       __bfloat162float(b.value[e]) * suffixShare);
  }
  out[index] = result;
  if (index % packs == 0) outLse[at] = logf(sum) + largest;
}

__global__ void merge_attn_states(__nv_bfloat16* __restrict__ out, float* __restrict__ out_lse,
                                  const __nv_bfloat16* __restrict__ prefix, const float* __restrict__ prefix_lse,
                                  const __nv_bfloat16* __restrict__ suffix, const float* __restrict__ suffix_lse,
                                  int tokens, int heads, int size) {
  if (size % 8 == 0) {
    merge(reinterpret_cast<Pack<8>*>(out), out_lse, reinterpret_cast<const Pack<8>*>(prefix), prefix_lse,
          reinterpret_cast<const Pack<8>*>(suffix), suffix_lse, tokens, heads, size);
  } else {
    merge(reinterpret_cast<Pack<1>*>(out), out_lse, reinterpret_cast<const Pack<1>*>(prefix), prefix_lse,
          reinterpret_cast<const Pack<1>*>(suffix), suffix_lse, tokens, heads, size);
  }
}
