#pragma once
#include <cuda_bf16.h>
#include <torch/extension.h>

#define WIDE_LOAD(pointer) __ldg(pointer)
#define DEVICE_INLINE __device__ __forceinline__

template <typename T>
struct Convert {
  static constexpr bool known = false;
};
template <>
struct Convert<c10::BFloat16> {
  static constexpr bool known = true;
  DEVICE_INLINE static float up(__nv_bfloat16 value) { return __bfloat162float(value); }
};
template <>
struct Convert<float> {
  static constexpr bool known = true;
  DEVICE_INLINE static float up(float value) { return value; }
};

inline void checkContiguous(const torch::Tensor& tensor) { TORCH_CHECK(tensor.is_contiguous()); }
