// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/tensor_map.h"

#include <array>

namespace kw::cuda {
namespace {

CUtensorMapDataType dataType(ElementType type) {
  switch (type) {
    case ElementType::float64:
      return CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    case ElementType::float32:
      return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    case ElementType::float16:
      return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    case ElementType::bfloat16:
      return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    case ElementType::int64:
      return CU_TENSOR_MAP_DATA_TYPE_INT64;
    case ElementType::uint64:
      return CU_TENSOR_MAP_DATA_TYPE_UINT64;
    case ElementType::int32:
      return CU_TENSOR_MAP_DATA_TYPE_INT32;
    case ElementType::uint32:
      return CU_TENSOR_MAP_DATA_TYPE_UINT32;
    case ElementType::int16:
    case ElementType::uint16:
      return CU_TENSOR_MAP_DATA_TYPE_UINT16;
    default:
      return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  }
}

Result<CUtensorMapSwizzle> swizzle(const std::string& name) {
  if (name.empty() || name == "none") return CU_TENSOR_MAP_SWIZZLE_NONE;
  if (name == "32B") return CU_TENSOR_MAP_SWIZZLE_32B;
  if (name == "64B") return CU_TENSOR_MAP_SWIZZLE_64B;
  if (name == "128B") return CU_TENSOR_MAP_SWIZZLE_128B;
  return failInput("a tensor map's swizzle is none, 32B, 64B or 128B, not \"" + name + "\"");
}

}  // namespace

Result<CUtensorMap> tensorMap(Gpu& gpu, const BoundArgument::TensorMap& plan, CUdeviceptr start) {
  const size_t rank = plan.shape.size();
  if (rank < 1 || rank > 5 || plan.strides.size() != rank || plan.box.size() != rank)
    return failInput(
        "a tensor map needs 1 to 5 axes with as many strides and box lengths; it has " +
        std::to_string(rank) + ", " + std::to_string(plan.strides.size()) + " and " +
        std::to_string(plan.box.size()));
  KW_ASSIGN(const CUtensorMapSwizzle swizzling, swizzle(plan.swizzle));
  std::array<cuuint64_t, 5> shape{}, strides{};
  std::array<cuuint32_t, 5> box{}, steps{};
  for (size_t axis = 0; axis < rank;
       ++axis) {  // ours has the last index fastest, the driver's the first
    const size_t from = rank - 1 - axis;
    shape[axis] = static_cast<cuuint64_t>(plan.shape[from]);
    box[axis] = static_cast<cuuint32_t>(plan.box[from]);
    steps[axis] = 1;
    if (axis > 0)
      strides[axis - 1] = static_cast<cuuint64_t>(plan.strides[from]) * sizeOf(plan.type);
  }
  CUtensorMap map{};
  const CUresult result = gpu.api().cuTensorMapEncodeTiled(
      &map, dataType(plan.type), static_cast<cuuint32_t>(rank), reinterpret_cast<void*>(start),
      shape.data(), strides.data(), box.data(), steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE,
      swizzling, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result == CUDA_SUCCESS) return map;
  return failInput(
      "the driver refuses the tensor map: " + describe(gpu.api(), result), {},
      "its start must be aligned to 16 bytes, all strides but the last be multiples of 16 bytes, "
      "each box "
      "length be at most 256, and the box's last axis fill at most the swizzle's width");
}

}  // namespace kw::cuda
