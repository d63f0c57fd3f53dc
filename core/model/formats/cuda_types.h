// SPDX-License-Identifier: GPL-3.0-or-later
// Element types and device limits as the CUDA runtime names them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/problem/problem.h"

namespace kw {

std::string_view cudaTypeName(ElementType type);    // "__nv_bfloat16", "int32_t"
std::string_view cudaTypeHeader(ElementType type);  // "cuda_bf16.h", or "" where none is needed
// The attribute that holds device.NAME ("cudaDevAttrMultiProcessorCount" for sm_count), or nothing.
std::optional<std::string_view> cudaAttribute(std::string_view limit);

}  // namespace kw
