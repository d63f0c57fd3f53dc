// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles under way: the candidate is compiled, then given to the device.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "model/protocol/messages.h"
#include "runner/server/compile_queue.h"
#include "runner/server/device_queue.h"

namespace kw {

class Profiles {
 public:
  struct Handlers {
    std::function<void(int64_t id, const std::string& phase)> phase;
    // The last of a profile: its answer as a line.
    std::function<void(int64_t id, std::string line)> answered;
    std::function<void(int64_t id, Error error)> failed;
  };
  // Both queues outlive this.
  Profiles(CompileQueue& compiles, DeviceQueue& device, Handlers handlers)
      : m_compiles(compiles), m_device(device), m_handlers(std::move(handlers)) {}

  void add(protocol::ProfileRequest request);
  // False if there is no such profile. It is answered by `failed`, before this returns.
  bool cancel(int64_t id);
  bool contains(int64_t id) const { return m_orders.contains(id); }
  bool empty() const { return m_orders.empty(); }

 private:
  void compiled(int64_t id, Result<CompileOutcome> outcome);
  void ended(int64_t id, JobEnding ending);
  void fail(int64_t id, Error error);

  CompileQueue& m_compiles;
  DeviceQueue& m_device;
  Handlers m_handlers;
  std::map<int64_t, worker::Profile> m_orders;
};

}  // namespace kw
