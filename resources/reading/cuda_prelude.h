// SPDX-License-Identifier: GPL-3.0-or-later
// What CUDA C++ is to libclang when Kernelwright reads a source: enough names that declarations of
// kernels can be taken apart. Nothing here is ever compiled into anything.
#pragma once
#define __CUDACC__ 1
#define __CUDA_ARCH__ 900
#define __global__ __attribute__((annotate("kw.global")))
#define __device__ __attribute__((annotate("kw.device")))
#define __host__
#define __shared__ static
#define __constant__ __attribute__((annotate("kw.constant")))
#define __managed__
#define __grid_constant__
#define __forceinline__ inline
#define __noinline__
#define __inline__ inline
#define __restrict __restrict__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...) __attribute__((annotate("kw.launch_bounds=" #__VA_ARGS__)))
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __nv_pure__
#define __ldg(pointer) (*(pointer))

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef unsigned long size_t;
typedef unsigned long uintptr_t;
typedef long intptr_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned char uchar;
typedef unsigned long ulong;
typedef struct kw_stream* cudaStream_t;
typedef int cudaError_t;

#define KW_VECTOR(type, name)                                                                     \
  struct name##1 { type x; };                                                                     \
  struct name##2 { type x, y; };                                                                  \
  struct name##3 { type x, y, z; };                                                               \
  struct name##4 { type x, y, z, w; };                                                            \
  name##1 make_##name##1(type);                                                                   \
  name##2 make_##name##2(type, type);                                                             \
  name##3 make_##name##3(type, type, type);                                                       \
  name##4 make_##name##4(type, type, type, type);
KW_VECTOR(signed char, char)
KW_VECTOR(unsigned char, uchar)
KW_VECTOR(short, short)
KW_VECTOR(unsigned short, ushort)
KW_VECTOR(int, int)
KW_VECTOR(unsigned int, uint)
KW_VECTOR(long, long)
KW_VECTOR(unsigned long, ulong)
KW_VECTOR(long long, longlong)
KW_VECTOR(unsigned long long, ulonglong)
KW_VECTOR(float, float)
KW_VECTOR(double, double)

struct dim3 {
  unsigned int x, y, z;
  dim3(unsigned int = 1, unsigned int = 1, unsigned int = 1);
};
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;

#define KW_NUMBER(name)                                                                           \
  struct name {                                                                                   \
    name() = default;                                                                             \
    template <class T> name(T);                                                                   \
    operator float() const;                                                                       \
    template <class T> name& operator+=(T);                                                       \
    template <class T> name& operator-=(T);                                                       \
    template <class T> name& operator*=(T);                                                       \
    template <class T> name& operator/=(T);                                                       \
  };
KW_NUMBER(__half)
KW_NUMBER(__nv_bfloat16)
KW_NUMBER(__nv_fp8_e4m3)
KW_NUMBER(__nv_fp8_e5m2)
struct __half2 { __half x, y; };
struct __nv_bfloat162 { __nv_bfloat16 x, y; };
struct __half_raw { unsigned short x; };
struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_fp8x2_e4m3 { unsigned short x; };
struct __nv_fp8x4_e4m3 { unsigned int x; };
struct __nv_fp8x2_e5m2 { unsigned short x; };
struct __nv_fp8x4_e5m2 { unsigned int x; };
typedef __half half;
typedef __half2 half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
typedef unsigned char __nv_fp8_storage_t;
struct CUtensorMap { unsigned long long opaque[16]; };

