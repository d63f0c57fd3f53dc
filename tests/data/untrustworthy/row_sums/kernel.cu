// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void rowSums(float* __restrict__ out, const float* __restrict__ in, int rows, int width) {
  __shared__ float parts[128];
  float sum = 0;
  for (int i = threadIdx.x; i < width; i += 128)
    sum += in[static_cast<long long>(blockIdx.x) * width + i];
  parts[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) parts[threadIdx.x] += parts[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = parts[0];
}
