// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void saxpy(float* __restrict__ y, const float* __restrict__ x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
