// SPDX-License-Identifier: GPL-3.0-or-later
// FAULT chooses what is wrong with the kernel; 0 is a right one.
__device__ unsigned launches = 0;

__global__ void halve(float* out, const float* in, int n) {
#if FAULT == 5
  __shared__ float tile[60000];
  tile[threadIdx.x] = in[0];
  __syncthreads();
  if (tile[0] == 12345.0f) return;
#endif
#if FAULT == 4
  this does not compile;
#endif
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  float value = 0.5f * in[i];
#if FAULT == 1
  if (i == 700) value += 1.0f;
#endif
#if FAULT == 2
  if (i == n - 1) out[n] = 1.0f;
#endif
#if FAULT == 3
  if (i == 5) {
    volatile int* flag = reinterpret_cast<volatile int*>(out);
    while (*flag != 123456789) {
    }
  }
#endif
#if FAULT == 6
  if (i == 3) const_cast<float*>(in)[3] = 0.0f;
#endif
#if FAULT == 7
  if (i == 0) out[1ll << 42] = 1.0f;
#endif
#if FAULT == 8
  if (i == 100) return;
#endif
#if FAULT == 9
  if (i == 0) out[-2] = 1.0f;
#endif
#if FAULT == 10
  if (i == 0) value += 2e-7f * static_cast<float>(atomicAdd(&launches, 1u) % 2u);
#endif
  out[i] = value;
}
