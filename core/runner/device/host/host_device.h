// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU as a device. Buffers, fills, comparison, canaries and the clock are here; a candidate
// runs in a launcher in a sandbox, so its faults end that process only and this device is never
// lost.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "runner/device/device.h"
#include "runner/device/host/cache_flush.h"
#include "runner/device/host/host_buffer.h"
#include "runner/device/host/host_module.h"

namespace kw::host {

DeviceInfo hostDeviceInfo();

class HostDevice : public Device {
 public:
  explicit HostDevice(bool consentToNoSandbox);

  const DeviceInfo& info() const override { return m_info; }
  Result<int64_t> freeMemory() override;

  Result<BufferId> allocate(int64_t bytes, int64_t alignment) override;
  Result<BufferId> allocateGuarded(int64_t bytes, int64_t alignment, Guard side) override;
  bool hasGuards() const override { return true; }
  void release(BufferId buffer) override;
  Status upload(BufferId to, int64_t offset, std::span<const std::byte> bytes) override;
  Status download(std::span<std::byte> to, BufferId from, int64_t offset) override;
  Status copy(BufferId to, BufferId from) override;
  Status set(const BufferSet& plan) override;
  Status fill(BufferId buffer, const FillPlan& plan) override;
  Result<CompareResult> compare(const ComparePlan& plan) override;
  Result<ErrorReport> errors(const ErrorPlan& plan) override;
  Result<uint64_t> checksum(BufferId buffer, int64_t bytes) override;
  Result<double> rms(BufferId buffer, ElementType type, int64_t elements) override;
  Result<CanaryReport> checkCanaries(BufferId buffer) override;
  Status restoreCanaries(BufferId buffer) override;

  Result<Loaded> load(const Artefact& artefact) override;
  Status setSymbol(Module& module, const std::string& name,
                   std::span<const std::byte> bytes) override;
  Result<LaunchOutcome> launch(Module& module, const std::vector<BoundLaunch>& launches,
                               double deadlineSeconds) override;
  void setThreadOrder(Module& module, uint64_t order) override;
  bool hasThreadOrders() const override { return true; }
  // A sample is the time from waking the launcher until its answer is seen. That is some 7 µs (one
  // block) to 15 µs (several blocks, so that its other threads have to be woken too) more than the
  // kernels take; nothing is subtracted for it.
  Result<TimingResult> time(Module& module, const TimingPlan& plan, std::stop_token stop) override;

  Status measurePeaks() override;

 private:
  class Tracked;
  // The first `bytes` of a buffer (all of it where negative) after `offset`.
  Result<std::span<std::byte>> part(BufferId buffer, int64_t offset, int64_t bytes) const;
  Result<const HostBuffer*> find(BufferId buffer) const;
  Status restore(const TimingPlan& plan);

  DeviceInfo m_info;
  bool m_consentToNoSandbox;
  std::map<BufferId, std::unique_ptr<HostBuffer>> m_buffers;
  BufferId m_nextBuffer = 1;
  std::set<HostModule*> m_modules;
  std::unique_ptr<CacheFlush> m_flush;  // made when first needed
};

}  // namespace kw::host
