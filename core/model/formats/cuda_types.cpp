// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/cuda_types.h"

#include <array>
#include <utility>

namespace kw {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;
constexpr std::array attributes{
    Pair{"threads_per_block", "cudaDevAttrMaxThreadsPerBlock"},
    Pair{"block_x", "cudaDevAttrMaxBlockDimX"},
    Pair{"block_y", "cudaDevAttrMaxBlockDimY"},
    Pair{"block_z", "cudaDevAttrMaxBlockDimZ"},
    Pair{"grid_x", "cudaDevAttrMaxGridDimX"},
    Pair{"grid_y", "cudaDevAttrMaxGridDimY"},
    Pair{"grid_z", "cudaDevAttrMaxGridDimZ"},
    Pair{"shared_memory_per_block", "cudaDevAttrMaxSharedMemoryPerBlock"},
    Pair{"shared_memory_per_block_optin", "cudaDevAttrMaxSharedMemoryPerBlockOptin"},
    Pair{"shared_memory_per_sm", "cudaDevAttrMaxSharedMemoryPerMultiprocessor"},
    Pair{"reserved_shared_memory_per_block", "cudaDevAttrReservedSharedMemoryPerBlock"},
    Pair{"registers_per_block", "cudaDevAttrMaxRegistersPerBlock"},
    Pair{"registers_per_sm", "cudaDevAttrMaxRegistersPerMultiprocessor"},
    Pair{"sm_count", "cudaDevAttrMultiProcessorCount"},
    Pair{"warp_size", "cudaDevAttrWarpSize"},
    Pair{"threads_per_sm", "cudaDevAttrMaxThreadsPerMultiProcessor"},
    Pair{"blocks_per_sm", "cudaDevAttrMaxBlocksPerMultiprocessor"},
    Pair{"l2_bytes", "cudaDevAttrL2CacheSize"},
    Pair{"clock_khz", "cudaDevAttrClockRate"},
    Pair{"cluster", "cudaDevAttrClusterLaunch"},
    Pair{"cooperative", "cudaDevAttrCooperativeLaunch"},
};

}  // namespace

std::string_view cudaTypeName(ElementType type) {
  switch (type) {
    case ElementType::float64:
      return "double";
    case ElementType::float32:
      return "float";
    case ElementType::float16:
      return "__half";
    case ElementType::bfloat16:
      return "__nv_bfloat16";
    case ElementType::fp8e4m3:
      return "__nv_fp8_e4m3";
    case ElementType::fp8e5m2:
      return "__nv_fp8_e5m2";
    case ElementType::int64:
      return "int64_t";
    case ElementType::int32:
      return "int32_t";
    case ElementType::int16:
      return "int16_t";
    case ElementType::int8:
      return "int8_t";
    case ElementType::uint64:
      return "uint64_t";
    case ElementType::uint32:
      return "uint32_t";
    case ElementType::uint16:
      return "uint16_t";
    case ElementType::uint8:
      return "uint8_t";
    case ElementType::boolean:
      return "bool";
  }
  return "";
}

std::string_view cudaTypeHeader(ElementType type) {
  switch (type) {
    case ElementType::float16:
      return "cuda_fp16.h";
    case ElementType::bfloat16:
      return "cuda_bf16.h";
    case ElementType::fp8e4m3:
    case ElementType::fp8e5m2:
      return "cuda_fp8.h";
    default:
      return "";
  }
}

std::optional<std::string_view> cudaAttribute(std::string_view limit) {
  for (const auto& [name, attribute] : attributes)
    if (name == limit) return attribute;
  return std::nullopt;
}

}  // namespace kw
