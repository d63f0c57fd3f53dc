// SPDX-License-Identifier: GPL-3.0-or-later
// Any candidate beats it, since it reads each element again and again.
__global__ void scale(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const volatile float* again = x;
  float value = 0.0f;
  for (int k = 0; i < n && k < 200; ++k) value = again[i];
  if (i < n) y[i] = 2.0f * value;
}
