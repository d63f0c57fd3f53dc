// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the blocks of a launch over a fixed set of OS threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "kernelwright/abi.h"
#include "runner/device/host/launcher/block_runner.h"

namespace kw::host {

class GridRunner {
 public:
  // The calling thread is one of them. They are never ended: the process is.
  explicit GridRunner(unsigned threads);

  // Returns when all blocks have ended. In another order than its own (thread_order.h), the calling
  // thread runs all of them, so that the same happens each time.
  // `sharedPoison`: see Request.
  void run(const KwKernel& kernel, void* const* arguments, KwIndex grid, KwIndex block,
           size_t sharedBytes, uint64_t order, uint32_t sharedPoison);

 private:
  void serve(BlockRunner& runner);
  void runBlocks(BlockRunner& runner);

  struct Work {
    const KwKernel* kernel = nullptr;
    void* const* arguments = nullptr;
    KwIndex grid{}, block{};
    size_t sharedBytes = 0;
    uint64_t blocks = 0;
    uint64_t share = 1;  // blocks taken at once
    uint64_t order = ownOrder;
    uint32_t sharedPoison = 0;
  };
  Work m_work;
  alignas(64) std::atomic<uint64_t> m_next = 0;
  alignas(64) std::atomic<uint32_t> m_round = 0;
  alignas(64) std::atomic<uint32_t> m_busy = 0;
  std::vector<std::unique_ptr<BlockRunner>> m_runners;
};

}  // namespace kw::host
