// SPDX-License-Identifier: GPL-3.0-or-later
// A NaN wins, as it does in NumPy.
__device__ float larger(float a, float b) { return a != a || a > b ? a : b; }

__global__ void rowMaximum(float* out, const float* in, int rows, int width) {
  const float* from = in + static_cast<long long>(blockIdx.x) * width;
  __shared__ float parts[128];
  float best = from[0];
  for (int i = threadIdx.x; i < width; i += 128)
    best = larger(best, from[i]);
  parts[threadIdx.x] = best;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) parts[threadIdx.x] = larger(parts[threadIdx.x], parts[threadIdx.x + step]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = parts[0];
}
