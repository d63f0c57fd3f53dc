// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/cuda_device.h"

#include <algorithm>

#include "base/result/message.h"
#include "runner/device/cuda/cuda_module.h"
#include "runner/device/cuda/device_listing.h"
#include "runner/device/cuda/peaks.h"
#include "runner/device/timed_copies.h"

namespace kw::cuda {

Result<std::unique_ptr<Device>> CudaDevice::open(const std::string& id) {
  KW_ASSIGN(const int number, deviceNumber(id));
  if (!driver()) return Unexpected<Error>(driver().error());
  KW_ASSIGN(DeviceInfo info, describeDevice(*driver(), number));
  if (info.canDo.empty())
    return failMissing(info.id + " (" + info.model + ") cannot run candidates: " +
                       (info.missing.empty() ? "reason unknown" : info.missing.front()));
  KW_ASSIGN(const std::shared_ptr<Gpu> gpu, Gpu::open(number, info));
  KW_ASSIGN(OwnKernels kernels, OwnKernels::load(*driver(), info));
  const int64_t scratchBytes = 4096 + int64_t{kernels.blocks()} * 16;
  KW_ASSIGN(Scratch scratch,
            Scratch::make(gpu, scratchBytes, "allocating memory for our own results"));
  // Taken now, so that what is free later is free for cases.
  const int64_t flushBytes = std::max<int64_t>(2 * info.limit("l2_bytes"), int64_t{16} << 20);
  KW_ASSIGN(Scratch flush,
            Scratch::make(gpu, flushBytes, "allocating memory to flush the L2 cache with"));
  info.measuredPeaks = knownPeaks(info);
  return std::unique_ptr<Device>(
      new CudaDevice(gpu, std::move(info), kernels, std::move(scratch), std::move(flush)));
}

Status CudaDevice::uploadBytes(CUdeviceptr to, const void* from, size_t bytes, const char* what) {
  if (bytes == 0) return {};
  KW_TRY(m_gpu->check(m_gpu->api().cuMemcpyHtoDAsync(to, from, bytes, m_gpu->stream()), what));
  return m_gpu->finish(what);
}

Status CudaDevice::downloadBytes(void* to, CUdeviceptr from, size_t bytes, const char* what) {
  if (bytes == 0) return {};
  KW_TRY(m_gpu->check(m_gpu->api().cuMemcpyDtoHAsync(to, from, bytes, m_gpu->stream()), what));
  return m_gpu->finish(what);
}

Result<int64_t> CudaDevice::freeMemory() {
  KW_TRY(m_gpu->enter());
  size_t free = 0, total = 0;
  KW_TRY(m_gpu->check(m_gpu->api().cuMemGetInfo(&free, &total), "asking for free memory"));
  return static_cast<int64_t>(free);
}

Result<BufferId> CudaDevice::allocate(int64_t bytes, int64_t alignment) {
  KW_TRY(m_gpu->enter());
  return m_buffers.allocate(bytes, alignment);
}

Result<BufferId> CudaDevice::allocateGuarded(int64_t bytes, int64_t alignment, Guard side) {
  if (side == Guard::none || !hasGuards()) return allocate(bytes, alignment);
  KW_TRY(m_gpu->enter());
  return m_buffers.allocateGuarded(bytes, alignment, side);
}

void CudaDevice::release(BufferId buffer) {
  if (m_gpu->lost() || m_gpu->enter()) m_buffers.release(buffer);
}

Result<CUdeviceptr> CudaDevice::partOf(BufferId id, int64_t offset, size_t bytes) {
  if (offset < 0)
    return failInput("an offset of " + counted(offset, "byte") + " lies before the buffer");
  KW_ASSIGN(const Buffer buffer, m_buffers.find(id, offset + static_cast<int64_t>(bytes)));
  return buffer.start + static_cast<CUdeviceptr>(offset);
}

Status CudaDevice::upload(BufferId to, int64_t offset, std::span<const std::byte> bytes) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const CUdeviceptr start, partOf(to, offset, bytes.size()));
  return uploadBytes(start, bytes.data(), bytes.size(), "uploading");
}

Status CudaDevice::download(std::span<std::byte> to, BufferId from, int64_t offset) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const CUdeviceptr start, partOf(from, offset, to.size()));
  return downloadBytes(to.data(), start, to.size(), "downloading");
}

Status CudaDevice::copy(BufferId to, BufferId from) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const Buffer source, m_buffers.find(from));
  KW_ASSIGN(const Buffer target, m_buffers.find(to));
  if (source.bytes != target.bytes)
    return failInput("a buffer of " + std::to_string(source.bytes) +
                     " bytes cannot be copied to one of " + std::to_string(target.bytes));
  if (source.bytes == 0) return {};
  KW_TRY(m_gpu->check(
      m_gpu->api().cuMemcpyDtoDAsync(target.start, source.start, static_cast<size_t>(source.bytes),
                                     m_gpu->stream()),
      "copying a buffer"));
  return m_gpu->finish("copying a buffer");
}

Status CudaDevice::set(const BufferSet& plan) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const Buffer buffer, m_buffers.find(plan.buffer, plan.bytes));
  KW_TRY(
      m_gpu->check(setWords(*m_gpu, buffer.start, plan.pattern, plan.bytes), "setting a buffer"));
  return m_gpu->finish("setting a buffer");
}

Result<CanaryReport> CudaDevice::checkCanaries(BufferId id) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const Buffer buffer, m_buffers.find(id));
  return m_buffers.checkCanaries(buffer);
}

Status CudaDevice::restoreCanaries(BufferId id) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const Buffer buffer, m_buffers.find(id));
  return m_buffers.restoreCanaries(buffer);
}

