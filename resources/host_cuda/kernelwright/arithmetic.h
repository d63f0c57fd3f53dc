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
