// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/block_runner.h"

#include <algorithm>
#include <bit>

#include "runner/device/host/launcher/runtime.h"
#include "runner/device/host/launcher/shadow.h"
#include "runner/device/host/launcher/static_memory.h"
#include "runner/device/host/shared/fill_pattern.h"

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

void BlockRunner::run(const KwKernel& kernel, void* const* arguments, const Block& block) {
  t_runner = this;
  m_kernel = &kernel;
  m_arguments = arguments;
  m_shape = block.shape;
  m_stockTaken = false;
  m_readyWarps = m_warp = m_suspended = 0;
  kwBlockIndex = block.index;
  kwThread.count = m_shape.x * m_shape.y * m_shape.z;
  // Against the unmapped page at the end, so that running over it faults.
  kwThread.dynamicShared = m_sharedEnd - (block.sharedBytes + 1023) / 1024 * 1024;
  kwThread.dynamicSharedBytes = block.sharedBytes;
  markShared();
  if (block.sharedPoison != 0) poisonShared(block.sharedPoison);
  m_order.begin(block.order, block.number, kwThread.count);
  if (!m_order.isOwn()) resetStock();
  switchTo(m_main, begin(0));
}

// Nothing but the block's own dynamic shared memory may be touched.
void BlockRunner::markShared() {
  const auto bytes = static_cast<size_t>(kwThread.dynamicSharedBytes);
  if (!shadow::exists() || bytes == m_markedShared) return;
  m_markedShared = bytes;
  const unsigned char* begin = kwThread.dynamicShared;
  shadow::forbid(m_sharedEnd - mostDynamicShared, begin, shadow::outsideDynamicShared);
  shadow::allow(begin, begin + bytes);
  shadow::forbid(begin + bytes, m_sharedEnd, shadow::outsideDynamicShared);
}

// The block finds neither zeros nor what the one before it left.
void BlockRunner::poisonShared(uint32_t pattern) {
  fillPattern(kwThread.dynamicShared, static_cast<size_t>(kwThread.dynamicSharedBytes), pattern);
  poisonStaticShared(pattern);
}

// --- fibers

BlockRunner::Fiber& BlockRunner::idleFiber() {
  if (!m_idle.empty()) {
    Fiber& fiber = *m_idle.back();
    m_idle.pop_back();
    return fiber;
  }
  m_fibers.push_back(std::make_unique<Fiber>());
  Fiber& fiber = *m_fibers.back();
  fiber.context = boost::context::fiber(std::allocator_arg, m_stacks,
                                        [this, &fiber](boost::context::fiber&& none) {
                                          live(fiber);
                                          return std::move(none);
                                        });
  return fiber;
}

void BlockRunner::live(Fiber& self) {
  for (;;) {
    m_kernel->run(m_arguments);
    // Where it returned in order, it went through all threads.
    if (kwThread.outOfOrder == 0) m_next = kwThread.count;
    m_idle.push_back(&self);
    Fiber* following = next();
    switchTo(self, following == nullptr ? m_main : *following);
  }
}

// Straight from one to the other; what is left behind lies in from.context until somebody switches
// back.
void BlockRunner::switchTo(Fiber& from, Fiber& to) {
  m_running = &to;
  if (&from == &to) return;
  std::move(to.context).resume_with([&from](boost::context::fiber&& left) {
    from.context = std::move(left);
    return boost::context::fiber();
  });
}

void BlockRunner::suspend() {
  Fiber& self = *m_running;
  self.thread = rank();
  self.index = kwThreadIndex;
  m_waiting[self.thread] = &self;
  ++m_suspended;
  kwThread.outOfOrder = 1;
  switchTo(self, *next());
}

// --- what runs next

unsigned BlockRunner::rank() const {
  return (kwThreadIndex.z * m_shape.y + kwThreadIndex.y) * m_shape.x + kwThreadIndex.x;
}

// A thread that was not begun yet.
void BlockRunner::makeRunning(unsigned place) {
  const unsigned thread = m_order.thread(place);
  m_warp = thread / 32;
  m_next = place + 1;
  kwThreadIndex = indexOf(thread);
  kwThread.outOfOrder = m_suspended != 0 || !m_order.isOwn();
}

BlockRunner::Fiber& BlockRunner::begin(unsigned place) {
  makeRunning(place);
  return idleFiber();
}

