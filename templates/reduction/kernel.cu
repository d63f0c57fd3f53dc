// SPDX-License-Identifier: GPL-3.0-or-later
// total[0] = sum of in[0 .. n). First every block sums a share into partial[block], then one block sums those.
__device__ float blockSum(float value) {
  __shared__ float partial[32];
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffffu, value, distance);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
  if (threadIdx.x < 32) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

__global__ void partial_sums(float* __restrict__ partial, const float* __restrict__ in, int n) {
  float sum = 0.0f;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) sum += in[i];
  sum = blockSum(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void final_sum(float* __restrict__ total, const float* __restrict__ partial, int parts) {
  float sum = 0.0f;
  for (int i = threadIdx.x; i < parts; i += blockDim.x) sum += partial[i];
  sum = blockSum(sum);
  if (threadIdx.x == 0) total[0] = sum;
}
