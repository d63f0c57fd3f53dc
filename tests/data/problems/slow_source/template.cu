// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void scale(float* y, const float* x, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) y[i] = 2.0f * x[i];
}
