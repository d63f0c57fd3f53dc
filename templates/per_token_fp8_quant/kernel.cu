// SPDX-License-Identifier: GPL-3.0-or-later
// Each token in fp8 (e4m3) with a scale of its own: scales[t] = max|x[t]| / 448, at least 1 / (448 * 512), and
// out[t][i] = x[t][i] / scales[t]. One block per token, eight elements at a time where rows are aligned for that.
#include <cuda_bf16.h>
#include <cuda_fp8.h>

template <int count>
struct alignas(2 * count) Pack {
  __nv_bfloat16 value[count];
};
template <int count>
struct alignas(count) Codes {
  __nv_fp8_storage_t value[count];
};

__device__ float blockMaximum(float value) {
  __shared__ float partial[32];
  for (int distance = 16; distance > 0; distance /= 2)
    value = fmaxf(value, __shfl_down_sync(0xffffffffu, value, distance));
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
    for (int distance = 16; distance > 0; distance /= 2)
      value = fmaxf(value, __shfl_down_sync(0xffffffffu, value, distance));
    if (threadIdx.x == 0) partial[0] = value;
  }
  __syncthreads();
  return partial[0];
}

template <int count>
__device__ void quantise(Codes<count>* out, float* scale, const Pack<count>* x, int width) {
  const int packs = width / count;
  float largest = 0.0f;
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> pack = x[i];
    for (int e = 0; e < count; ++e) largest = fmaxf(largest, fabsf(__bfloat162float(pack.value[e])));
  }
  const float unit = fmaxf(blockMaximum(largest) / 448.0f, 1.0f / (448.0f * 512.0f));
  if (threadIdx.x == 0) *scale = unit;
  const float inverse = 1.0f / unit;
  for (int i = threadIdx.x; i < packs; i += blockDim.x) {
    const Pack<count> pack = x[i];
    Codes<count> codes;
    for (int e = 0; e < count; ++e) {
      codes.value[e] = __nv_cvt_float_to_fp8(__bfloat162float(pack.value[e]) * inverse, __NV_SATFINITE, __NV_E4M3);
    }
    out[i] = codes;
  }
}

__global__ void __launch_bounds__(1024)
    per_token_fp8_quant(__nv_fp8_e4m3* __restrict__ out, float* __restrict__ scales,
                        const __nv_bfloat16* __restrict__ x, int width) {
  const long long start = static_cast<long long>(blockIdx.x) * width;
  float* scale = scales + blockIdx.x;
  if (width % 8 == 0) {
    quantise(reinterpret_cast<Codes<8>*>(out + start), scale, reinterpret_cast<const Pack<8>*>(x + start), width);
  } else {
    quantise(reinterpret_cast<Codes<1>*>(out + start), scale, reinterpret_cast<const Pack<1>*>(x + start), width);
  }
}
