// SPDX-License-Identifier: GPL-3.0-or-later
// The contract between a candidate's shared object and the launcher that runs it. Both include this
// file; it stands on nothing but the C library.
//
// A candidate exports `kwModule`. The launcher calls KwKernel::run on a fiber for the first CUDA
// thread of a block; run goes on to the block's other threads on the same fiber for as long as none
// has to wait (entry.h). A thread that waits (barrier, warp operation) leaves its fiber suspended,
// and the launcher goes on with the next thread on another one. So a kernel that never waits costs
// one fiber for each block.
#pragma once

#include <stddef.h>

#define KW_HOST_ABI 1

// What waits at a barrier gives and gets.
enum KwBarrierKind { KW_BARRIER_PLAIN, KW_BARRIER_COUNT, KW_BARRIER_AND, KW_BARRIER_OR };

extern "C" {

struct KwIndex {
  unsigned x, y, z;
};

// Of the block that runs on this OS thread now. The index of its running thread is kwThreadIndex.
struct KwThread {
  // Threads of the block wait or ended out of order, so that what runs next is the launcher's to
  // say. Otherwise the running thread is the newest and all before it have ended.
  unsigned outOfOrder;
  unsigned count;  // threads of the block; 0 where no kernel runs
  unsigned char* dynamicShared;
  unsigned long long dynamicSharedBytes;
};

struct KwKernel {
  const char* name;  // as launched: "norm<float, 4>"
  void (*run)(void* const* arguments);
  size_t argumentCount;
  const size_t* argumentSizes;  // bytes
};

struct KwSymbol {
  const char* name;
  void* address;
  size_t bytes;
};

struct KwModule {
  unsigned abi;  // KW_HOST_ABI
  const KwKernel* kernels;
  size_t kernelCount;
  const KwSymbol* symbols;
  size_t symbolCount;
};

// --- what the launcher supplies

// After a thread ended out of order: makes the next one to run on this fiber the running thread
// (true), or says that the fiber is not needed any more (false).
int kwThreadEnded(void);

// Waits for every thread of the block that has not ended. Gives 0, or the count of non-zero values,
// or whether all of them or any of them were non-zero.
int kwBarrier(int kind, int value);

// Each waits until every lane of the mask that has not ended has come.
void kwSyncWarp(unsigned mask);
// The value that lane `source` gave; the caller's own where that lane is not in the mask or has
// ended.
unsigned long long kwShuffle(unsigned mask, unsigned long long value, unsigned source);
// The values of all lanes (0 for those that did not come) and which lanes came.
unsigned kwGather(unsigned mask, unsigned long long value, unsigned long long values[32]);
unsigned kwBallot(unsigned mask, int predicate);
// The lanes that call it from the same place before any of them can go on.
unsigned kwActiveMask(void);

// Lets the other threads of the block run.
void kwYield(void);

// Ends the launch as a crash with this message.
[[noreturn]] void kwFail(const char* message);
}