// The warp that ran last goes on while it can, since its stacks and data are in the cache.
BlockRunner::Fiber* BlockRunner::nextReady() {
  if (m_warps[m_warp].ready == 0) {
    if (nextIsIn(m_warp)) return nullptr;
    makeReady(m_warp, m_warps[m_warp].releaseConverging());
    if (m_readyWarps == 0) return nullptr;
    if (m_warps[m_warp].ready == 0) {
      if (m_next < kwThread.count && m_order.turns()) return nullptr;
      m_warp = m_order.pick(m_readyWarps);
    }
  }
  if (m_order.turns()) m_warp = m_order.pick(m_readyWarps);
  Warp& warp = m_warps[m_warp];
  const unsigned lane = m_order.pick(warp.ready);
  warp.ready &= ~(1u << lane);
  if (warp.ready == 0) m_readyWarps &= ~(1u << m_warp);
  Fiber& fiber = *m_waiting[m_warp * 32 + lane];
  --m_suspended;
  kwThreadIndex = fiber.index;
  kwThread.outOfOrder = 1;
  return &fiber;
}

BlockRunner::Fiber* BlockRunner::next() {
  for (;;) {
    if (m_suspended != 0)
      if (Fiber* ready = nextReady()) return ready;
    if (m_next < kwThread.count) return &begin(m_next);
    if (m_suspended == 0) return nullptr;
    if (!releaseYielded()) kwFail(whoWaits().c_str());
  }
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
  if (!m_order.isOwn()) return;  // there, every end is counted
  if (kwThread.outOfOrder == 0) m_next = rank() + 1;
  if (m_suspended != 0) return;
  const unsigned count = kwThread.count;
  if (!m_stockTaken) resetStock();
  m_alive = count - m_next + 1;
  m_warp = rank() / 32;
  const unsigned begin = m_warp * 32;
  const unsigned begun = firstLanes(m_next - begin);
  m_warps[m_warp].ended = (begun & ~bitOf(rank())) | ~firstLanes(count - begin);
}

void BlockRunner::resetStock() {
  m_stockTaken = true;
  for (unsigned warp = 0; warp * 32 < kwThread.count; ++warp)
    m_warps[warp].reset(~firstLanes(kwThread.count - warp * 32));
  m_arrived = m_nonZero = 0;
  m_alive = kwThread.count;
}

bool BlockRunner::threadEnded() {
  Warp& warp = m_warps[m_warp];
  warp.ended |= bitOf(rank());
  --m_alive;
  if (m_arrived != 0 && m_arrived == m_alive) releaseBarrier();
  makeReady(m_warp, warp.completeWithoutEnded());
  const bool mayFollow =
      m_suspended == 0 ? m_next < kwThread.count : warp.ready == 0 && nextIsIn(m_warp);
  if (mayFollow) makeRunning(m_next);
  return mayFollow;
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
    m_warps[m_warp].atBarrier |= bitOf(rank());
    suspend();
  }
  const BarrierResult& result = m_results[generation % 2];
  if (kind == KW_BARRIER_COUNT) return static_cast<int>(result.nonZero);
  if (kind == KW_BARRIER_AND) return result.nonZero == result.threads;
  return kind == KW_BARRIER_OR && result.nonZero != 0;
}

Exchange& BlockRunner::meet(unsigned mask, unsigned long long value) {
  takeStock();
  const unsigned bit = bitOf(rank());
  if ((mask & bit) == 0)
    kwFail("a lane takes part in a warp operation whose mask does not contain it");
  Exchange& exchange = m_warps[m_warp].join(mask, laneOf(rank()), value);
  if (exchange.complete)
    makeReady(m_warp, exchange.arrived & ~bit);
  else
    suspend();
  return exchange;
}

void BlockRunner::leave(Exchange& exchange) {
  m_warps[m_warp].leave(exchange, laneOf(rank()));
}

unsigned BlockRunner::activeMask(const void* place) {
  takeStock();
  m_warps[m_warp].converge(laneOf(rank()), place);
  suspend();
  return m_warps[m_warp].activeMask(laneOf(rank()));
}

void BlockRunner::yield() {
  takeStock();
  m_warps[m_warp].yielded |= bitOf(rank());
  suspend();
}

}  // namespace kw::host
