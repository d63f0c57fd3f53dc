// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for <algorithm> under NVRTC: min, max and clamp.
#pragma once
#include <utility>
namespace std {
template <class T>
__host__ __device__ constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
__host__ __device__ constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
__host__ __device__ constexpr const T& clamp(const T& value, const T& low, const T& high) {
  return value < low ? low : high < value ? high : value;
}
}  // namespace std
