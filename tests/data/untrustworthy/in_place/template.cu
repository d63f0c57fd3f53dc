// SPDX-License-Identifier: GPL-3.0-or-later
// 101: changes its argument, which the problem says it does.
__global__ void twice(float* data, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) data[i] = 2.0f * data[i];
}
