// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for <limits> under NVRTC: the arithmetic types and the members that kernels use.
#pragma once
#include <limits.h>
#include <math.h>
namespace std {
template <class T>
struct numeric_limits {
  static constexpr bool is_specialized = false;
};
template <class T, T Least, T Greatest, int Digits>
struct __kw_integer_limits {
  static constexpr bool is_specialized = true;
  static constexpr bool is_integer = true;
  static constexpr bool is_exact = true;
  static constexpr bool is_signed = T(-1) < T(0);
  static constexpr bool has_infinity = false;
  static constexpr bool has_quiet_NaN = false;
  static constexpr int digits = Digits;
  __host__ __device__ static constexpr T min() { return Least; }
  __host__ __device__ static constexpr T lowest() { return Least; }
  __host__ __device__ static constexpr T max() { return Greatest; }
  __host__ __device__ static constexpr T epsilon() { return T(0); }
};
template <>
struct numeric_limits<bool> : __kw_integer_limits<bool, false, true, 1> {};
template <>
struct numeric_limits<char> : __kw_integer_limits<char, CHAR_MIN, CHAR_MAX, 7> {};
template <>
struct numeric_limits<signed char> : __kw_integer_limits<signed char, SCHAR_MIN, SCHAR_MAX, 7> {};
template <>
struct numeric_limits<unsigned char> : __kw_integer_limits<unsigned char, 0, UCHAR_MAX, 8> {};
template <>
struct numeric_limits<short> : __kw_integer_limits<short, SHRT_MIN, SHRT_MAX, 15> {};
template <>
struct numeric_limits<unsigned short> : __kw_integer_limits<unsigned short, 0, USHRT_MAX, 16> {};
template <>
struct numeric_limits<int> : __kw_integer_limits<int, INT_MIN, INT_MAX, 31> {};
template <>
struct numeric_limits<unsigned> : __kw_integer_limits<unsigned, 0, UINT_MAX, 32> {};
template <>
struct numeric_limits<long> : __kw_integer_limits<long, LONG_MIN, LONG_MAX, 63> {};
template <>
struct numeric_limits<unsigned long> : __kw_integer_limits<unsigned long, 0, ULONG_MAX, 64> {};
template <>
struct numeric_limits<long long> : __kw_integer_limits<long long, LLONG_MIN, LLONG_MAX, 63> {};
template <>
struct numeric_limits<unsigned long long>
    : __kw_integer_limits<unsigned long long, 0, ULLONG_MAX, 64> {};

struct __kw_real_limits {
  static constexpr bool is_specialized = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool is_signed = true;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
};
template <>
struct numeric_limits<float> : __kw_real_limits {
  static constexpr int digits = FLT_MANT_DIG;
  __host__ __device__ static constexpr float min() { return FLT_MIN; }
  __host__ __device__ static constexpr float lowest() { return -FLT_MAX; }
  __host__ __device__ static constexpr float max() { return FLT_MAX; }
  __host__ __device__ static constexpr float epsilon() { return FLT_EPSILON; }
  __host__ __device__ static constexpr float infinity() {
    return __builtin_bit_cast(float, 0x7f800000u);
  }
  __host__ __device__ static constexpr float quiet_NaN() {
    return __builtin_bit_cast(float, 0x7fc00000u);
  }
};
template <>
struct numeric_limits<double> : __kw_real_limits {
  static constexpr int digits = DBL_MANT_DIG;
  __host__ __device__ static constexpr double min() { return DBL_MIN; }
  __host__ __device__ static constexpr double lowest() { return -DBL_MAX; }
  __host__ __device__ static constexpr double max() { return DBL_MAX; }
  __host__ __device__ static constexpr double epsilon() { return DBL_EPSILON; }
  __host__ __device__ static constexpr double infinity() {
    return __builtin_bit_cast(double, 0x7ff0000000000000ull);
  }
  __host__ __device__ static constexpr double quiet_NaN() {
    return __builtin_bit_cast(double, 0x7ff8000000000000ull);
  }
};
}  // namespace std
