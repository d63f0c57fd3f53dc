// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic functions. Blocks run on several OS threads, so all of them are atomic in the CPU's sense
// too.
#pragma once

namespace kw_host {

template <size_t bytes>
struct Word;
template <>
struct Word<1> {
  using Type = unsigned char;
};
template <>
struct Word<2> {
  using Type = unsigned short;
};
template <>
struct Word<4> {
  using Type = unsigned;
};
template <>
struct Word<8> {
  using Type = unsigned long long;
};

// Replaces *address by change(*address) and gives what was there before.
template <class T, class Change>
inline T atomicUpdate(T* address, Change change) {
  using Bits = typename Word<sizeof(T)>::Type;
  Bits* place = reinterpret_cast<Bits*>(address);
  Bits seen = __atomic_load_n(place, __ATOMIC_RELAXED);
  for (;;) {
    T before;
    __builtin_memcpy(&before, &seen, sizeof(T));
    const T after = change(before);
    Bits wanted;
    __builtin_memcpy(&wanted, &after, sizeof(T));
    if (__atomic_compare_exchange_n(place, &seen, wanted, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return before;
  }
}

}  // namespace kw_host

#define KW_ATOMIC_FETCH(type)                                                               \
  inline type atomicAdd(type* a, type v) {                                                  \
    return __atomic_fetch_add(a, v, __ATOMIC_ACQ_REL);                                      \
  }                                                                                         \
  inline type atomicSub(type* a, type v) {                                                  \
    return __atomic_fetch_sub(a, v, __ATOMIC_ACQ_REL);                                      \
  }                                                                                         \
  inline type atomicAnd(type* a, type v) {                                                  \
    return __atomic_fetch_and(a, v, __ATOMIC_ACQ_REL);                                      \
  }                                                                                         \
  inline type atomicOr(type* a, type v) {                                                   \
    return __atomic_fetch_or(a, v, __ATOMIC_ACQ_REL);                                       \
  }                                                                                         \
  inline type atomicXor(type* a, type v) {                                                  \
    return __atomic_fetch_xor(a, v, __ATOMIC_ACQ_REL);                                      \
  }                                                                                         \
  inline type atomicExch(type* a, type v) {                                                 \
    return __atomic_exchange_n(a, v, __ATOMIC_ACQ_REL);                                     \
  }                                                                                         \
  inline type atomicCAS(type* a, type compare, type v) {                                    \
    __atomic_compare_exchange_n(a, &compare, v, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); \
    return compare;                                                                         \
  }                                                                                         \
  inline type atomicMin(type* a, type v) {                                                  \
    return kw_host::atomicUpdate(a, [v](type b) { return v < b ? v : b; });                 \
  }                                                                                         \
  inline type atomicMax(type* a, type v) {                                                  \
    return kw_host::atomicUpdate(a, [v](type b) { return b < v ? v : b; });                 \
  }
KW_ATOMIC_FETCH(int)
KW_ATOMIC_FETCH(unsigned)
KW_ATOMIC_FETCH(long long)
KW_ATOMIC_FETCH(unsigned long long)
KW_ATOMIC_FETCH(unsigned long)
#undef KW_ATOMIC_FETCH

inline unsigned short atomicCAS(unsigned short* a, unsigned short compare, unsigned short v) {
  __atomic_compare_exchange_n(a, &compare, v, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  return compare;
}

inline unsigned atomicInc(unsigned* a, unsigned limit) {
  return kw_host::atomicUpdate(a, [limit](unsigned b) { return b >= limit ? 0u : b + 1u; });
}
inline unsigned atomicDec(unsigned* a, unsigned limit) {
  return kw_host::atomicUpdate(
      a, [limit](unsigned b) { return b == 0 || b > limit ? limit : b - 1u; });
}

#define KW_ATOMIC_ADD(type)                                         \
  inline type atomicAdd(type* a, type v) {                          \
    return kw_host::atomicUpdate(a, [v](type b) { return b + v; }); \
  }
KW_ATOMIC_ADD(float)
KW_ATOMIC_ADD(double)
KW_ATOMIC_ADD(__half)
KW_ATOMIC_ADD(__half2)
KW_ATOMIC_ADD(__nv_bfloat16)
KW_ATOMIC_ADD(__nv_bfloat162)
#undef KW_ATOMIC_ADD

// Each component is atomic on its own, as on a GPU.
inline float2 atomicAdd(float2* a, float2 v) {
  return {atomicAdd(&a->x, v.x), atomicAdd(&a->y, v.y)};
}
inline float4 atomicAdd(float4* a, float4 v) {
  return {atomicAdd(&a->x, v.x), atomicAdd(&a->y, v.y), atomicAdd(&a->z, v.z),
          atomicAdd(&a->w, v.w)};
}

inline float atomicExch(float* a, float v) {
  return kw_host::atomicUpdate(a, [v](float) { return v; });
}

// The scoped forms: on a CPU there is one scope.
#define KW_ATOMIC_SCOPED(name)            \
  template <class T, class... V>          \
  inline T name##_block(T* a, V... v) {   \
    return name(a, static_cast<T>(v)...); \
  }                                       \
  template <class T, class... V>          \
  inline T name##_system(T* a, V... v) {  \
    return name(a, static_cast<T>(v)...); \
  }
KW_ATOMIC_SCOPED(atomicAdd)
KW_ATOMIC_SCOPED(atomicSub)
KW_ATOMIC_SCOPED(atomicMin)
KW_ATOMIC_SCOPED(atomicMax)
KW_ATOMIC_SCOPED(atomicExch)
KW_ATOMIC_SCOPED(atomicCAS)
KW_ATOMIC_SCOPED(atomicAnd)
KW_ATOMIC_SCOPED(atomicOr)
KW_ATOMIC_SCOPED(atomicXor)
#undef KW_ATOMIC_SCOPED
