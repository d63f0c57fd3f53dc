// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/host_device.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "base/result/message.h"
#include "runner/device/cpu_kernels.h"
#include "runner/device/host/host_timing.h"
#include "runner/device/host/launch_limits.h"
#include "runner/device/host/peaks.h"
#include "runner/device/host/processors.h"

namespace kw::host {

namespace {

// Machine and processors: two runners on different cores are different devices.
std::string identity() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  std::string machine;
  std::ifstream("/etc/machine-id") >> machine;
  std::string text = std::string("host-") + name.data() + "-" + machine.substr(0, 8) + "-cpu";
  for (const int number : processors())
    text += "." + std::to_string(number);
  return text;
}

}  // namespace

DeviceInfo hostDeviceInfo() {
  DeviceInfo info;
  info.id = info.kind = "host";
  info.model = "host: " + processorName() + ", " + counted(processors().size(), "thread");
  info.uuid = identity();
#if defined(__x86_64__)
  info.architecture = "x86-64";
#elif defined(__aarch64__)
  info.architecture = "aarch64";
#endif
  info.limits = deviceLimits();
  info.canDo = {"compile", "launch", "time"};
  info.missing = {"hardware counters: the host device stands in for a GPU and has none"};
  return info;
}

// A module that its device knows of, so that releasing a buffer reaches the launcher.
class HostDevice::Tracked : public HostModule {
 public:
  Tracked(HostDevice& device, const Artefact& artefact)
      : HostModule(
            artefact, [&device](BufferId id) { return device.find(id).value_or(nullptr); },
            device.m_consentToNoSandbox),
        m_device(device) {
    m_device.m_modules.insert(this);
  }
  ~Tracked() override { m_device.m_modules.erase(this); }

 private:
  HostDevice& m_device;
};

HostDevice::HostDevice(bool consentToNoSandbox)
    : m_info(hostDeviceInfo()), m_consentToNoSandbox(consentToNoSandbox) {}

// --- buffers

Result<int64_t> HostDevice::freeMemory() {
  return availableMemoryBytes();
}

Result<BufferId> HostDevice::allocate(int64_t bytes, int64_t alignment) {
  return allocateGuarded(bytes, alignment, Guard::none);
}

Result<BufferId> HostDevice::allocateGuarded(int64_t bytes, int64_t alignment, Guard side) {
  KW_ASSIGN(auto buffer, HostBuffer::make(bytes, alignment, side));
  m_buffers[m_nextBuffer] = std::move(buffer);
  return m_nextBuffer++;
}

void HostDevice::release(BufferId buffer) {
  for (HostModule* module : m_modules)
    module->forget(buffer);
  m_buffers.erase(buffer);
}

Result<const HostBuffer*> HostDevice::find(BufferId buffer) const {
  const auto found = m_buffers.find(buffer);
  if (found == m_buffers.end()) return fail("buffer " + std::to_string(buffer) + " does not exist");
  return found->second.get();
}

Result<std::span<std::byte>> HostDevice::part(BufferId buffer, int64_t offset,
                                              int64_t bytes) const {
  KW_ASSIGN(const HostBuffer* memory, find(buffer));
  if (bytes < 0) bytes = memory->bytes() - offset;
  if (offset < 0 || bytes < 0 || offset > memory->bytes() - bytes)
    return fail("bytes " + std::to_string(offset) + " to " + std::to_string(offset + bytes) +
                " are not inside a buffer of " + counted(memory->bytes(), "byte"));
  return memory->usable().subspan(static_cast<size_t>(offset), static_cast<size_t>(bytes));
}

Status HostDevice::upload(BufferId to, int64_t offset, std::span<const std::byte> bytes) {
  KW_ASSIGN(const auto place, part(to, offset, static_cast<int64_t>(bytes.size())));
  std::ranges::copy(bytes, place.begin());
  return {};
}

Status HostDevice::download(std::span<std::byte> to, BufferId from, int64_t offset) {
  KW_ASSIGN(const auto place, part(from, offset, static_cast<int64_t>(to.size())));
  std::ranges::copy(place, to.begin());
  return {};
}

Status HostDevice::copy(BufferId to, BufferId from) {
  KW_ASSIGN(const auto source, part(from, 0, -1));
  KW_ASSIGN(const auto target, part(to, 0, -1));
  if (source.size() != target.size())
    return fail("buffers of " + std::to_string(source.size()) + " and " +
                counted(target.size(), "byte") + " cannot be copied into each other");
  std::memcpy(target.data(), source.data(), source.size());
  return {};
}

