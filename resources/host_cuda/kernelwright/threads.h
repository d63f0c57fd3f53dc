// SPDX-License-Identifier: GPL-3.0-or-later
// threadIdx and its kin, shared memory, barriers and fences.
#pragma once

// The address of a thread's state never changes while a block runs, so the short access is right.
// The objects live in the launcher.
#define KW_THREAD_LOCAL __attribute__((tls_model("initial-exec"), visibility("default")))
extern __thread KwThread kwThread KW_THREAD_LOCAL;
extern __thread uint3 threadIdx __asm__("kwThreadIndex") KW_THREAD_LOCAL;
extern __thread uint3 blockIdx __asm__("kwBlockIndex") KW_THREAD_LOCAL;
extern const dim3 blockDim __asm__("kwBlockDim") __attribute__((visibility("default")));
extern const dim3 gridDim __asm__("kwGridDim") __attribute__((visibility("default")));
static constexpr int warpSize = 32;

// A block runs on one OS thread at a time, so its shared memory is that thread's. Compilers do not
// check accesses to such memory; where they are to be checked, there is but one thread.
#undef __shared__
#ifdef KW_SANITIZED
#define __shared__ static
#else
#define __shared__ thread_local
#endif

namespace kw_host {

// What `extern __shared__ T name[]` becomes: Element may itself be an array.
template <class Element>
inline Element* dynamicShared() {
  return reinterpret_cast<Element*>(kwThread.dynamicShared);
}

inline unsigned threadRank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned laneIndex() {
  return threadRank() & 31u;
}

}  // namespace kw_host

inline void __syncthreads() {
  kwBarrier(KW_BARRIER_PLAIN, 0);
}
inline int __syncthreads_count(int predicate) {
  return kwBarrier(KW_BARRIER_COUNT, predicate);
}
inline int __syncthreads_and(int predicate) {
  return kwBarrier(KW_BARRIER_AND, predicate);
}
inline int __syncthreads_or(int predicate) {
  return kwBarrier(KW_BARRIER_OR, predicate);
}

inline void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __threadfence_block() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __threadfence_system() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __nanosleep(unsigned) {
  kwYield();
}

inline long long clock64() {
  return static_cast<long long>(__builtin_ia32_rdtsc());
}
inline clock_t clock() {
  return static_cast<clock_t>(__builtin_ia32_rdtsc());
}
[[noreturn]] inline void __trap() {
  kwFail("the kernel called __trap()");
}
inline void __brkpt() {}
inline void __prof_trigger(int) {}
