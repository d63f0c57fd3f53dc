// SPDX-License-Identifier: GPL-3.0-or-later
// Loads and stores with cache hints: plain ones here. Asynchronous copies are made at once.
#pragma once

#define KW_LOAD(name)               \
  template <class T>                \
  inline T name(const T* address) { \
    return *address;                \
  }
KW_LOAD(__ldg)
KW_LOAD(__ldca)
KW_LOAD(__ldcg)
KW_LOAD(__ldcs)
KW_LOAD(__ldcv)
KW_LOAD(__ldlu)
#undef KW_LOAD

#define KW_STORE(name)                    \
  template <class T, class V>             \
  inline void name(T* address, V value) { \
    *address = value;                     \
  }
KW_STORE(__stcg)
KW_STORE(__stcs)
KW_STORE(__stwb)
KW_STORE(__stwt)
#undef KW_STORE

inline void __pipeline_memcpy_async(void* to, const void* from, size_t bytes, size_t zeros = 0) {
  __builtin_memcpy(to, from, bytes - zeros);
  __builtin_memset(static_cast<char*>(to) + (bytes - zeros), 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(size_t) {}

// Every address is a generic one.
inline size_t __cvta_generic_to_shared(const void* address) {
  return reinterpret_cast<size_t>(address);
}
inline size_t __cvta_generic_to_global(const void* address) {
  return reinterpret_cast<size_t>(address);
}
inline unsigned __isShared(const void* address) {
  const unsigned char* byte = static_cast<const unsigned char*>(address);
  return byte >= kwThread.dynamicShared &&
         byte < kwThread.dynamicShared + kwThread.dynamicSharedBytes;
}
