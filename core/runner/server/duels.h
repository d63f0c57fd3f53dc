// SPDX-License-Identifier: GPL-3.0-or-later
// Duels under way: both candidates are compiled, one after the other, then given to the device.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "model/protocol/messages.h"
#include "runner/server/compile_queue.h"
#include "runner/server/device_queue.h"

namespace kw {

class Duels {
 public:
  struct Handlers {
    std::function<void(int64_t id, const std::string& phase)> phase;
    // The last of a duel: its answer as a line.
    std::function<void(int64_t id, std::string line)> answered;
    std::function<void(int64_t id, Error error)> failed;
  };
  // Both queues outlive this.
  Duels(CompileQueue& compiles, DeviceQueue& device, Handlers handlers)
      : m_compiles(compiles), m_device(device), m_handlers(std::move(handlers)) {}

  void add(protocol::DuelRequest request);
  // False if there is no such duel. It is answered by `failed`, before this returns.
  bool cancel(int64_t id);
  bool contains(int64_t id) const { return m_duels.contains(id); }
  bool empty() const { return m_duels.empty(); }

 private:
  struct Duelling {
    worker::Duel order;
    int compiled = 0;  // candidates
  };
  void compileNext(int64_t id);
  void compiled(int64_t id, Result<CompileOutcome> outcome);
  void send(int64_t id);
  void ended(int64_t id, JobEnding ending);
  void fail(int64_t id, Error error);

  CompileQueue& m_compiles;
  DeviceQueue& m_device;
  Handlers m_handlers;
  std::map<int64_t, Duelling> m_duels;
};

}  // namespace kw