Result<Device::Loaded> CudaDevice::load(const Artefact& artefact) {
  KW_TRY(m_gpu->enter());
  return CudaModule::load(m_gpu, artefact);
}

Status CudaDevice::setSymbol(Module& module, const std::string& name,
                             std::span<const std::byte> bytes) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const CudaModule::Variable variable, static_cast<CudaModule&>(module).variable(name));
  if (variable.bytes != bytes.size())
    return failInput("the variable \"" + name + "\" has " + std::to_string(variable.bytes) +
                         " bytes in the compiled kernel; the problem fills " +
                         std::to_string(bytes.size()),
                     {}, "make the symbol's type and shape those of the source");
  return uploadBytes(variable.start, bytes.data(), bytes.size(), "filling a variable");
}

Result<LaunchOutcome> CudaDevice::launch(Module& module, const std::vector<BoundLaunch>& launches,
                                         double deadlineSeconds) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const ReadyLaunches ready,
            makeReady(*m_gpu, m_buffers, static_cast<CudaModule&>(module), launches));
  if (!ready.refusal.ok()) return ready.refusal;
  KW_TRY(m_gpu->finish("waiting for earlier work"));
  KW_ASSIGN(const Event done, Event::make(m_gpu));
  for (const auto& item : ready.launches) {
    const CUresult result = item->enqueue(*m_gpu);
    if (result == CUDA_SUCCESS) continue;
    const LaunchOutcome refusal = m_gpu->refusalOf(result);
    if (!refusal.deviceLost)
      KW_TRY(m_gpu->finish("waiting for the launches before the refused one"));
    return refusal;
  }
  KW_TRY(
      m_gpu->check(m_gpu->api().cuEventRecord(done.get(), m_gpu->stream()), "recording an event"));
  return m_gpu->waitFor(done.get(), deadlineSeconds);
}

namespace {

Status resolve(const Buffers& buffers, const std::vector<BufferSet>& sets,
               std::vector<TimingSteps::Set>& into) {
  for (const BufferSet& set : sets) {
    KW_ASSIGN(const Buffer buffer, buffers.find(set.buffer, set.bytes));
    into.push_back({buffer.start, set.pattern, set.bytes});
  }
  return {};
}

}  // namespace

Result<TimingSteps> CudaDevice::timingSteps(const TimingPlan& plan) {
  TimingSteps steps;
  if (plan.protocol.flush && plan.state == TimedState::cold) {
    steps.flush = m_flush.get();
    steps.flushBytes = m_flush.bytes();
  }
  return steps;
}

Result<LaunchOutcome> CudaDevice::addSequence(TimingSteps& steps, const Buffers& buffers,
                                              Module& module, const TimingPlan& plan) {
  TimingSteps::Sequence sequence;
  KW_ASSIGN(sequence.launches,
            makeReady(*m_gpu, buffers, static_cast<CudaModule&>(module), plan.launches));
  if (!sequence.launches.refusal.ok()) return sequence.launches.refusal;
  for (const BufferCopy& copy : plan.restores) {
    KW_ASSIGN(const Buffer from, m_buffers.find(copy.from));
    KW_ASSIGN(const Buffer to, buffers.find(copy.to, from.bytes));
    steps.restores.push_back({to.start, from.start, static_cast<size_t>(from.bytes)});
  }
  KW_TRY(resolve(buffers, plan.sets, steps.sets));
  KW_TRY(resolve(buffers, plan.timedSets, sequence.timedSets));
  steps.sequences.push_back(std::move(sequence));
  return LaunchOutcome();
}

Result<TimingResult> CudaDevice::time(Module& module, const TimingPlan& plan,
                                      std::stop_token stop) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(TimingSteps steps, timingSteps(plan));
  TimingResult result;
  KW_ASSIGN(result.outcome, addSequence(steps, m_buffers, module, plan));
  if (!result.outcome.ok()) return result;
  Timing timing(m_gpu, std::move(steps), plan, m_nvml.get());
  if (plan.state == TimedState::warm) return timing.several(stop);
  KW_ASSIGN(result, timing.single(stop));
  return timeOnCopies(module, plan, std::move(result), stop);
}

// Short launches, several to a sample, each on data that nothing has touched since the flush.
Result<TimingResult> CudaDevice::timeOnCopies(Module& module, const TimingPlan& plan,
                                              TimingResult single, std::stop_token stop) {
  if (plan.state != TimedState::cold || !single.outcome.ok()) return single;
  const std::set<BufferId> used = buffersOf(plan);
  KW_ASSIGN(const int64_t free, freeMemory());
  KW_ASSIGN(const int64_t bytes, m_buffers.bytesOf(used));
  const int copies = copiesWorthMaking(plan.protocol, single.samples, bytes, free);
  if (copies < 2) return single;
  KW_ASSIGN(TimingSteps steps, timingSteps(plan));
  std::vector<std::unique_ptr<Buffers>> held;
  for (int i = 0; i < copies; ++i) {
    KW_ASSIGN(std::unique_ptr<Buffers> buffers, m_buffers.copyOf(used));
    held.push_back(std::move(buffers));
    KW_ASSIGN(single.outcome, addSequence(steps, *held.back(), module, plan));
    if (!single.outcome.ok()) return single;
  }
  KW_ASSIGN(TimingResult result,
            Timing(m_gpu, std::move(steps), plan, m_nvml.get()).single(std::move(stop)));
  result.kernelMilliseconds += single.kernelMilliseconds;
  return result;
}

Status CudaDevice::measurePeaks() {
  if (!m_info.measuredPeaks.empty()) return {};
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(m_info.measuredPeaks, kw::cuda::measurePeaks(m_gpu, m_info));
  return {};
}

}  // namespace kw::cuda
