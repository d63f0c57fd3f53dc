// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate's cubin, loaded, and its launches made ready to be enqueued many times.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runner/device/cuda/buffers.h"
#include "runner/device/cuda/gpu.h"
#include "runner/device/device.h"

namespace kw::cuda {

class CudaModule : public Module {
 public:
  static Result<Device::Loaded> load(const std::shared_ptr<Gpu>& gpu, const Artefact& artefact);
  ~CudaModule() override;

  // The kernel as launched ("norm<float, 4>"); ErrorKind::badInput for one that the artefact does
  // not have.
  Result<CUfunction> function(const std::string& name);
  struct Variable {
    CUdeviceptr start = 0;
    size_t bytes = 0;
  };
  Result<Variable> variable(const std::string& name);

 private:
  CudaModule(std::shared_ptr<Gpu> gpu, CUmodule module, const Artefact& artefact)
      : m_gpu(std::move(gpu)), m_module(module), m_lowered(artefact.lowered) {}
  std::string lowered(const std::string& name) const;

  std::shared_ptr<Gpu> m_gpu;
  CUmodule m_module;
  std::map<std::string, std::string> m_lowered;
};

// One kernel launch or memset with everything bound.
class ReadyLaunch {
 public:
  // A launch that the device cannot make (too many threads, parameters that do not fit the
  // kernel's) is refused in `refusal` (then without a launch).
  struct Made {
    std::unique_ptr<ReadyLaunch> launch;
    LaunchOutcome refusal;
  };
  static Result<Made> make(Gpu& gpu, const Buffers& buffers, CudaModule& module,
                           const BoundLaunch& bound);

  CUresult enqueue(const Gpu& gpu) const;

 private:
  struct alignas(64) Block {
    std::byte bytes[64];
  };
  using Value = std::vector<Block>;  // aligned enough for tensor maps

  void bindMemset(const Buffer& buffer, const BoundLaunch& bound);
  Status bindArguments(Gpu& gpu, const Buffers& buffers, const BoundLaunch& bound,
                       std::vector<size_t>& sizes);
  std::string configure(Gpu& gpu, const ConcreteLaunch& launch);

  CUfunction m_function = nullptr;  // null: a memset
  CUdeviceptr m_to = 0;
  size_t m_bytes = 0;
  unsigned char m_value = 0;
  CUlaunchConfig m_config{};
  std::vector<CUlaunchAttribute> m_attributes;
  std::vector<Value> m_values;
  std::vector<void*> m_pointers;
};

// All launches of a candidate.
struct ReadyLaunches {
  std::vector<std::unique_ptr<ReadyLaunch>> launches;
  LaunchOutcome refusal;
};
Result<ReadyLaunches> makeReady(Gpu& gpu, const Buffers& buffers, CudaModule& module,
                                const std::vector<BoundLaunch>& bound);

}  // namespace kw::cuda
