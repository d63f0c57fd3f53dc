// SPDX-License-Identifier: GPL-3.0-or-later
// Half-precision functions that CUDA's headers give to a GPU only. Each works in float (a fused
// multiply-add in double, which holds the exact product and rounds the sum once more only) and
// rounds once.
#pragma once

namespace kw_host {

inline float real(__half x) {
  return __half2float(x);
}
inline float real(__nv_bfloat16 x) {
  return __bfloat162float(x);
}

template <class T>
inline T rounded(float x);
template <>
inline __half rounded<__half>(float x) {
  return __float2half_rn(x);
}
template <>
inline __nv_bfloat16 rounded<__nv_bfloat16>(float x) {
  return __float2bfloat16_rn(x);
}

template <class T>
inline T roundedDouble(double x);
template <>
inline __half roundedDouble<__half>(double x) {
  return __double2half(x);
}
template <>
inline __nv_bfloat16 roundedDouble<__nv_bfloat16>(double x) {
  return __double2bfloat16(x);
}

template <class T>
inline T fusedMultiplyAdd(T a, T b, T c) {
  return roundedDouble<T>(static_cast<double>(real(a)) * real(b) + real(c));
}

template <class T>
inline T saturated(T x) {
  const float value = real(x);
  return value > 0.0f ? (value < 1.0f ? x : rounded<T>(1.0f)) : rounded<T>(0.0f);
}
template <class T>
inline T rectified(T x) {
  return real(x) < 0.0f ? rounded<T>(0.0f) : x;
}

}  // namespace kw_host

#define KW_HALF_FUNCTION(type, pair, name, expression) \
  inline type h##name(type h) {                        \
    const float x = kw_host::real(h);                  \
    return kw_host::rounded<type>(expression);         \
  }                                                    \
  inline pair h2##name(pair v) {                       \
    return pair{h##name(v.x), h##name(v.y)};           \
  }
#define KW_HALF_FUNCTIONS(type, pair)                                    \
  KW_HALF_FUNCTION(type, pair, ceil, ceilf(x))                           \
  KW_HALF_FUNCTION(type, pair, floor, floorf(x))                         \
  KW_HALF_FUNCTION(type, pair, trunc, truncf(x))                         \
  KW_HALF_FUNCTION(type, pair, rint, rintf(x))                           \
  KW_HALF_FUNCTION(type, pair, sqrt, sqrtf(x))                           \
  KW_HALF_FUNCTION(type, pair, rsqrt, rsqrtf(x))                         \
  KW_HALF_FUNCTION(type, pair, rcp, 1.0f / x)                            \
  KW_HALF_FUNCTION(type, pair, exp, expf(x))                             \
  KW_HALF_FUNCTION(type, pair, exp2, exp2f(x))                           \
  KW_HALF_FUNCTION(type, pair, exp10, exp10f(x))                         \
  KW_HALF_FUNCTION(type, pair, log, logf(x))                             \
  KW_HALF_FUNCTION(type, pair, log2, log2f(x))                           \
  KW_HALF_FUNCTION(type, pair, log10, log10f(x))                         \
  KW_HALF_FUNCTION(type, pair, sin, sinf(x))                             \
  KW_HALF_FUNCTION(type, pair, cos, cosf(x))                             \
  KW_HALF_FUNCTION(type, pair, tanh, tanhf(x))                           \
  KW_HALF_FUNCTION(type, pair, tanh_approx, tanhf(x))                    \
  inline type __hfma(type a, type b, type c) {                           \
    return kw_host::fusedMultiplyAdd(a, b, c);                           \
  }                                                                      \
  inline type __hfma_sat(type a, type b, type c) {                       \
    return kw_host::saturated(__hfma(a, b, c));                          \
  }                                                                      \
  inline type __hfma_relu(type a, type b, type c) {                      \
    return kw_host::rectified(__hfma(a, b, c));                          \
  }                                                                      \
  inline pair __hfma2(pair a, pair b, pair c) {                          \
    return pair{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};           \
  }                                                                      \
  inline pair __hfma2_sat(pair a, pair b, pair c) {                      \
    return pair{__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};   \
  }                                                                      \
  inline pair __hfma2_relu(pair a, pair b, pair c) {                     \
    return pair{__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; \
  }                                                                      \
  inline pair __hcmadd(pair a, pair b, pair c) {                         \
    return pair{__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),         \
                __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};                \
  }
KW_HALF_FUNCTIONS(__half, __half2)
KW_HALF_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
#undef KW_HALF_FUNCTIONS
#undef KW_HALF_FUNCTION

// To integers with a rounding mode; the _rz forms are in CUDA's headers.
#define KW_HALF_TO(type, prefix, suffix, integer)                 \
  inline integer __##prefix##2##suffix##_rn(type h) {             \
    return kw_host::toInteger<integer>(rintf(kw_host::real(h)));  \
  }                                                               \
  inline integer __##prefix##2##suffix##_ru(type h) {             \
    return kw_host::toInteger<integer>(ceilf(kw_host::real(h)));  \
  }                                                               \
  inline integer __##prefix##2##suffix##_rd(type h) {             \
    return kw_host::toInteger<integer>(floorf(kw_host::real(h))); \
  }
#define KW_HALF_TO_ALL(type, prefix)               \
  KW_HALF_TO(type, prefix, int, int)               \
  KW_HALF_TO(type, prefix, uint, unsigned)         \
  KW_HALF_TO(type, prefix, short, short)           \
  KW_HALF_TO(type, prefix, ushort, unsigned short) \
  KW_HALF_TO(type, prefix, ll, long long)          \
  KW_HALF_TO(type, prefix, ull, unsigned long long)
KW_HALF_TO_ALL(__half, half)
KW_HALF_TO_ALL(__nv_bfloat16, bfloat16)
#undef KW_HALF_TO_ALL
#undef KW_HALF_TO
