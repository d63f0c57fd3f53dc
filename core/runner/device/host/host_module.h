// SPDX-License-Identifier: GPL-3.0-or-later
// A compiled candidate and the launcher that holds it; started again after a crash, with its
// symbols as they were.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/device/device.h"
#include "runner/device/host/launcher_process.h"

namespace kw::host {

class HostModule : public Module {
 public:
  using FindBuffer = std::function<const HostBuffer*(BufferId)>;

  // `findBuffer` gives the device's buffers, null for unknown ones.
  HostModule(Artefact artefact, FindBuffer findBuffer, bool consentToNoSandbox);

  // Starts the launcher if none is running; an outcome that is not ok is the candidate's.
  Result<LaunchOutcome> ensureRunning();
  Status setSymbol(const std::string& name, std::span<const std::byte> bytes);
  // Puts operations into the request: `sets` first, then the launches in order. Must be running.
  Result<LaunchOutcome> prepare(const std::vector<BufferSet>& sets,
                                const std::vector<BoundLaunch>& launches);
  // What was prepared, `repeats` times.
  Result<LaunchOutcome> run(uint32_t repeats, double deadlineSeconds, std::stop_token stop = {});
  // Once, in the order that was set (launcher/thread_order.h), for values rather than times: blocks
  // find their shared memory poisoned, in another way than those of the launch before.
  Result<LaunchOutcome> runInOrder(double deadlineSeconds);
  void setOrder(uint64_t order) { m_order = order; }
  // Of the running launcher; see LauncherProcess.
  std::optional<double> processorSeconds() const;
  void waitUntilIdle(double mostSeconds) const {
    if (m_process) m_process->waitUntilIdle(mostSeconds);
  }
  LaunchOutcome end(const std::string& how) { return m_process->end(how); }
  // The buffer is about to go.
  void forget(BufferId buffer);

 private:
  struct SymbolValue {
    std::string name;
    std::vector<std::byte> bytes;
  };
  Status sendSymbol(const SymbolValue& value);
  Result<LaunchOutcome> ask(double deadlineSeconds, std::stop_token stop);
  Result<LaunchOutcome> slotOf(BufferId buffer, uint32_t& slot);
  Result<LaunchOutcome> encode(const BoundLaunch& launch, Operation& operation);
  Result<LaunchOutcome> encode(const BoundArgument& bound, Argument& argument);
  bool take(size_t bytes, size_t alignment, size_t& place);

  Artefact m_artefact;
  FindBuffer m_findBuffer;
  bool m_consentToNoSandbox;
  uint64_t m_order = 0;
  uint32_t m_sharedPoison = 0;  // of the latest launch
  std::unique_ptr<LauncherProcess> m_process;
  std::map<BufferId, uint32_t> m_slots;
  std::set<uint32_t> m_freeSlots;
  uint32_t m_nextSlot = 1;
  size_t m_used = 0;  // bytes of the request's data
  std::vector<SymbolValue> m_symbols;
};

}  // namespace kw::host
