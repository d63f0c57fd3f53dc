// SPDX-License-Identifier: GPL-3.0-or-later
// y[r] = exp(x[r] - max(x[r])), divided by its sum, for each row. A row is shared by SPLIT blocks of a cluster with
// THREADS threads each, a block handles (its share of) ROWS rows. Each thread keeps its first KEEP packs of VEC
// elements in registers, first as they are and then as their exponentials; what is beyond them is read again. With
// ONLINE one pass finds maximum and sum together: a sum is scaled whenever its maximum grows.
#if SPLIT > 1
#include <cooperative_groups.h>
#endif

template <int count> struct Word;
template <> struct Word<1> { using type = float; };
template <> struct Word<2> { using type = float2; };
template <> struct Word<4> { using type = float4; };

template <int count>
union Pack {
  typename Word<count>::type word;
  float value[count];
};

template <int count>
__device__ inline Pack<count> load(const float* from) {
  Pack<count> pack;
  pack.word = *reinterpret_cast<const typename Word<count>::type*>(from);
  return pack;
}

// For what is read once.
template <int count>
__device__ inline Pack<count> loadOnce(const float* from) {
#if STREAM & 1
  Pack<count> pack;
  pack.word = __ldcs(reinterpret_cast<const typename Word<count>::type*>(from));
  return pack;
#else
  return load<count>(from);
#endif
}

template <int count>
__device__ inline void store(float* to, const Pack<count>& pack) {
  using W = typename Word<count>::type;
#if STREAM & 2
  __stcs(reinterpret_cast<W*>(to), pack.word);
#else
  *reinterpret_cast<W*>(to) = pack.word;
#endif
}

__device__ inline float exponential(float x) {
#if FAST_EXP
  return __expf(x);
#else
  return expf(x);
#endif
}

// The largest of some elements, and the sum of their exponentials relative to it.
struct Share {
  float largest, sum;
};

// What a sum relative to `from` is multiplied by to be relative to `to`. Both are -infinity where nothing was seen.
__device__ inline float rescaling(float from, float to) { return from == to ? 1.0f : exponential(from - to); }

struct Joined {
  __device__ Share operator()(const Share& a, const Share& b) const {
    const float largest = fmaxf(a.largest, b.largest);
    return {largest, a.sum * rescaling(a.largest, largest) + b.sum * rescaling(b.largest, largest)};
  }
};
struct Larger {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Added {
  __device__ float operator()(float a, float b) const { return a + b; }
};

__device__ inline float exchanged(float value, int distance) {
  return __shfl_xor_sync(0xffffffffu, value, distance);
}
__device__ inline Share exchanged(const Share& value, int distance) {
  return {exchanged(value.largest, distance), exchanged(value.sum, distance)};
}

// Joins what the threads of a row have, in all blocks of the cluster, and gives it to each of them.
template <class T, class Join>
__device__ inline T overRow(T value, Join join) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) value = join(value, exchanged(value, distance));
#if THREADS > 32
  constexpr int warps = THREADS / 32;
  __shared__ T partial[ROWS][warps];
  if (threadIdx.x % 32 == 0) partial[threadIdx.y][threadIdx.x / 32] = value;
  __syncthreads();
  value = partial[threadIdx.y][0];
#pragma unroll
  for (int w = 1; w < warps; ++w) value = join(value, partial[threadIdx.y][w]);
#endif
#if SPLIT > 1
  __shared__ T ofBlock[ROWS];
  if (threadIdx.x == 0) ofBlock[threadIdx.y] = value;
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  cluster.sync();
  value = *cluster.map_shared_rank(&ofBlock[threadIdx.y], 0);
#pragma unroll
  for (int b = 1; b < SPLIT; ++b) value = join(value, *cluster.map_shared_rank(&ofBlock[threadIdx.y], b));
#endif
  return value;
}

template <int count>
__device__ inline float largestOf(const Pack<count>& pack) {
  float largest = pack.value[0];
#pragma unroll
  for (int e = 1; e < count; ++e) largest = fmaxf(largest, pack.value[e]);
  return largest;
}

// The pack's elements become their exponentials relative to `base`, whose sum is given.
template <int count>
__device__ inline float raise(Pack<count>& pack, float base) {
  float sum = 0.0f;
#pragma unroll
  for (int e = 0; e < count; ++e) {
    pack.value[e] = exponential(pack.value[e] - base);
    sum += pack.value[e];
  }
  return sum;
}

template <int count>
__device__ inline Pack<count> scaled(Pack<count> pack, float factor) {
#pragma unroll
  for (int e = 0; e < count; ++e) pack.value[e] *= factor;
  return pack;
}

// Columns begin to end of one row; all threads of the block come here, since all meet in overRow.
template <int count>
__device__ inline void softmaxOfRow(float* y, const float* x, int begin, int end) {
  constexpr int step = THREADS * count;
  const int first = begin + static_cast<int>(threadIdx.x) * count;
  float largest = -INFINITY;
#if KEEP > 0
  Pack<count> kept[KEEP];
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) kept[k] = loadOnce<count>(x + first + k * step);
  }
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) largest = fmaxf(largest, largestOf(kept[k]));
  }
#endif
#if !ONLINE
  for (int i = first + KEEP * step; i < end; i += step) largest = fmaxf(largest, largestOf(load<count>(x + i)));
  largest = overRow(largest, Larger());
#endif
  // What the kept exponentials are relative to.
  [[maybe_unused]] const float base = largest;
  float sum = 0.0f;
#if KEEP > 0
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) sum += raise(kept[k], base);
  }
#endif
  for (int i = first + KEEP * step; i < end; i += step) {
    Pack<count> pack = load<count>(x + i);
#if ONLINE
    const float before = largest;
    largest = fmaxf(largest, largestOf(pack));
    sum *= rescaling(before, largest);
#endif
    sum += raise(pack, largest);
  }
#if ONLINE
  const Share all = overRow(Share{largest, sum}, Joined());
  largest = all.largest;
  const float inverse = 1.0f / all.sum;
  [[maybe_unused]] const float factor = inverse * rescaling(base, largest);
#else
  const float inverse = 1.0f / overRow(sum, Added());
  [[maybe_unused]] const float factor = inverse;
#endif
#if KEEP > 0
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) store<count>(y + first + k * step, scaled(kept[k], factor));
  }
#endif
  for (int i = first + KEEP * step; i < end; i += step) {
    Pack<count> pack = load<count>(x + i);
    raise(pack, largest);
    store<count>(y + i, scaled(pack, inverse));
  }
}

__global__ void __launch_bounds__(THREADS * ROWS)
    softmax(float* __restrict__ y, const float* __restrict__ x, int columns, int rows) {
  const long long row = static_cast<long long>(blockIdx.x / SPLIT) * ROWS + threadIdx.y;
  const long long start = row < rows ? row * columns : 0;
  // Shares begin where a pack does.
  const int share = ((columns + SPLIT - 1) / SPLIT + VEC - 1) / VEC * VEC;
  const int begin = static_cast<int>(blockIdx.x % SPLIT) * share;
  const int end = row < rows ? min(columns, begin + share) : 0;
  if (columns % VEC == 0) {
    softmaxOfRow<VEC>(y + start, x + start, begin, end);
  } else {
    softmaxOfRow<1>(y + start, x + start, begin, end);
  }
#if SPLIT > 1
  // The others of the cluster may still be reading from here.
  cooperative_groups::this_cluster().sync();
#endif
}
