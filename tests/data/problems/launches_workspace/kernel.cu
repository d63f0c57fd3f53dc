// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void row_statistics(float* largest, float* total, const float* __restrict__ in, int columns) {
  const float* row = in + static_cast<long long>(blockIdx.x) * columns;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += 32) most = fmaxf(most, row[i]);
  for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, d));
  float sum = 0.0f;
  for (int i = threadIdx.x; i < columns; i += 32) sum += expf(row[i] - most);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x == 0) {
    largest[blockIdx.x] = most;
    total[blockIdx.x] = sum;
  }
}

__global__ void normalise(float* out, const float* __restrict__ in, const float* largest, const float* total, int columns) {
  const long long start = static_cast<long long>(blockIdx.x) * columns;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    out[start + i] = expf(in[start + i] - largest[blockIdx.x]) / total[blockIdx.x];
  }
}
