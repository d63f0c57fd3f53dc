// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between numbers, and of bits to another type. To integers they saturate, and NaN
// gives 0, as on a GPU.
#pragma once

namespace kw_host {

template <class Integer, class Real>
inline Integer toInteger(Real rounded) {
  constexpr Integer least = std::numeric_limits<Integer>::min(),
                    most = std::numeric_limits<Integer>::max();
  if (rounded != rounded) return 0;
  if (rounded <= static_cast<Real>(least)) return least;
  if (rounded >= static_cast<Real>(most)) return most;
  return static_cast<Integer>(rounded);
}

}  // namespace kw_host

#define KW_TO_INTEGER(prefix, real, integer)                \
  inline integer prefix##_rn(real x) {                      \
    return kw_host::toInteger<integer>(__builtin_rint(x));  \
  }                                                         \
  inline integer prefix##_rz(real x) {                      \
    return kw_host::toInteger<integer>(__builtin_trunc(x)); \
  }                                                         \
  inline integer prefix##_ru(real x) {                      \
    return kw_host::toInteger<integer>(__builtin_ceil(x));  \
  }                                                         \
  inline integer prefix##_rd(real x) {                      \
    return kw_host::toInteger<integer>(__builtin_floor(x)); \
  }
KW_TO_INTEGER(__float2int, float, int)
KW_TO_INTEGER(__float2uint, float, unsigned)
KW_TO_INTEGER(__float2ll, float, long long)
KW_TO_INTEGER(__float2ull, float, unsigned long long)
KW_TO_INTEGER(__double2int, double, int)
KW_TO_INTEGER(__double2uint, double, unsigned)
KW_TO_INTEGER(__double2ll, double, long long)
KW_TO_INTEGER(__double2ull, double, unsigned long long)
#undef KW_TO_INTEGER

#define KW_INT2FLOAT(name)        \
  inline float name(int x) {      \
    return static_cast<float>(x); \
  }
#define KW_UINT2FLOAT(name)       \
  inline float name(unsigned x) { \
    return static_cast<float>(x); \
  }
#define KW_LL2FLOAT(name)          \
  inline float name(long long x) { \
    return static_cast<float>(x);  \
  }
#define KW_ULL2FLOAT(name)                  \
  inline float name(unsigned long long x) { \
    return static_cast<float>(x);           \
  }
#define KW_LL2DOUBLE(name)          \
  inline double name(long long x) { \
    return static_cast<double>(x);  \
  }
#define KW_ULL2DOUBLE(name)                  \
  inline double name(unsigned long long x) { \
    return static_cast<double>(x);           \
  }
#define KW_DOUBLE2FLOAT(name)     \
  inline float name(double x) {   \
    return static_cast<float>(x); \
  }
KW_ROUNDINGS(KW_INT2FLOAT, __int2float)
KW_ROUNDINGS(KW_UINT2FLOAT, __uint2float)
KW_ROUNDINGS(KW_LL2FLOAT, __ll2float)
KW_ROUNDINGS(KW_ULL2FLOAT, __ull2float)
KW_ROUNDINGS(KW_LL2DOUBLE, __ll2double)
KW_ROUNDINGS(KW_ULL2DOUBLE, __ull2double)
KW_ROUNDINGS(KW_DOUBLE2FLOAT, __double2float)
inline double __int2double_rn(int x) {
  return x;
}
inline double __uint2double_rn(unsigned x) {
  return x;
}

// --- the same bits as another type

inline int __float_as_int(float x) {
  return __builtin_bit_cast(int, x);
}
inline unsigned __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned, x);
}
inline float __int_as_float(int x) {
  return __builtin_bit_cast(float, x);
}
inline float __uint_as_float(unsigned x) {
  return __builtin_bit_cast(float, x);
}
inline long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
inline double __longlong_as_double(long long x) {
  return __builtin_bit_cast(double, x);
}
inline int __double2hiint(double x) {
  return static_cast<int>(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
  return static_cast<int>(__double_as_longlong(x));
}
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}
#undef KW_ROUNDINGS
