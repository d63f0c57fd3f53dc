// SPDX-License-Identifier: GPL-3.0-or-later
// The gate of a mixture of experts: the softmax of each token's logits, and of that the topk largest with the numbers
// of their experts, largest first; of equal ones the lower number first. LANES threads share a token. Where its
// logits fit into their registers (KEEP each), what was found is crossed out there; otherwise the next one is the
// first, in that order, which comes after the last one found.
template <int count> struct Word;
template <> struct Word<1> { using type = float; };
template <> struct Word<2> { using type = float2; };
template <> struct Word<4> { using type = float4; };

template <int count>
union Pack {
  typename Word<count>::type word;
  float value[count];
};

// A logit and its expert. Nothing is {-infinity, `nobody`}.
struct Choice {
  float value;
  int index;
};
constexpr int nobody = 0x7fffffff;

__device__ inline bool comesBefore(const Choice& a, const Choice& b) {
  return a.value > b.value || (a.value == b.value && a.index < b.index);
}

__device__ inline float exponential(float x) {
#if FAST_EXP
  return __expf(x);
#else
  return expf(x);
#endif
}

// Unsigned numbers that order as the logits do; both zeros are one.
__device__ inline unsigned ordered(float value) {
  const unsigned bits = __float_as_uint(value == 0.0f ? 0.0f : value);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}
__device__ inline float unordered(unsigned key) {
  return __uint_as_float(key >> 31 ? key & 0x7fffffffu : ~key);
}

// The best of what the LANES threads of a token have, given to all of them.
__device__ inline Choice bestOf(Choice mine) {
#if JOIN == 0
#pragma unroll
  for (int distance = LANES / 2; distance > 0; distance /= 2) {
    const Choice other{__shfl_xor_sync(0xffffffffu, mine.value, distance),
                       __shfl_xor_sync(0xffffffffu, mine.index, distance)};
    if (comesBefore(other, mine)) mine = other;
  }
  return mine;
#elif JOIN == 1
  unsigned long long key = static_cast<unsigned long long>(ordered(mine.value)) << 32;
  key |= ~static_cast<unsigned>(mine.index);
#pragma unroll
  for (int distance = LANES / 2; distance > 0; distance /= 2) {
    key = max(key, __shfl_xor_sync(0xffffffffu, key, distance));
  }
  return {unordered(static_cast<unsigned>(key >> 32)), static_cast<int>(~static_cast<unsigned>(key))};
#else
  const unsigned mineOrdered = ordered(mine.value);
  const unsigned largest = __reduce_max_sync(0xffffffffu, mineOrdered);
  const unsigned index = mineOrdered == largest ? static_cast<unsigned>(mine.index) : static_cast<unsigned>(nobody);
  return {unordered(largest), static_cast<int>(__reduce_min_sync(0xffffffffu, index))};
#endif
}

__device__ inline float sumOf(float sum) {
#pragma unroll
  for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
  return sum;
}

// Where the softmax of a choice goes: thread k % LANES writes the k-th.
struct Result {
  float* weights;
  int* indices;
  float largest, inverse;
  bool present;

  __device__ void write(int k, int lane, const Choice& choice) const {
    if (!present || lane != k % LANES) return;
    weights[k] = exponential(choice.value - largest) * inverse;
    indices[k] = choice.index;
  }
};

// Every thread of a warp comes to each of the exchanges, also those of tokens beyond the last.
template <int count>
__device__ inline void chooseInRegisters(Result result, const float* row, int experts, int topk, int lane) {
  constexpr int packs = KEEP / count;
  Pack<count> kept[packs];
  unsigned left = 0;  // a bit for each kept logit that has not been chosen
#pragma unroll
  for (int p = 0; p < packs; ++p) {
    const int i = (p * LANES + lane) * count;
    if (i < experts) {
      kept[p].word = *reinterpret_cast<const typename Word<count>::type*>(row + i);
      left |= ((1u << count) - 1u) << (p * count);
    }
  }
  // In ascending order of experts, so that the first of equal ones stays.
  const auto findOwn = [&] {
    Choice best{-INFINITY, nobody};
#pragma unroll
    for (int j = 0; j < KEEP; ++j) {
      const float value = kept[j / count].value[j % count];
      const bool open = left >> j & 1u;
      if (open && (value > best.value || best.index == nobody)) {
        best = {value, (j / count * LANES + lane) * count + j % count};
      }
    }
    return best;
  };
  Choice own = findOwn();
  Choice found = bestOf(own);
  result.largest = found.value;
  float sum = 0.0f;
#pragma unroll
  for (int j = 0; j < KEEP; ++j) {
    if (left >> j & 1u) sum += exponential(kept[j / count].value[j % count] - result.largest);
  }
  result.inverse = 1.0f / sumOf(sum);
  for (int k = 0;; ++k) {
    result.write(k, lane, found);
    if (k + 1 == topk) break;
    const int pack = found.index / count;
    const bool mine = pack % LANES == lane;
    if (mine) left &= ~(1u << (pack / LANES * count + found.index % count));
#if OWN_BEST
    if (mine) own = findOwn();
#else
    own = findOwn();
#endif
    found = bestOf(own);
  }
}

__device__ inline void chooseInMemory(Result result, const float* row, int experts, int topk, int lane) {
  const auto findOwn = [&](const Choice& last) {
    Choice best{-INFINITY, nobody};
    for (int i = lane; i < experts; i += LANES) {
      const Choice here{row[i], i};
      if (comesBefore(last, here) && comesBefore(here, best)) best = here;
    }
    return best;
  };
  Choice found = bestOf(findOwn({INFINITY, -1}));
  result.largest = found.value;
  float sum = 0.0f;
  for (int i = lane; i < experts; i += LANES) sum += exponential(row[i] - result.largest);
  result.inverse = 1.0f / sumOf(sum);
  for (int k = 0;; ++k) {
    result.write(k, lane, found);
    if (k + 1 == topk) break;
    found = bestOf(findOwn(found));
  }
}

__global__ void __launch_bounds__(BLOCK)
    topk_softmax(float* __restrict__ weights, int* __restrict__ indices, const float* __restrict__ logits, int tokens,
                 int experts, int topk) {
  const long long token = static_cast<long long>(blockIdx.x) * (BLOCK / LANES) + threadIdx.x / LANES;
  const int lane = static_cast<int>(threadIdx.x) % LANES;
  const bool present = token < tokens;
  // A token beyond the last does what the first one does, without writing.
  const long long place = present ? token : 0;
  const float* row = logits + place * experts;
  const Result result{weights + place * topk, indices + place * topk, 0.0f, 0.0f, present};
  if (experts > LANES * KEEP) {
    chooseInMemory(result, row, experts, topk, lane);
  } else if (experts % VEC == 0) {
    chooseInRegisters<VEC>(result, row, experts, topk, lane);
  } else {
    chooseInRegisters<1>(result, row, experts, topk, lane);
  }
}
