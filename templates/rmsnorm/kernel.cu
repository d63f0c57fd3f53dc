// SPDX-License-Identifier: GPL-3.0-or-later
// y[t][i] = x[t][i] / sqrt(mean(x[t]^2) + epsilon) * weight[i], sums in fp32. One block per token.
#include <cuda_bf16.h>

__global__ void rmsnorm(__nv_bfloat16* __restrict__ y, const __nv_bfloat16* __restrict__ x,
                        const __nv_bfloat16* __restrict__ weight, float epsilon, int width) {
  __shared__ float partial[32];
  const __nv_bfloat16* row = x + static_cast<long long>(blockIdx.x) * width;
  __nv_bfloat16* result = y + static_cast<long long>(blockIdx.x) * width;

  float sum = 0.0f;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    const float value = __bfloat162float(row[i]);
    sum += value * value;
  }
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x == 0) partial[0] = rsqrtf(sum / width + epsilon);
  }
  __syncthreads();

  const float scale = partial[0];
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    result[i] = __float2bfloat16(__bfloat162float(row[i]) * scale * __bfloat162float(weight[i]));
  }
}
