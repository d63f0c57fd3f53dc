// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/own_kernels.h"

#include <algorithm>
#include <utility>

#include "base/files/files.h"
#include "embedded/cuda_texts.h"
#include "runner/device/cuda/cuda_compiler.h"

namespace kw::cuda {
namespace {

constexpr unsigned blocksPerMultiprocessor = 8;

// One text: the headers in the order of their use, without their own includes.
std::string kernelText() {
  std::string text;
  for (const std::string_view part : {cuda_texts::scalar_types_h, cuda_texts::generator_h,
                                      cuda_texts::comparison_h, cuda_texts::kernels_cu}) {
    for (size_t at = 0; at < part.size();) {
      const size_t end = std::min(part.find('\n', at), part.size() - 1) + 1;
      const std::string_view line = part.substr(at, end - at);
      if (!line.starts_with("#include \"") && !line.starts_with("#pragma once")) text += line;
      at = end;
    }
  }
  return text;
}

CompileJob jobFor(const DeviceInfo& info) {
  CompileJob job;
  job.fileName = "kernels.cu";
  job.text = kernelText();
  job.functions = {"kwFill",     "kwCompare", "kwCompareStrided",
                   "kwChecksum", "kwSquares", "kwErrors"};
  job.options.options = {"--fmad=false"};
  job.architecture = info.architecture;
  return job;
}

template <class T>
void* pointer(const T& value) {
  return const_cast<T*>(&value);
}

}  // namespace

Result<Axes> axesOf(const BufferLayout& layout) {
  Axes axes;
  if (layout.dense) return axes;
  axes.offset = layout.offset;
  for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
    const int64_t length = layout.shape[axis], stride = layout.strides[axis];
    if (length == 1) continue;
    const int last = axes.count - 1;
    if (last >= 0 && axes.strides[last] == stride * length) {
      axes.shape[last] *= length;
      axes.strides[last] = stride;
      continue;
    }
    if (axes.count == 8) return failInput("a strided buffer has more than eight axes");
    axes.shape[axes.count] = length;
    axes.strides[axes.count++] = stride;
  }
  if (axes.count == 0) {  // one element
    axes.count = 1;
    axes.shape[0] = 1;
  }
  return axes;
}

Result<OwnKernels> OwnKernels::load(const DriverApi& api, const DeviceInfo& info) {
  KW_ASSIGN(const std::unique_ptr<CudaCompiler> compiler, CudaCompiler::make());
  KW_ASSIGN(const CompileOutcome compiled, compiler->compile(jobFor(info), {}));
  if (!compiled.ok)
    return fail("our own kernels do not compile for " + info.architecture + " with " +
                compiler->version() + ": " + compiled.log);
  KW_ASSIGN(const std::string cubin, files::readText(compiled.artefact.path));
  OwnKernels kernels(api);
  CUmodule module = nullptr;
  if (const CUresult result = api.cuModuleLoadData(&module, cubin.data()); result != CUDA_SUCCESS)
    return fail("our own kernels could not be loaded: " + describe(api, result));
  const std::pair<const char*, CUfunction*> functions[] = {
      {"kwFill", &kernels.m_fill},         {"kwCompare", &kernels.m_compare},
      {"kwChecksum", &kernels.m_checksum}, {"kwCompareStrided", &kernels.m_compareStrided},
      {"kwSquares", &kernels.m_squares},   {"kwErrors", &kernels.m_errors}};
  for (const auto& [name, function] : functions)
    if (const CUresult result = api.cuModuleGetFunction(function, module, name);
        result != CUDA_SUCCESS)
      return fail(std::string("our own kernel ") + name +
                  " could not be loaded: " + describe(api, result));
  kernels.m_blocks =
      static_cast<unsigned>(std::max<int64_t>(info.limit("sm_count"), 1)) * blocksPerMultiprocessor;
  return kernels;
}

CUresult OwnKernels::launch(CUstream stream, CUfunction function, int64_t threads,
                            std::vector<void*> arguments) const {
  const int64_t needed = (threads + blockThreads - 1) / blockThreads;
  CUlaunchConfig config{};
  config.gridDimX = static_cast<unsigned>(std::clamp<int64_t>(needed, 1, m_blocks));
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = blockThreads;
  config.hStream = stream;
  return m_api->cuLaunchKernelEx(&config, function, arguments.data(), nullptr);
}

CUresult OwnKernels::fill(CUstream stream, const generator::Plan& plan, CUdeviceptr to) const {
  return launch(stream, m_fill, plan.elements, {pointer(plan), &to});
}

CUresult OwnKernels::compare(CUstream stream, const comparison::Rule& rule, const Axes& axes,
                             int64_t elements, CUdeviceptr got, CUdeviceptr want,
                             CUdeviceptr totals) const {
  std::vector<void*> arguments = {pointer(rule), &elements, &got, &want, &totals};
  if (axes.count > 0) arguments.push_back(pointer(axes));
  return launch(stream, axes.count > 0 ? m_compareStrided : m_compare, elements,
                std::move(arguments));
}

CUresult OwnKernels::errors(CUstream stream, const comparison::Rule& rule, const Axes& axes,
                            const comparison::Cells& cells, CUdeviceptr got, CUdeviceptr want,
                            CUdeviceptr totals, CUdeviceptr wrong) const {
  int64_t elements = cells.width * cells.height;
  return launch(
      stream, m_errors, elements,
      {pointer(rule), &elements, &got, &want, &totals, &wrong, pointer(cells), pointer(axes)});
}

CUresult OwnKernels::checksum(CUstream stream, CUdeviceptr from, int64_t bytes,
                              CUdeviceptr sum) const {
  return launch(stream, m_checksum, bytes / 8 + 1, {&from, &bytes, &sum});
}

CUresult OwnKernels::squares(CUstream stream, CUdeviceptr from, int type, int64_t elements,
                             CUdeviceptr partials) const {
  return launch(stream, m_squares, int64_t{m_blocks} * blockThreads,
                {&from, &type, &elements, &partials});
}

}  // namespace kw::cuda