Status HostDevice::set(const BufferSet& plan) {
  KW_ASSIGN(const auto place, part(plan.buffer, 0, plan.bytes));
  cpu::setWords(place, plan.pattern);
  return {};
}

Status HostDevice::fill(BufferId buffer, const FillPlan& plan) {
  KW_ASSIGN(const auto place, part(buffer, 0, -1));
  return cpu::fill(place, plan);
}

Result<CompareResult> HostDevice::compare(const ComparePlan& plan) {
  KW_ASSIGN(const auto got, part(plan.got, 0, -1));
  KW_ASSIGN(const auto want, part(plan.want, 0, -1));
  return cpu::compare(plan, got, want);
}

Result<ErrorReport> HostDevice::errors(const ErrorPlan& plan) {
  KW_ASSIGN(const auto got, part(plan.compare.got, 0, -1));
  KW_ASSIGN(const auto want, part(plan.compare.want, 0, -1));
  return cpu::errors(plan, got, want);
}

Result<uint64_t> HostDevice::checksum(BufferId buffer, int64_t bytes) {
  KW_ASSIGN(const auto place, part(buffer, 0, bytes));
  return cpu::checksum(place);
}

Result<double> HostDevice::rms(BufferId buffer, ElementType type, int64_t elements) {
  KW_ASSIGN(const auto place, part(buffer, 0, elements * static_cast<int64_t>(sizeOf(type))));
  return cpu::rms(place.data(), type, elements);
}

Result<CanaryReport> HostDevice::checkCanaries(BufferId buffer) {
  KW_ASSIGN(const HostBuffer* memory, find(buffer));
  return memory->checkCanaries();
}

Status HostDevice::restoreCanaries(BufferId buffer) {
  KW_TRY(find(buffer));
  m_buffers[buffer]->restoreCanaries();
  return {};
}

// --- candidates

Result<Device::Loaded> HostDevice::load(const Artefact& artefact) {
  auto module = std::make_unique<Tracked>(*this, artefact);
  KW_ASSIGN(LaunchOutcome outcome, module->ensureRunning());
  if (!outcome.ok()) return Loaded{nullptr, std::move(outcome)};
  return Loaded{std::move(module), {}};
}

Status HostDevice::setSymbol(Module& module, const std::string& name,
                             std::span<const std::byte> bytes) {
  return static_cast<HostModule&>(module).setSymbol(name, bytes);
}

Result<LaunchOutcome> HostDevice::launch(Module& module, const std::vector<BoundLaunch>& launches,
                                         double deadlineSeconds) {
  auto& host = static_cast<HostModule&>(module);
  KW_ASSIGN(LaunchOutcome outcome, host.ensureRunning());
  if (!outcome.ok()) return outcome;
  KW_ASSIGN(outcome, host.prepare({}, launches));
  if (!outcome.ok()) return outcome;
  return host.runInOrder(deadlineSeconds);
}

void HostDevice::setThreadOrder(Module& module, uint64_t order) {
  static_cast<HostModule&>(module).setOrder(order);
}

Status HostDevice::restore(const TimingPlan& plan) {
  for (const BufferCopy& one : plan.restores)
    KW_TRY(copy(one.to, one.from));
  for (const BufferSet& one : plan.sets)
    KW_TRY(set(one));
  return {};
}

Result<TimingResult> HostDevice::time(Module& module, const TimingPlan& plan,
                                      std::stop_token stop) {
  auto& host = static_cast<HostModule&>(module);
  KW_ASSIGN(LaunchOutcome outcome, host.ensureRunning());
  if (!outcome.ok()) return TimingResult{.outcome = std::move(outcome)};
  const bool flush = plan.protocol.flush && plan.state == TimedState::cold;
  if (flush && !m_flush) m_flush = std::make_unique<CacheFlush>();
  return takeSamples(
      host, plan,
      [&]() -> Status {
        KW_TRY(restore(plan));
        if (flush) m_flush->run();
        return {};
      },
      std::move(stop));
}

Status HostDevice::measurePeaks() {
  if (m_info.measuredPeaks.empty()) m_info.measuredPeaks = kw::host::measurePeaks();
  return {};
}

}  // namespace kw::host
