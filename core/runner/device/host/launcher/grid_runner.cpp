// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/grid_runner.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "runner/device/host/launcher/crash_report.h"
#include "runner/device/host/launcher/runtime.h"

namespace kw::host {

namespace {

// Memory for one block's dynamic shared memory, with an unmapped page behind it: gives its end.
unsigned char* sharedMemoryEnd() {
  constexpr size_t bytes = (mostDynamicShared + 4095) / 4096 * 4096;
  void* memory =
      ::mmap(nullptr, bytes + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  auto* end = static_cast<unsigned char*>(memory) + bytes;
  ::mprotect(end, 4096, PROT_NONE);
  return end;
}

}  // namespace

GridRunner::GridRunner(unsigned threads) {
  for (unsigned i = 0; i < std::max(threads, 1u); ++i)
    m_runners.push_back(std::make_unique<BlockRunner>(sharedMemoryEnd()));
  for (size_t i = 1; i < m_runners.size(); ++i)
    std::thread([this, i] { serve(*m_runners[i]); }).detach();
}

void GridRunner::serve(BlockRunner& runner) {
  giveSignalStack();
  for (uint32_t seen = 0;; ++seen) {
    m_round.wait(seen);
    runBlocks(runner);
    if (m_busy.fetch_sub(1) == 1) m_busy.notify_one();
  }
}

void GridRunner::runBlocks(BlockRunner& runner) {
  const Work& work = m_work;
  for (;;) {
    const uint64_t first = m_next.fetch_add(work.share);
    if (first >= work.blocks) break;
    const uint64_t last = std::min(first + work.share, work.blocks);
    for (uint64_t i = first; i < last; ++i) {
      const uint64_t number = blockInOrder(work.order, i, work.blocks);
      const KwIndex index{static_cast<unsigned>(number % work.grid.x),
                          static_cast<unsigned>(number / work.grid.x % work.grid.y),
                          static_cast<unsigned>(number / work.grid.x / work.grid.y)};
      runner.run(*work.kernel, work.arguments,
                 {index, number, work.block, work.sharedBytes, work.order, work.sharedPoison});
    }
  }
  kwThread.count = 0;  // no kernel runs on this thread now
}

void GridRunner::run(const KwKernel& kernel, void* const* arguments, KwIndex grid, KwIndex block,
                     size_t sharedBytes, uint64_t order, uint32_t sharedPoison) {
  kwGridDim = grid;
  kwBlockDim = block;
  const uint64_t blocks = uint64_t{grid.x} * grid.y * grid.z;
  const size_t threads = m_runners.size();
  m_work = {&kernel,
            arguments,
            grid,
            block,
            sharedBytes,
            blocks,
            std::max<uint64_t>(1, blocks / (threads * 16)),
            order,
            sharedPoison};
  m_next = 0;
  if (blocks > 1 && threads > 1 && order == ownOrder) {
    m_busy = static_cast<uint32_t>(threads - 1);
    m_round.fetch_add(1);
    m_round.notify_all();
  }
  runBlocks(*m_runners[0]);
  for (uint32_t busy = m_busy.load(); busy != 0; busy = m_busy.load())
    m_busy.wait(busy);
}

}  // namespace kw::host
