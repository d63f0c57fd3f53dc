// SPDX-License-Identifier: GPL-3.0-or-later
// 9: launches work that no event of ours sees; in a problem of its own, since the host device refuses the whole text.
__global__ void rest(float* out, const float* in, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = 0.5f * in[i];
}

__global__ void halve(float* out, const float* in, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) rest<<<(n + 127) / 128, 128>>>(out, in, n);
}
