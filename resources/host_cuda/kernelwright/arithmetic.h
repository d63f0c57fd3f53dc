// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic functions of CUDA that a C library lacks, and min and max as CUDA overloads them.
#pragma once

// --- min and max

#define KW_MIN_MAX(type)               \
  constexpr type min(type a, type b) { \
    return b < a ? b : a;              \
  }                                    \
  constexpr type max(type a, type b) { \
    return a < b ? b : a;              \
  }
#define KW_MIN_MAX_MIXED(a, b, type)                        \
  constexpr type min(a x, b y) {                            \
    return min(static_cast<type>(x), static_cast<type>(y)); \
  }                                                         \
  constexpr type max(a x, b y) {                            \
    return max(static_cast<type>(x), static_cast<type>(y)); \
  }                                                         \
  constexpr type min(b x, a y) {                            \
    return min(static_cast<type>(x), static_cast<type>(y)); \
  }                                                         \
  constexpr type max(b x, a y) {                            \
    return max(static_cast<type>(x), static_cast<type>(y)); \
  }
KW_MIN_MAX(int)
KW_MIN_MAX(unsigned)
KW_MIN_MAX(long)
KW_MIN_MAX(unsigned long)
KW_MIN_MAX(long long)
KW_MIN_MAX(unsigned long long)
KW_MIN_MAX_MIXED(int, unsigned, unsigned)
KW_MIN_MAX_MIXED(int, long, long)
KW_MIN_MAX_MIXED(int, long long, long long)
KW_MIN_MAX_MIXED(int, unsigned long, unsigned long)
KW_MIN_MAX_MIXED(int, unsigned long long, unsigned long long)
KW_MIN_MAX_MIXED(unsigned, long, long)
KW_MIN_MAX_MIXED(unsigned, long long, long long)
KW_MIN_MAX_MIXED(unsigned, unsigned long, unsigned long)
KW_MIN_MAX_MIXED(unsigned, unsigned long long, unsigned long long)
KW_MIN_MAX_MIXED(long, unsigned long, unsigned long)
KW_MIN_MAX_MIXED(long, long long, long long)
KW_MIN_MAX_MIXED(long long, unsigned long long, unsigned long long)
KW_MIN_MAX_MIXED(unsigned long, unsigned long long, unsigned long long)
#undef KW_MIN_MAX
#undef KW_MIN_MAX_MIXED

// A NaN loses against a number, as on a GPU. Written as selects so that loops over them become
// vectors.
inline float min(float a, float b) {
  return a != a || b < a ? b : a;
}
inline float max(float a, float b) {
  return a != a || a < b ? b : a;
}
inline double min(double a, double b) {
  return a != a || b < a ? b : a;
}
inline double max(double a, double b) {
  return a != a || a < b ? b : a;
}
inline double min(float a, double b) {
  return min(static_cast<double>(a), b);
}
inline double min(double a, float b) {
  return min(a, static_cast<double>(b));
}
inline double max(float a, double b) {
  return max(static_cast<double>(a), b);
}
inline double max(double a, float b) {
  return max(a, static_cast<double>(b));
}

inline int umin(unsigned a, unsigned b) {
  return static_cast<int>(min(a, b));
}
inline int umax(unsigned a, unsigned b) {
  return static_cast<int>(max(a, b));
}

// --- approximate functions: exact ones here

