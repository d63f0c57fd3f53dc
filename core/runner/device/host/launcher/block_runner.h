// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the CUDA threads of one block after the other on one OS thread, each on a fiber once it has
// to wait.
#pragma once

#include <array>
#include <boost/context/fiber.hpp>
#include <memory>
#include <string>
#include <vector>

#include "kernelwright/abi.h"
#include "runner/device/host/launcher/fiber_stacks.h"
#include "runner/device/host/launcher/runtime.h"
#include "runner/device/host/launcher/thread_order.h"
#include "runner/device/host/launcher/warp.h"

namespace kw::host {

inline constexpr unsigned mostThreads = 1024;  // of a block
inline constexpr unsigned mostWarps = mostThreads / 32;
inline constexpr size_t mostDynamicShared = 232448;  // as much as an H200 lets a block opt in to

class BlockRunner {
 public:
  explicit BlockRunner(unsigned char* dynamicSharedEnd);
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;
  struct Block {
    KwIndex index;
    uint64_t number = 0;  // of the launch's blocks, as they are numbered
    KwIndex shape;        // threads
    size_t sharedBytes = 0;
    uint64_t order = ownOrder;  // see thread_order.h
    uint32_t sharedPoison = 0;  // see Request
  };
  // Runs a whole block. Ends the process through kwFail where the threads wait for each other for
  // ever.
  void run(const KwKernel& kernel, void* const* arguments, const Block& block);

  // The runner of this OS thread.
  static BlockRunner& current();

  // What kernels call through the functions of abi.h, on a fiber.
  bool threadEnded();
  int barrier(int kind, int value);
  // The exchange this lane took part in, complete. To be left with leave() once it was read.
  Exchange& meet(unsigned mask, unsigned long long value);
  void leave(Exchange& exchange);
  unsigned activeMask(const void* place);
  void yield();

 private:
  struct Fiber {
    boost::context::fiber context;
    unsigned thread = 0;  // the CUDA thread that waits on it
    KwIndex index{};
  };

  // The fiber to go on with, its CUDA thread made the running one; null where the block is
  // finished.
  Fiber* next();
  Fiber* nextReady();
  Fiber& begin(unsigned place);
  Fiber& idleFiber();
  void switchTo(Fiber& from, Fiber& to);
  void suspend();
  void live(Fiber& self);  // what a fiber does for ever
  bool nextIsIn(unsigned warp) const {
    return m_next < kwThread.count && m_order.thread(m_next) / 32 == warp;
  }
  void takeStock();
  void releaseBarrier();
  void makeReady(unsigned warp, unsigned lanes);
  bool releaseYielded();
  std::string whoWaits() const;
  KwIndex indexOf(unsigned thread) const;
  unsigned rank() const;
  void makeRunning(unsigned place);
  void markShared();
  void poisonShared(uint32_t pattern);
  void resetStock();

  const KwKernel* m_kernel = nullptr;
  void* const* m_arguments = nullptr;
  KwIndex m_shape{};
  unsigned char* m_sharedEnd;
  size_t m_markedShared = ~size_t{0};  // bytes, where they are watched

  FiberStacks m_stacks;
  std::vector<std::unique_ptr<Fiber>> m_fibers;
  std::vector<Fiber*> m_idle;
  Fiber m_main;  // run() itself, while fibers run
  Fiber* m_running = &m_main;

  ThreadOrder m_order;
  // The first place in the order whose thread was not begun; known while out of order.
  unsigned m_next = 0;
  unsigned m_suspended = 0;  // threads that wait
  std::array<Fiber*, mostThreads> m_waiting{};
  std::array<Warp, mostWarps> m_warps;
  unsigned m_warp = 0;        // that was run last
  unsigned m_readyWarps = 0;  // bits: warps with lanes that can go on
  bool m_stockTaken = false;  // the warps' state belongs to this block
  unsigned m_alive = 0;       // threads that have not ended

  struct BarrierResult {
    unsigned threads = 0, nonZero = 0;
  };
  unsigned m_arrived = 0, m_nonZero = 0, m_generation = 0;
  std::array<BarrierResult, 2>
      m_results;  // by parity: the next barrier cannot end before all have read
};

}  // namespace kw::host
