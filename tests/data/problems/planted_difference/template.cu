// SPDX-License-Identifier: GPL-3.0-or-later
// The same kernel on an input that is EXTRA percent longer: what is read beyond n changes nothing, and costs what reading
// costs. Reads and writes weigh alike, so an EXTRA of 2 makes it about 1 % slower, and 6 about 3 %.
__global__ void scale(float* __restrict__ y, const float* __restrict__ x, int n, int extra) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) {
    y[i] = 2.0f * x[i];
  } else if (i < n + n / 100 * EXTRA && x[i] > 1e30f) {
    y[0] = 0.0f;  // never, but the compiler does not know
  }
}