#define KW_FUNCTION(name) template <class... Arguments> float name(Arguments...);
#define KW_PROCEDURE(name) template <class... Arguments> void name(Arguments...);
#define KW_SAME(name) template <class First, class... Rest> First name(First, Rest...);
#define KW_EXCHANGE(name) template <class T, class... Rest> T name(unsigned, T, Rest...);
#define KW_ATOMIC(name) template <class T, class... Rest> T name(T*, Rest...);
KW_FUNCTION(expf) KW_FUNCTION(exp2f) KW_FUNCTION(logf) KW_FUNCTION(log2f) KW_FUNCTION(sqrtf)
KW_FUNCTION(rsqrtf) KW_FUNCTION(fmaxf) KW_FUNCTION(fminf) KW_FUNCTION(fabsf) KW_FUNCTION(powf)
KW_FUNCTION(tanhf) KW_FUNCTION(sinf) KW_FUNCTION(cosf) KW_FUNCTION(erff) KW_FUNCTION(fmaf)
KW_FUNCTION(floorf) KW_FUNCTION(ceilf) KW_FUNCTION(roundf) KW_FUNCTION(rintf) KW_FUNCTION(truncf)
KW_FUNCTION(log10f) KW_FUNCTION(log1pf) KW_FUNCTION(expm1f) KW_FUNCTION(atan2f) KW_FUNCTION(hypotf)
KW_FUNCTION(exp2) KW_FUNCTION(rsqrt) KW_FUNCTION(isinf) KW_FUNCTION(isnan)
KW_FUNCTION(exp) KW_FUNCTION(log) KW_FUNCTION(sqrt) KW_FUNCTION(pow) KW_FUNCTION(tanh)
KW_FUNCTION(sin) KW_FUNCTION(cos) KW_FUNCTION(erf) KW_FUNCTION(fabs) KW_FUNCTION(fmax) KW_FUNCTION(fmin)
KW_FUNCTION(floor) KW_FUNCTION(ceil) KW_FUNCTION(round) KW_FUNCTION(fmod) KW_FUNCTION(fma) KW_FUNCTION(log2)
KW_SAME(min) KW_SAME(max) KW_SAME(abs)
KW_EXCHANGE(__shfl_sync) KW_EXCHANGE(__shfl_up_sync) KW_EXCHANGE(__shfl_down_sync) KW_EXCHANGE(__shfl_xor_sync)
KW_ATOMIC(atomicAdd) KW_ATOMIC(atomicSub) KW_ATOMIC(atomicMax) KW_ATOMIC(atomicMin) KW_ATOMIC(atomicExch)
KW_ATOMIC(atomicCAS) KW_ATOMIC(atomicAnd) KW_ATOMIC(atomicOr) KW_ATOMIC(atomicXor) KW_ATOMIC(atomicInc)
KW_PROCEDURE(__syncthreads) KW_PROCEDURE(__syncwarp) KW_PROCEDURE(__threadfence)
KW_PROCEDURE(__threadfence_block) KW_PROCEDURE(__trap) KW_PROCEDURE(printf) KW_PROCEDURE(assert)
KW_PROCEDURE(memcpy) KW_PROCEDURE(memset)
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FLT_MAX 3.40282347e+38F
#define FLT_MIN 1.17549435e-38F
#define FLT_EPSILON 1.1920929e-7F
#define DBL_MAX 1.79769313486231571e+308
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295U
#define CHAR_BIT 8
#define M_PI 3.14159265358979323846
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_2_SQRTPI 1.12837916709551257390

namespace std {
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;
using ::size_t; using ::uintptr_t; using ::ptrdiff_t;
using ::isinf; using ::isnan; using ::exp; using ::log; using ::sqrt; using ::pow; using ::abs;
using ::tanh; using ::fabs; using ::floor; using ::ceil; using ::fmax; using ::fmin;
template <class T> const T& min(const T&, const T&);
template <class T> const T& max(const T&, const T&);
template <class T> T&& move(T&);
template <class T> T&& forward(T&);
template <class T> T declval();
template <class T, T v> struct integral_constant { static constexpr T value = v; };
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <bool, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool condition, class T = void> using enable_if_t = typename enable_if<condition, T>::type;
template <bool, class A, class B> struct conditional { typedef A type; };
template <class A, class B> struct conditional<false, A, B> { typedef B type; };
template <bool condition, class A, class B> using conditional_t = typename conditional<condition, A, B>::type;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> inline constexpr bool is_same_v = is_same<A, B>::value;
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_cv { typedef T type; };
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> using decay_t = T;
template <class T> inline constexpr bool is_pod_v = true;
template <class T> inline constexpr bool is_integral_v = true;
template <class T> inline constexpr bool is_floating_point_v = true;
template <class T> inline constexpr bool is_trivially_copyable_v = true;
template <class T> struct numeric_limits {
  static constexpr T max();
  static constexpr T min();
  static constexpr T lowest();
  static constexpr T infinity();
  static constexpr T epsilon();
  static constexpr T quiet_NaN();
};
}  // namespace std
