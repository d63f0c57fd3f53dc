// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/runtime.h"

#include <cstdio>

#include "runner/device/host/launcher/block_runner.h"
#include "runner/device/host/launcher/crash_report.h"

using kw::host::BlockRunner;
using kw::host::Exchange;

extern "C" {

__thread KwThread kwThread;
__thread KwIndex kwThreadIndex;
__thread KwIndex kwBlockIndex;
KwIndex kwBlockDim;
KwIndex kwGridDim;

KW_EXPORTED int kwThreadEnded() {
  return BlockRunner::current().threadEnded();
}

KW_EXPORTED int kwBarrier(int kind, int value) {
  return BlockRunner::current().barrier(kind, value);
}

KW_EXPORTED void kwSyncWarp(unsigned mask) {
  BlockRunner& runner = BlockRunner::current();
  runner.leave(runner.meet(mask, 0));
}

KW_EXPORTED unsigned long long kwShuffle(unsigned mask, unsigned long long value, unsigned source) {
  BlockRunner& runner = BlockRunner::current();
  Exchange& exchange = runner.meet(mask, value);
  const bool came = (exchange.arrived >> source & 1u) != 0;
  const unsigned long long result = came ? exchange.values[source] : value;
  runner.leave(exchange);
  return result;
}

KW_EXPORTED unsigned kwGather(unsigned mask, unsigned long long value,
                              unsigned long long values[32]) {
  BlockRunner& runner = BlockRunner::current();
  Exchange& exchange = runner.meet(mask, value);
  const unsigned arrived = exchange.arrived;
  for (unsigned lane = 0; lane < 32; ++lane)
    values[lane] = (arrived >> lane & 1u) != 0 ? exchange.values[lane] : 0;
  runner.leave(exchange);
  return arrived;
}

KW_EXPORTED unsigned kwBallot(unsigned mask, int predicate) {
  BlockRunner& runner = BlockRunner::current();
  Exchange& exchange = runner.meet(mask, predicate != 0);
  unsigned lanes = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((exchange.arrived >> lane & 1u) != 0 && exchange.values[lane] != 0) lanes |= 1u << lane;
  runner.leave(exchange);
  return lanes;
}

KW_EXPORTED unsigned kwActiveMask() {
  return BlockRunner::current().activeMask(__builtin_return_address(0));
}

KW_EXPORTED void kwYield() {
  BlockRunner::current().yield();
}

KW_EXPORTED void kwFail(const char* message) {
  kw::host::reportAndEnd(message);
}

// The C library's assert: its message belongs to the verdict.
KW_EXPORTED void __assert_fail(const char* condition, const char* file, unsigned line,
                               const char*) noexcept {
  char message[512];
  std::snprintf(message, sizeof message, "assertion failed at %s:%u: %s", file, line, condition);
  kw::host::reportAndEnd(message);
}
}
