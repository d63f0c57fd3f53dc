// SPDX-License-Identifier: GPL-3.0-or-later
// residual[t] += x[t], then x[t] = residual[t] / sqrt(mean(residual[t]^2) + epsilon) * weight: both in place, sums in
// fp32, what a transformer does between two of its blocks. One block per token, eight elements at a time where
// rows are aligned for that.
#include <cuda_bf16.h>

template <int count>
struct alignas(2 * count) Pack {
  __nv_bfloat16 value[count];
};

__device__ float blockSum(float sum) {
  __shared__ float partial[32];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
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
__device__ void addAndNormalise(Pack<count>* x, Pack<count>* residual, const Pack<count>* weight, float epsilon,
                                int width) {
  const int packs = width / count;
  float sum = 0.0f;
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> addend = x[i];
    Pack<count> total = residual[i];
    for (int e = 0; e < count; ++e) {
      total.value[e] = __float2bfloat16(__bfloat162float(addend.value[e]) + __bfloat162float(total.value[e]));
      const float value = __bfloat162float(total.value[e]);
      sum += value * value;
    }
    residual[i] = total;
  }
  const float scale = rsqrtf(blockSum(sum) / width + epsilon);
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> total = residual[i];
    const Pack<count> factor = weight[i];
    Pack<count> result;
    for (int e = 0; e < count; ++e) {
      result.value[e] =
          __float2bfloat16(__bfloat162float(total.value[e]) * scale * __bfloat162float(factor.value[e]));
    }
    x[i] = result;
  }
}

__global__ void __launch_bounds__(1024)
    fused_add_rmsnorm(__nv_bfloat16* __restrict__ x, __nv_bfloat16* __restrict__ residual,
                      const __nv_bfloat16* __restrict__ weight, float epsilon, int width) {
  const long long start = static_cast<long long>(blockIdx.x) * width;
  if (width % 8 == 0) {
    addAndNormalise(reinterpret_cast<Pack<8>*>(x + start), reinterpret_cast<Pack<8>*>(residual + start),
                    reinterpret_cast<const Pack<8>*>(weight), epsilon, width);
  } else {
    addAndNormalise(reinterpret_cast<Pack<1>*>(x + start), reinterpret_cast<Pack<1>*>(residual + start),
                    reinterpret_cast<const Pack<1>*>(weight), epsilon, width);
  }
}