inline float __expf(float x) {
  return expf(x);
}
inline float __exp10f(float x) {
  return exp10f(x);
}
inline float __logf(float x) {
  return logf(x);
}
inline float __log2f(float x) {
  return log2f(x);
}
inline float __log10f(float x) {
  return log10f(x);
}
inline float __sinf(float x) {
  return sinf(x);
}
inline float __cosf(float x) {
  return cosf(x);
}
inline float __tanf(float x) {
  return tanf(x);
}
inline float __tanhf(float x) {
  return tanhf(x);
}
inline float __powf(float x, float y) {
  return powf(x, y);
}
inline void __sincosf(float x, float* s, float* c) {
  *s = sinf(x), *c = cosf(x);
}
inline float __fdividef(float a, float b) {
  return a / b;
}
inline float fdividef(float a, float b) {
  return a / b;
}
inline float __saturatef(float x) {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
inline double rsqrt(double x) {
  return 1.0 / sqrt(x);
}
inline float rcbrtf(float x) {
  return 1.0f / cbrtf(x);
}
inline double rcbrt(double x) {
  return 1.0 / cbrt(x);
}
inline float rhypotf(float x, float y) {
  return 1.0f / hypotf(x, y);
}
inline double rhypot(double x, double y) {
  return 1.0 / hypot(x, y);
}
inline float norm3df(float a, float b, float c) {
  return sqrtf(a * a + b * b + c * c);
}
inline float rnorm3df(float a, float b, float c) {
  return 1.0f / norm3df(a, b, c);
}
inline float norm4df(float a, float b, float c, float d) {
  return sqrtf(a * a + b * b + c * c + d * d);
}
inline float rnorm4df(float a, float b, float c, float d) {
  return 1.0f / norm4df(a, b, c, d);
}
inline float sinpif(float x) {
  return static_cast<float>(sin(M_PI * static_cast<double>(x)));
}
inline float cospif(float x) {
  return static_cast<float>(cos(M_PI * static_cast<double>(x)));
}
inline double sinpi(double x) {
  return sin(M_PI * x);
}
inline double cospi(double x) {
  return cos(M_PI * x);
}
inline void sincospif(float x, float* s, float* c) {
  *s = sinpif(x), *c = cospif(x);
}
inline float normcdff(float x) {
  return 0.5f * erfcf(-x * 0.70710678118654752440f);
}
inline double normcdf(double x) {
  return 0.5 * erfc(-x * 0.70710678118654752440);
}
inline float erfcxf(float x) {
  return static_cast<float>(exp(double{x} * x) * erfc(double{x}));
}
inline double erfcx(double x) {
  return exp(x * x) * erfc(x);
}

// --- the same with a rounding mode: to nearest in all of them, apart from conversions to integers

#define KW_ROUNDINGS(declare, name) \
  declare(name##_rn) declare(name##_rz) declare(name##_ru) declare(name##_rd)
#define KW_FADD(name)                   \
  inline float name(float a, float b) { \
    return a + b;                       \
  }
#define KW_FSUB(name)                   \
  inline float name(float a, float b) { \
    return a - b;                       \
  }
#define KW_FMUL(name)                   \
  inline float name(float a, float b) { \
    return a * b;                       \
  }
#define KW_FDIV(name)                   \
  inline float name(float a, float b) { \
    return a / b;                       \
  }
#define KW_FMAF(name)                            \
  inline float name(float a, float b, float c) { \
    return fmaf(a, b, c);                        \
  }
#define KW_FRCP(name)          \
  inline float name(float a) { \
    return 1.0f / a;           \
  }
#define KW_FSQRT(name)         \
  inline float name(float a) { \
    return sqrtf(a);           \
  }
#define KW_DADD(name)                      \
  inline double name(double a, double b) { \
    return a + b;                          \
  }
#define KW_DSUB(name)                      \
  inline double name(double a, double b) { \
    return a - b;                          \
  }
#define KW_DMUL(name)                      \
  inline double name(double a, double b) { \
    return a * b;                          \
  }
#define KW_DDIV(name)                      \
  inline double name(double a, double b) { \
    return a / b;                          \
  }
#define KW_DFMA(name)                                \
  inline double name(double a, double b, double c) { \
    return fma(a, b, c);                             \
  }
#define KW_DRCP(name)            \
  inline double name(double a) { \
    return 1.0 / a;              \
  }
#define KW_DSQRT(name)           \
  inline double name(double a) { \
    return sqrt(a);              \
  }
KW_ROUNDINGS(KW_FADD, __fadd)
KW_ROUNDINGS(KW_FSUB, __fsub)
KW_ROUNDINGS(KW_FMUL, __fmul)
KW_ROUNDINGS(KW_FDIV, __fdiv)
KW_ROUNDINGS(KW_FMAF, __fmaf)
KW_ROUNDINGS(KW_FRCP, __frcp)
KW_ROUNDINGS(KW_FSQRT, __fsqrt)
KW_ROUNDINGS(KW_DADD, __dadd)
KW_ROUNDINGS(KW_DSUB, __dsub)
KW_ROUNDINGS(KW_DMUL, __dmul)
KW_ROUNDINGS(KW_DDIV, __ddiv)
KW_ROUNDINGS(KW_DFMA, __fma)
KW_ROUNDINGS(KW_DRCP, __drcp)
KW_ROUNDINGS(KW_DSQRT, __dsqrt)
inline float __frsqrt_rn(float x) {
  return rsqrtf(x);
}

// --- conversions; out of range they saturate and NaN gives 0, as on a GPU

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

// --- integers

inline int __popc(unsigned x) {
  return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
inline int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) {
  return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
inline unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}
// The n-th set bit at or above `base` (n > 0), at or below it (n < 0), or base itself if set (n =
// 0).
inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return (mask >> base & 1u) != 0 ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  for (int bit = static_cast<int>(base), left = offset; bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1u) != 0 && (left -= step) == 0) return static_cast<unsigned>(bit);
  return 0xffffffffu;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(
      (static_cast<unsigned long long>(high) << 32 | low) << (shift & 31u) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >>
                               (shift & 31u));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(
      (static_cast<unsigned long long>(high) << 32 | low) << min(shift, 32u) >> 32);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >>
                               min(shift, 32u));
}
inline int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline int __mul24(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a << 8 >> 8) * static_cast<unsigned>(b << 8 >> 8));
}
inline unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
inline unsigned __sad(int a, int b, unsigned c) {
  return (a > b ? unsigned(a) - unsigned(b) : unsigned(b) - unsigned(a)) + c;
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) {
  return (a > b ? a - b : b - a) + c;
}
inline int __hadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
inline int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned choice = selector >> (4 * i) & 0xfu;
    unsigned byte = static_cast<unsigned>(bytes >> (8 * (choice & 7u))) & 0xffu;
    if ((choice & 8u) != 0) byte = (byte & 0x80u) != 0 ? 0xffu : 0u;
    result |= byte << (8 * i);
  }
  return result;
}
inline int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; ++i)
    c += static_cast<signed char>(a >> (8 * i)) * static_cast<signed char>(b >> (8 * i));
  return c;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 4; ++i)
    c += (a >> (8 * i) & 0xffu) * (b >> (8 * i) & 0xffu);
  return c;
}
#undef KW_ROUNDINGS
