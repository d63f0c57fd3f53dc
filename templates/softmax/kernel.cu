// SPDX-License-Identifier: GPL-3.0-or-later
// y[r] = exp(x[r] - max(x[r])), divided by its sum, for each row. One block per row, which it walks three times, four
// elements at a time where rows are aligned for that.
struct Maximum {
  static __device__ float none() { return -INFINITY; }
  static __device__ float of(float a, float b) { return fmaxf(a, b); }
};
struct Sum {
  static __device__ float none() { return 0.0f; }
  static __device__ float of(float a, float b) { return a + b; }
};

template <class Operation>
__device__ float overBlock(float value) {
  __shared__ float partial[32];
  for (int distance = 16; distance > 0; distance /= 2)
    value = Operation::of(value, __shfl_down_sync(0xffffffffu, value, distance));
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : Operation::none();
    for (int distance = 16; distance > 0; distance /= 2)
      value = Operation::of(value, __shfl_down_sync(0xffffffffu, value, distance));
    if (threadIdx.x == 0) partial[0] = value;
  }
  __syncthreads();
  return partial[0];
}

template <int count>
struct alignas(4 * count) Pack {
  float value[count];
};

template <int count>
__device__ void softmaxOfRow(Pack<count>* y, const Pack<count>* x, int columns) {
  const int packs = columns / count;
  float largest = -INFINITY;
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> pack = x[i];
    for (int e = 0; e < count; ++e) largest = fmaxf(largest, pack.value[e]);
  }
  largest = overBlock<Maximum>(largest);
  float sum = 0.0f;
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> pack = x[i];
    for (int e = 0; e < count; ++e) sum += expf(pack.value[e] - largest);
  }
  const float scale = 1.0f / overBlock<Sum>(sum);
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    Pack<count> pack = x[i];
    for (int e = 0; e < count; ++e) pack.value[e] = expf(pack.value[e] - largest) * scale;
    y[i] = pack;
  }
}

__global__ void __launch_bounds__(1024) softmax(float* __restrict__ y, const float* __restrict__ x, int columns) {
  const long long start = static_cast<long long>(blockIdx.x) * columns;
  if (columns % 4 == 0) {
    softmaxOfRow(reinterpret_cast<Pack<4>*>(y + start), reinterpret_cast<const Pack<4>*>(x + start), columns);
  } else {
    softmaxOfRow(reinterpret_cast<Pack<1>*>(y + start), reinterpret_cast<const Pack<1>*>(x + start), columns);
  }
}
