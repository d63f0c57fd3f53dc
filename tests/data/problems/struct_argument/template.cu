// SPDX-License-Identifier: GPL-3.0-or-later
struct Settings {
  double scale;
  long long count;
  float shift;
  unsigned char flip;
};
__global__ void affine(double* __restrict__ out, const double* __restrict__ in, Settings settings) {
  for (int k = 0; k < ITEMS; ++k) {
    const long long i = (static_cast<long long>(blockIdx.x) * ITEMS + k) * BLOCK + threadIdx.x;
    if (i < settings.count) out[i] = (settings.flip ? -1.0 : 1.0) * (settings.scale * in[i] + settings.shift);
  }
}
