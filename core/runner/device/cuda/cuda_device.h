// SPDX-License-Identifier: GPL-3.0-or-later
// An NVIDIA GPU through the CUDA driver.
#pragma once

#include <memory>

#include "runner/device/cuda/buffers.h"
#include "runner/device/cuda/gpu.h"
#include "runner/device/cuda/nvml.h"
#include "runner/device/cuda/own_kernels.h"
#include "runner/device/cuda/timing.h"
#include "runner/device/device.h"

namespace kw::cuda {

class CudaDevice : public Device {
 public:
  // ErrorKind::missing where there is no such device, no driver or no NVRTC.
  static Result<std::unique_ptr<Device>> open(const std::string& id);

  const DeviceInfo& info() const override { return m_info; }
  Result<int64_t> freeMemory() override;
  Result<BufferId> allocate(int64_t bytes, int64_t alignment) override;
  Result<BufferId> allocateGuarded(int64_t bytes, int64_t alignment, Guard side) override;
  bool hasGuards() const override { return m_gpu->hasVirtualMemory(); }
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
  Result<TimingResult> time(Module& module, const TimingPlan& plan, std::stop_token stop) override;
  Result<std::string> counterChip() override;
  Result<CountResult> count(Module& module, const CountPlan& plan, std::stop_token stop) override;
  Status measurePeaks() override;

 private:
  CudaDevice(std::shared_ptr<Gpu> gpu, DeviceInfo info, OwnKernels kernels, Scratch scratch,
             Scratch flush)
      : m_gpu(std::move(gpu)),
        m_info(std::move(info)),
        m_kernels(kernels),
        m_scratch(std::move(scratch)),
        m_flush(std::move(flush)),
        m_buffers(m_gpu),
        m_nvml(Nvml::open(m_info.uuid)) {}
  // Where a part of a buffer begins; the part lies inside.
  Result<CUdeviceptr> partOf(BufferId buffer, int64_t offset, size_t bytes);
  Status uploadBytes(CUdeviceptr to, const void* from, size_t bytes, const char* what);
  Status downloadBytes(void* to, CUdeviceptr from, size_t bytes, const char* what);
  Result<TimingSteps> timingSteps(const TimingPlan& plan);
  // Adds a sequence on `buffers`; a refusal of it in the outcome.
  Result<LaunchOutcome> addSequence(TimingSteps& steps, const Buffers& buffers, Module& module,
                                    const TimingPlan& plan);
  Result<TimingResult> timeOnCopies(Module& module, const TimingPlan& plan, TimingResult single,
                                    std::stop_token stop);
  Status firstDifference(const ComparePlan& plan, const comparison::Rule& rule, CUdeviceptr got,
                         CUdeviceptr want, CompareResult& result);

  std::shared_ptr<Gpu> m_gpu;
  DeviceInfo m_info;
  OwnKernels m_kernels;
  Scratch m_scratch;  // results of our own kernels
  Scratch m_flush;    // twice the L2
  Buffers m_buffers;
  std::unique_ptr<Nvml> m_nvml;  // null where there is none
};

}  // namespace kw::cuda
