// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/cuda_module.h"

#include <cstring>

#include "base/files/files.h"
#include "base/result/message.h"
#include "runner/device/cuda/tensor_map.h"

namespace kw::cuda {
namespace {

// Above it the driver wants to be told beforehand.
constexpr int64_t plainSharedBytes = 48 * 1024;
constexpr int64_t portableClusterBlocks = 8;

LaunchOutcome refused(std::string message) {
  return {LaunchOutcome::Kind::refused, std::move(message), false};
}

bool fits(const Dim3& size) {
  const auto fine = [](int64_t value) { return value >= 1 && value <= INT32_MAX; };
  return fine(size.x) && fine(size.y) && fine(size.z);
}

std::string text(const Dim3& size) {
  return std::to_string(size.x) + " x " + std::to_string(size.y) + " x " + std::to_string(size.z);
}

// Sizes of the kernel's parameters, as compiled.
std::vector<size_t> parameterSizes(const DriverApi& api, CUfunction function) {
  std::vector<size_t> sizes;
  size_t offset = 0, size = 0;
  while (api.cuFuncGetParamInfo(function, sizes.size(), &offset, &size) == CUDA_SUCCESS)
    sizes.push_back(size);
  return sizes;
}

std::string mismatch(const BoundLaunch& bound, const std::vector<size_t>& given,
                     const std::vector<size_t>& taken) {
  if (given.size() != taken.size())
    return bound.launch.function + " takes " + counted(taken.size(), "parameter") +
           ", the launch gives " + std::to_string(given.size());
  for (size_t at = 0; at < given.size(); ++at)
    if (given[at] != taken[at])
      return "parameter " + std::to_string(at + 1) + " of " + bound.launch.function + " has " +
             counted(taken[at], "byte") + ", the argument " + bound.arguments[at].name + " has " +
             std::to_string(given[at]);
  return {};
}

}  // namespace

Result<Device::Loaded> CudaModule::load(const std::shared_ptr<Gpu>& gpu, const Artefact& artefact) {
  KW_ASSIGN(const std::string cubin, files::readText(artefact.path));
  if (!cubin.starts_with("\x7f"
                         "ELF"))
    return fail(artefact.path + " is no cubin", "remove it; it is compiled anew then");
  CUmodule module = nullptr;
  Device::Loaded loaded;
  const CUresult result = gpu->api().cuModuleLoadData(&module, cubin.data());
  if (result != CUDA_SUCCESS)
    loaded.outcome = gpu->refusalOf(result);
  else
    loaded.module.reset(new CudaModule(gpu, module, artefact));
  return loaded;
}

CudaModule::~CudaModule() {
  if (!m_gpu->lost() && m_gpu->enter()) m_gpu->api().cuModuleUnload(m_module);
}

std::string CudaModule::lowered(const std::string& name) const {
  const auto found = m_lowered.find(name);
  return found == m_lowered.end() ? name : found->second;
}

Result<CUfunction> CudaModule::function(const std::string& name) {
  CUfunction function = nullptr;
  const CUresult result =
      m_gpu->api().cuModuleGetFunction(&function, m_module, lowered(name).c_str());
  if (result == CUDA_SUCCESS) return function;
  return failInput("the compiled kernel has no function \"" + name +
                   "\": " + describe(m_gpu->api(), result));
}

Result<CudaModule::Variable> CudaModule::variable(const std::string& name) {
  Variable variable;
  const CUresult result = m_gpu->api().cuModuleGetGlobal(&variable.start, &variable.bytes, m_module,
                                                         lowered(name).c_str());
  if (result == CUDA_SUCCESS) return variable;
  return failInput("the compiled kernel has no variable \"" + name + "\"", {},
                   "symbols are __constant__ or __device__ variables of the source");
}

Result<ReadyLaunch::Made> ReadyLaunch::make(Gpu& gpu, const Buffers& buffers, CudaModule& module,
                                            const BoundLaunch& bound) {
  Made made;
  auto ready = std::make_unique<ReadyLaunch>();
  if (bound.memset != 0) {
    KW_ASSIGN(const Buffer buffer, buffers.find(bound.memset, bound.memsetBytes));
    ready->bindMemset(buffer, bound);
    made.launch = std::move(ready);
    return made;
  }
  KW_ASSIGN(ready->m_function, module.function(bound.launch.function));
  std::vector<size_t> given;
  KW_TRY(ready->bindArguments(gpu, buffers, bound, given));
  if (std::string text = mismatch(bound, given, parameterSizes(gpu.api(), ready->m_function));
      !text.empty()) {
    made.refusal = refused(std::move(text));
    return made;
  }
  if (std::string text = ready->configure(gpu, bound.launch); !text.empty()) {
    made.refusal = refused(std::move(text));
    return made;
  }
  made.launch = std::move(ready);
  return made;
}

void ReadyLaunch::bindMemset(const Buffer& buffer, const BoundLaunch& bound) {
  m_to = buffer.start;
  m_bytes = static_cast<size_t>(bound.memsetBytes);
  m_value = static_cast<unsigned char>(bound.launch.memsetValue);
}

Status ReadyLaunch::bindArguments(Gpu& gpu, const Buffers& buffers, const BoundLaunch& bound,
                                  std::vector<size_t>& sizes) {
  const auto keep = [&](const void* from, size_t size) {
    Value value(size / sizeof(Block) + 1);
    std::memcpy(value.data(), from, size);
    m_values.push_back(std::move(value));
    sizes.push_back(size);
  };
  for (const BoundArgument& argument : bound.arguments) {
    if (argument.buffer == 0) {
      keep(argument.bytes.data(), argument.bytes.size());
      continue;
    }
    KW_ASSIGN(const Buffer buffer, buffers.find(argument.buffer));
    const CUdeviceptr start = buffer.start + static_cast<CUdeviceptr>(argument.bufferOffset);
    if (argument.tensorMap) {
      KW_ASSIGN(const CUtensorMap map, tensorMap(gpu, *argument.tensorMap, start));
      keep(&map, sizeof map);
    } else {
      keep(&start, sizeof start);
    }
  }
  for (Value& value : m_values)
    m_pointers.push_back(value.data());
  return {};
}

// "" or why the device cannot launch it so.
std::string ReadyLaunch::configure(Gpu& gpu, const ConcreteLaunch& launch) {
  const DriverApi& api = gpu.api();
  if (!fits(launch.grid) || !fits(launch.block) || !fits(launch.cluster) || launch.sharedMemory < 0)
    return "a grid of " + text(launch.grid) + ", a block of " + text(launch.block) + " and " +
           std::to_string(launch.sharedMemory) + " bytes of shared memory are no possible launch";
  int mostThreads = 0;
  api.cuFuncGetAttribute(&mostThreads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, m_function);
  if (launch.block.count() > mostThreads)
    return "a block of " + std::to_string(launch.block.count()) +
           " threads is launched, but registers and launch " + "bounds of " + launch.function +
           " allow " + std::to_string(mostThreads);
  const auto set = [&](CUfunction_attribute which, int64_t value) {
    return api.cuFuncSetAttribute(m_function, which, static_cast<int>(value));
  };
  int fixedShared = 0;
  api.cuFuncGetAttribute(&fixedShared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, m_function);
  if (launch.sharedMemory + fixedShared > plainSharedBytes)
    if (const CUresult result =
            set(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, launch.sharedMemory);
        result != CUDA_SUCCESS)
      return std::to_string(launch.sharedMemory) + " bytes of dynamic shared memory (with " +
             std::to_string(fixedShared) + " static ones) are refused: " + describe(api, result);
  const auto unsignedOf = [](int64_t value) { return static_cast<unsigned>(value); };
  // GPUs that know no clusters launch a cluster of one block as what it is: any block.
  if (launch.hasCluster && launch.cluster.count() > 1) {
    if (launch.cluster.count() > portableClusterBlocks)
      if (const CUresult result = set(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
          result != CUDA_SUCCESS)
        return "clusters of " + text(launch.cluster) +
               " blocks are refused: " + describe(api, result);
    CUlaunchAttribute attribute{};
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim.x = unsignedOf(launch.cluster.x);
    attribute.value.clusterDim.y = unsignedOf(launch.cluster.y);
    attribute.value.clusterDim.z = unsignedOf(launch.cluster.z);
    m_attributes.push_back(attribute);
  }
  if (launch.cooperative) {
    CUlaunchAttribute attribute{};
    attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value.cooperative = 1;
    m_attributes.push_back(attribute);
  }
  m_config.gridDimX = unsignedOf(launch.grid.x);
  m_config.gridDimY = unsignedOf(launch.grid.y);
  m_config.gridDimZ = unsignedOf(launch.grid.z);
  m_config.blockDimX = unsignedOf(launch.block.x);
  m_config.blockDimY = unsignedOf(launch.block.y);
  m_config.blockDimZ = unsignedOf(launch.block.z);
  m_config.sharedMemBytes = unsignedOf(launch.sharedMemory);
  m_config.hStream = gpu.stream();
  m_config.attrs = m_attributes.data();
  m_config.numAttrs = static_cast<unsigned>(m_attributes.size());
  return {};
}

CUresult ReadyLaunch::enqueue(const Gpu& gpu) const {
  const DriverApi& api = gpu.api();
  if (m_function == nullptr)
    return m_bytes == 0 ? CUDA_SUCCESS : api.cuMemsetD8Async(m_to, m_value, m_bytes, gpu.stream());
  return api.cuLaunchKernelEx(&m_config, m_function, const_cast<void**>(m_pointers.data()),
                              nullptr);
}

Result<ReadyLaunches> makeReady(Gpu& gpu, const Buffers& buffers, CudaModule& module,
                                const std::vector<BoundLaunch>& bound) {
  ReadyLaunches ready;
  for (const BoundLaunch& item : bound) {
    KW_ASSIGN(ReadyLaunch::Made made, ReadyLaunch::make(gpu, buffers, module, item));
    if (!made.refusal.ok()) {
      ready.refusal = std::move(made.refusal);
      return ready;
    }
    ready.launches.push_back(std::move(made.launch));
  }
  return ready;
}

}  // namespace kw::cuda
