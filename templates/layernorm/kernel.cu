// SPDX-License-Identifier: GPL-3.0-or-later
// y[t] = (x[t] - mean(x[t])) / sqrt(variance(x[t]) + epsilon) * weight + bias, sums in fp32, the variance from the
// deviations. One block per row, eight elements at a time where rows are aligned for that.
#include <cuda_bf16.h>

template <int count>
struct alignas(2 * count) Pack {
  __nv_bfloat16 value[count];
};

__device__ float blockSum(float sum) {
  __shared__ float partial[32];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
  __syncthreads();  // an earlier sum has been read
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x == 0) partial[0] = sum;
  }
  __syncthreads();
  return partial[0];
}

template <int count>
__device__ void normalise(Pack<count>* y, const Pack<count>* x, const Pack<count>* weight, const Pack<count>* bias,
                          float epsilon, int width) {
  const int packs = width / count;
  float sum = 0.0f;
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> pack = x[i];
    for (int e = 0; e < count; ++e) sum += __bfloat162float(pack.value[e]);
  }
  const float mean = blockSum(sum) / width;
  float squares = 0.0f;
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> pack = x[i];
    for (int e = 0; e < count; ++e) {
      const float deviation = __bfloat162float(pack.value[e]) - mean;
      squares += deviation * deviation;
    }
  }
  const float scale = rsqrtf(blockSum(squares) / width + epsilon);
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> pack = x[i];
    const Pack<count> factor = weight[i];
    const Pack<count> shift = bias[i];
    Pack<count> result;
    for (int e = 0; e < count; ++e) {
      result.value[e] = __float2bfloat16((__bfloat162float(pack.value[e]) - mean) * scale *
                                             __bfloat162float(factor.value[e]) +
                                         __bfloat162float(shift.value[e]));
    }
    y[i] = result;
  }
}

__global__ void __launch_bounds__(1024)
    layernorm(__nv_bfloat16* __restrict__ y, const __nv_bfloat16* __restrict__ x,
              const __nv_bfloat16* __restrict__ weight, const __nv_bfloat16* __restrict__ bias, float epsilon,
              int width) {
  const long long start = static_cast<long long>(blockIdx.x) * width;
  if (width % 8 == 0) {
    normalise(reinterpret_cast<Pack<8>*>(y + start), reinterpret_cast<const Pack<8>*>(x + start),
              reinterpret_cast<const Pack<8>*>(weight), reinterpret_cast<const Pack<8>*>(bias), epsilon, width);
  } else {
    normalise(reinterpret_cast<Pack<1>*>(y + start), reinterpret_cast<const Pack<1>*>(x + start),
              reinterpret_cast<const Pack<1>*>(weight), reinterpret_cast<const Pack<1>*>(bias), epsilon, width);
  }
}
