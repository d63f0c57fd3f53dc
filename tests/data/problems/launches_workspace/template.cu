// SPDX-License-Identifier: GPL-3.0-or-later
// The maximum and the sum of SPLIT parts of each row, then all of them joined.
__global__ void row_statistics(float* largest, float* total, const float* __restrict__ in, int columns) {
  const int row = blockIdx.x / SPLIT;
  const int part = blockIdx.x % SPLIT;
  const float* from = in + static_cast<long long>(row) * columns;
  float most = -INFINITY;
  for (int i = part * 32 + threadIdx.x; i < columns; i += SPLIT * 32) most = fmaxf(most, from[i]);
  for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, d));
  float sum = 0.0f;
  for (int i = part * 32 + threadIdx.x; i < columns; i += SPLIT * 32) sum += expf(from[i] - most);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x == 0) {
    largest[blockIdx.x] = most;
    total[blockIdx.x] = sum;
  }
}

__global__ void normalise(float* out, const float* __restrict__ in, const float* largest, const float* total, int columns) {
  float most = -INFINITY;
  for (int p = 0; p < SPLIT; ++p) most = fmaxf(most, largest[blockIdx.x * SPLIT + p]);
  float sum = 0.0f;
  for (int p = 0; p < SPLIT; ++p) {
    const float own = largest[blockIdx.x * SPLIT + p];
    if (own != -INFINITY) sum += total[blockIdx.x * SPLIT + p] * expf(own - most);
  }
  const long long start = static_cast<long long>(blockIdx.x) * columns;
  for (int i = threadIdx.x; i < columns; i += BLOCK) out[start + i] = expf(in[start + i] - most) / sum;
}
