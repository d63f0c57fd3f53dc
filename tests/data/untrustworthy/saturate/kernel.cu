// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void saturate(signed char* out, const float* in, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = static_cast<signed char>(fminf(fmaxf(rintf(400.0f * in[i]), -127.0f), 127.0f));
}
