// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/peak_kernels.h"

#include <algorithm>
#include <utility>

#include "base/files/files.h"
#include "embedded/cuda_texts.h"
#include "runner/device/cuda/cuda_compiler.h"

namespace kw::cuda {
namespace {

constexpr unsigned blockThreads = 256, peakBlocksPerMultiprocessor = 8;
// Two groups of four warps fill the tensor cores of a multiprocessor, and four blocks of the small
// products; what is left over of a grid would stand idle at its end.
constexpr unsigned tensorThreads = 128, tensorBlocksPerMultiprocessor = 2,
                   smallTensorBlocksPerMultiprocessor = 4;

// Which tensor instructions peaks.cu has for an architecture: newer ones than 9.0 want others.
enum class TensorCores { none, warps, groups };
TensorCores tensorCoresOf(const DeviceInfo& info) {
  const int64_t capability = info.limit("compute_capability");
  if (capability == 90) return TensorCores::groups;
  return capability >= 80 && capability < 100 ? TensorCores::warps : TensorCores::none;
}

CompileJob peakJobFor(const DeviceInfo& info) {
  CompileJob job;
  job.fileName = "peaks.cu";
  job.text = cuda_texts::peaks_cu;
  job.functions = {"kwCopyPeak",   "kwReadPeak",  "kwWritePeak",  "kwCachePeak",
                   "kwSharedPeak", "kwFloatPeak", "kwDoublePeak", "kwHalfPeak"};
  if (tensorCoresOf(info) != TensorCores::none)
    job.functions.insert(job.functions.end(), {"kwTensorHalfPeak", "kwTensorBfloatPeak"});
  job.options.options = {"--fmad=false"};
  job.architecture = info.architecture;
  return job;
}

}  // namespace

Result<PeakKernels> PeakKernels::load(const DriverApi& api, const DeviceInfo& info) {
  KW_ASSIGN(const std::unique_ptr<CudaCompiler> compiler, CudaCompiler::make());
  KW_ASSIGN(const CompileOutcome compiled, compiler->compile(peakJobFor(info), {}));
  if (!compiled.ok)
    return fail("the kernels that measure peaks do not compile for " + info.architecture +
                " with " + compiler->version() + ": " + compiled.log);
  KW_ASSIGN(const std::string cubin, files::readText(compiled.artefact.path));
  CUmodule module = nullptr;
  if (const CUresult result = api.cuModuleLoadData(&module, cubin.data()); result != CUDA_SUCCESS)
    return fail("the kernels that measure peaks could not be loaded: " + describe(api, result));
  PeakKernels kernels(api, module);
  KW_TRY(kernels.take(info));
  return kernels;
}

PeakKernels::PeakKernels(PeakKernels&& other) noexcept
    : m_api(other.m_api),
      m_module(std::exchange(other.m_module, nullptr)),
      m_blocks(other.m_blocks),
      m_copy(other.m_copy),
      m_read(other.m_read),
      m_write(other.m_write),
      m_cache(other.m_cache),
      m_rounds(std::move(other.m_rounds)) {}

PeakKernels::~PeakKernels() {
  if (m_module != nullptr) static_cast<void>(m_api->cuModuleUnload(m_module));
}

Status PeakKernels::take(const DeviceInfo& info) {
  const auto multiprocessors = static_cast<unsigned>(std::max<int64_t>(info.limit("sm_count"), 1));
  m_blocks = multiprocessors * peakBlocksPerMultiprocessor;
  const auto all = static_cast<double>(m_blocks) * blockThreads;
  const std::pair<const char*, CUfunction*> plain[] = {{"kwCopyPeak", &m_copy},
                                                       {"kwReadPeak", &m_read},
                                                       {"kwWritePeak", &m_write},
                                                       {"kwCachePeak", &m_cache}};
  const auto find = [&](const char* name, CUfunction* function) -> Status {
    const CUresult result = m_api->cuModuleGetFunction(function, m_module, name);
    if (result == CUDA_SUCCESS) return {};
    return fail(std::string("our own kernel ") + name +
                " could not be loaded: " + describe(*m_api, result));
  };
  for (const auto& [name, function] : plain)
    KW_TRY(find(name, function));
  const auto add = [&](const char* name, Rounds rounds) -> Status {
    KW_TRY(find(name, &rounds.function));
    m_rounds.push_back(std::move(rounds));
    return {};
  };
  KW_TRY(add("kwSharedPeak",
             {.peak = "shared_bytes_per_second", .blocks = m_blocks, .perRound = all * 64 * 16}));
  KW_TRY(add("kwFloatPeak", {.peak = "fp32_flops_per_second",
                             .blocks = m_blocks,
                             .perRound = all * 2048,
                             .hasFactors = true}));
  KW_TRY(add("kwDoublePeak", {.peak = "fp64_flops_per_second",
                              .blocks = m_blocks,
                              .perRound = all * 1024,
                              .hasFactors = true,
                              .isDouble = true}));
  KW_TRY(add("kwHalfPeak",
             {.peak = "fp16_flops_per_second", .blocks = m_blocks, .perRound = all * 4096}));
  const TensorCores cores = tensorCoresOf(info);
  if (cores == TensorCores::none) return {};
  const bool inGroups = cores == TensorCores::groups;
  Rounds tensor;
  tensor.threads = tensorThreads;
  tensor.blocks = multiprocessors *
                  (inGroups ? tensorBlocksPerMultiprocessor : smallTensorBlocksPerMultiprocessor);
  tensor.perRound = tensor.blocks * 8.0 *
                    (inGroups ? 2.0 * 64 * 256 * 16 : tensorThreads / 32.0 * 2 * 16 * 8 * 16);
  for (const auto& [name, peak] :
       {std::pair("kwTensorHalfPeak", "fp16_tensor_flops_per_second"),
        std::pair("kwTensorBfloatPeak", "bf16_tensor_flops_per_second")}) {
    tensor.peak = peak;
    KW_TRY(add(name, tensor));
  }
  return {};
}

CUresult PeakKernels::launch(CUstream stream, CUfunction function, unsigned blocks,
                             unsigned threads, std::vector<void*> arguments) const {
  CUlaunchConfig config{};
  config.gridDimX = blocks;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = threads;
  config.hStream = stream;
  return m_api->cuLaunchKernelEx(&config, function, arguments.data(), nullptr);
}

CUresult PeakKernels::copy(CUstream stream, CUdeviceptr from, CUdeviceptr to, int64_t bytes) const {
  int64_t count = bytes / 16;
  return launch(stream, m_copy, m_blocks, blockThreads, {&from, &to, &count});
}

CUresult PeakKernels::read(CUstream stream, CUdeviceptr from, CUdeviceptr scratch,
                           int64_t bytes) const {
  int64_t count = bytes / 16;
  return launch(stream, m_read, m_blocks, blockThreads, {&from, &scratch, &count});
}

CUresult PeakKernels::write(CUstream stream, CUdeviceptr to, int64_t bytes) const {
  int64_t count = bytes / 16;
  return launch(stream, m_write, m_blocks, blockThreads, {&to, &count});
}

CUresult PeakKernels::readCache(CUstream stream, CUdeviceptr from, CUdeviceptr scratch,
                                int64_t bytes, int passes) const {
  int64_t mask = bytes / 16 - 1;
  return launch(stream, m_cache, m_blocks, blockThreads, {&from, &scratch, &mask, &passes});
}

CUresult PeakKernels::run(CUstream stream, const Rounds& which, CUdeviceptr scratch,
                          int rounds) const {
  float a = 0.999F, b = 0.001F;
  double wideA = 0.999, wideB = 0.001;
  std::vector<void*> arguments{&scratch, &rounds};
  if (which.hasFactors && which.isDouble) arguments.insert(arguments.end(), {&wideA, &wideB});
  if (which.hasFactors && !which.isDouble) arguments.insert(arguments.end(), {&a, &b});
  return launch(stream, which.function, which.blocks, which.threads, std::move(arguments));
}

}  // namespace kw::cuda
