// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/block_runner.h"

#include <algorithm>
#include <bit>

#include "runner/device/host/launcher/runtime.h"

namespace kw::host {

namespace {

thread_local BlockRunner* t_runner = nullptr;

unsigned laneOf(unsigned thread) {
  return thread % 32;
}
unsigned bitOf(unsigned thread) {
  return 1u << laneOf(thread);
}

// Lanes 0 to count-1.
unsigned firstLanes(unsigned count) {
  return count >= 32 ? ~0u : (1u << count) - 1;
}

}  // namespace

BlockRunner& BlockRunner::current() {
  return *t_runner;
}

BlockRunner::BlockRunner(unsigned char* dynamicSharedEnd) : m_sharedEnd(dynamicSharedEnd) {}

KwIndex BlockRunner::indexOf(unsigned thread) const {
  return {thread % m_shape.x, thread / m_shape.x % m_shape.y, thread / m_shape.x / m_shape.y};
}

void BlockRunner::run(const KwKernel& kernel, void* const* arguments, KwIndex shape, KwIndex block,
                      size_t sharedBytes) {
  t_runner = this;
  m_kernel = &kernel;
  m_arguments = arguments;
  m_shape = shape;
  m_stockTaken = false;
  m_readyWarps = 0;
  m_warp = 0;
  kwBlockIndex = block;
  kwThread.next = 0;
  kwThread.count = shape.x * shape.y * shape.z;
  kwThread.suspended = 0;
  // Against the unmapped page at the end, so that running over it faults.
  kwThread.dynamicShared = m_sharedEnd - (sharedBytes + 1023) / 1024 * 1024;
  kwThread.dynamicSharedBytes = sharedBytes;
  while (step()) {
  }
}

// --- fibers

BlockRunner::Fiber& BlockRunner::idleFiber() {
  if (!m_idle.empty()) {
    Fiber& fiber = *m_idle.back();
    m_idle.pop_back();
    return fiber;
  }
  m_fibers.push_back(std::make_unique<Fiber>());
  m_fibers.back()->context =
      boost::context::fiber(std::allocator_arg, m_stacks,
                            [this](boost::context::fiber&& scheduler) -> boost::context::fiber {
                              m_scheduler = std::move(scheduler);
                              for (;;) {
                                m_kernel->run(m_arguments);
                                m_ended = true;
                                m_scheduler = std::move(m_scheduler).resume();
                              }
                            });
  return *m_fibers.back();
}

void BlockRunner::enter(Fiber& fiber) {
  m_running = &fiber;
  fiber.context = std::move(fiber.context).resume();
  if (m_ended) {
    m_ended = false;
    m_idle.push_back(&fiber);
  }
}

void BlockRunner::begin(Fiber& fiber, unsigned thread) {
  m_warp = thread / 32;
  kwThread.current = thread;
  kwThread.next = thread + 1;
  kwThreadIndex = indexOf(thread);
  enter(fiber);
}

void BlockRunner::resume(unsigned thread) {
  Fiber& fiber = *m_waiting[thread];
  --kwThread.suspended;
  kwThread.current = thread;
  kwThreadIndex = fiber.index;
  enter(fiber);
}

void BlockRunner::suspend() {
  Fiber& self = *m_running;
  self.thread = kwThread.current;
  self.index = kwThreadIndex;
  m_waiting[self.thread] = &self;
  ++kwThread.suspended;
  m_scheduler = std::move(m_scheduler).resume();
}

// --- what runs next

bool BlockRunner::nextIsIn(unsigned warp) const {
  return kwThread.next < kwThread.count && kwThread.next / 32 == warp;
}

// The warp that ran last goes on while it can, since its stacks and data are in the cache.
bool BlockRunner::step() {
  if (kwThread.suspended != 0) {
    Warp& warp = m_warps[m_warp];
    if (warp.ready == 0 && !nextIsIn(m_warp)) makeReady(m_warp, warp.releaseConverging());
    if (warp.ready == 0 && !nextIsIn(m_warp) && m_readyWarps != 0)
      m_warp = static_cast<unsigned>(std::countr_zero(m_readyWarps));
    Warp& chosen = m_warps[m_warp];
    if (chosen.ready != 0) {
      const auto lane = static_cast<unsigned>(std::countr_zero(chosen.ready));
      chosen.ready &= chosen.ready - 1;
      if (chosen.ready == 0) m_readyWarps &= ~(1u << m_warp);
      resume(m_warp * 32 + lane);
      return true;
    }
  }
  if (kwThread.next < kwThread.count) {
    begin(idleFiber(), kwThread.next);
    return true;
  }
  if (kwThread.suspended == 0) return false;
  if (releaseYielded()) return true;
  kwFail(whoWaits().c_str());
}

void BlockRunner::makeReady(unsigned warp, unsigned lanes) {
  if (lanes == 0) return;
  m_warps[warp].ready |= lanes;
  m_readyWarps |= 1u << warp;
}

bool BlockRunner::releaseYielded() {
  bool any = false;
  for (unsigned warp = 0; warp * 32 < kwThread.count; ++warp) {
    any = any || m_warps[warp].yielded != 0;
    makeReady(warp, m_warps[warp].yielded);
    m_warps[warp].yielded = 0;
  }
  return any;
}

std::string BlockRunner::whoWaits() const {
  unsigned exchanging = 0;
  for (unsigned warp = 0; warp * 32 < kwThread.count; ++warp)
    exchanging += static_cast<unsigned>(std::popcount(m_warps[warp].exchanging()));
  return "deadlock: of the block's threads, " + std::to_string(m_arrived) +
         " wait at __syncthreads and " + std::to_string(exchanging) +
         " in warp operations for lanes that never come, and none can go on";
}

// --- waiting

// Brings the counts up to date where no thread waits: every thread that was started has ended,
// apart from the one that runs. (Such ends are not counted one by one, which keeps kernels without
// barriers fast.)
void BlockRunner::takeStock() {
  if (kwThread.suspended != 0) return;
  const unsigned count = kwThread.count;
  if (!m_stockTaken) {
    m_stockTaken = true;
    for (unsigned warp = 0; warp * 32 < count; ++warp)
      m_warps[warp].reset(~firstLanes(count - warp * 32));
    m_arrived = m_nonZero = 0;
  }
  m_alive = count - kwThread.next + 1;
  m_warp = kwThread.current / 32;
  const unsigned begin = m_warp * 32;
  const unsigned started = firstLanes(kwThread.next - begin);
  m_warps[m_warp].ended = (started & ~bitOf(kwThread.current)) | ~firstLanes(count - begin);
}

bool BlockRunner::threadEnded() {
  Warp& warp = m_warps[m_warp];
  warp.ended |= bitOf(kwThread.current);
  --m_alive;
  if (m_arrived != 0 && m_arrived == m_alive) releaseBarrier();
  makeReady(m_warp, warp.completeWithoutEnded());
  if (warp.ready != 0 || !nextIsIn(m_warp)) return false;
  kwThread.current = kwThread.next++;
  kwThreadIndex = indexOf(kwThread.current);
  return true;
}

void BlockRunner::releaseBarrier() {
  m_results[m_generation++ % 2] = {m_arrived, m_nonZero};
  m_arrived = m_nonZero = 0;
  for (unsigned warp = 0; warp * 32 < kwThread.count; ++warp) {
    makeReady(warp, m_warps[warp].atBarrier);
    m_warps[warp].atBarrier = 0;
  }
}

int BlockRunner::barrier(int kind, int value) {
  takeStock();
  const unsigned generation = m_generation;
  ++m_arrived;
  if (value != 0) ++m_nonZero;
  if (m_arrived == m_alive) {
    releaseBarrier();
  } else {
    m_warps[m_warp].atBarrier |= bitOf(kwThread.current);
    suspend();
  }
  const BarrierResult& result = m_results[generation % 2];
  if (kind == KW_BARRIER_COUNT) return static_cast<int>(result.nonZero);
  if (kind == KW_BARRIER_AND) return result.nonZero == result.threads;
  return kind == KW_BARRIER_OR && result.nonZero != 0;
}

Exchange& BlockRunner::meet(unsigned mask, unsigned long long value) {
  takeStock();
  const unsigned bit = bitOf(kwThread.current);
  if ((mask & bit) == 0)
    kwFail("a lane takes part in a warp operation whose mask does not contain it");
  Exchange& exchange = m_warps[m_warp].join(mask, laneOf(kwThread.current), value);
  if (exchange.complete)
    makeReady(m_warp, exchange.arrived & ~bit);
  else
    suspend();
  return exchange;
}

void BlockRunner::leave(Exchange& exchange) {
  m_warps[m_warp].leave(exchange, laneOf(kwThread.current));
}

unsigned BlockRunner::activeMask(const void* place) {
  takeStock();
  m_warps[m_warp].converge(laneOf(kwThread.current), place);
  suspend();
  return m_warps[m_warp].activeMask(laneOf(kwThread.current));
}

void BlockRunner::yield() {
  takeStock();
  m_warps[m_warp].yielded |= bitOf(kwThread.current);
  suspend();
}

}  // namespace kw::host
